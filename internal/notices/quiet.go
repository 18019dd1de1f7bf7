package notices

import "time"

// Quiet is a period of each day, by a person's local clock, in which the person gets no notices. When it ends,
// they get a notice if a table still waits for them.
type Quiet struct {
	From int    `json:"from"` // minutes after midnight
	To   int    `json:"to"`   // a value less than From is a time on the next day
	Zone string `json:"zone"` // a time zone, such as Europe/Zurich
}

const minutesADay = 24 * 60

// check returns an error if the quiet hours are invalid.
func (q Quiet) check() error {
	if q.From < 0 || q.From >= minutesADay || q.To < 0 || q.To >= minutesADay || q.From == q.To || len(q.Zone) > maxZone || q.Zone == "" || q.Zone == "Local" {
		return ErrQuiet
	}
	if _, err := time.LoadLocation(q.Zone); err != nil {
		return ErrQuiet
	}
	return nil
}

const maxZone = 64

// until returns when the current quiet hours end. Outside of quiet hours it returns now.
func (q *Quiet) until(now time.Time) time.Time {
	if q == nil {
		return now
	}
	zone, err := time.LoadLocation(q.Zone)
	if err != nil {
		return now // the system no longer has data for this time zone
	}
	local := now.In(zone)
	minute := local.Hour()*60 + local.Minute()
	day := 0
	switch overnight := q.From > q.To; {
	case !overnight && (minute < q.From || minute >= q.To), overnight && minute < q.From && minute >= q.To:
		return now
	case overnight && minute >= q.From:
		day = 1
	}
	// If the clock change skips the end time, Date returns a time shortly before or after it.
	end := time.Date(local.Year(), local.Month(), local.Day()+day, q.To/60, q.To%60, 0, 0, zone)
	if !end.After(now) {
		return now
	}
	return end
}

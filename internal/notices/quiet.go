package notices

import "time"

// Quiet is the hours in which a person is not told, by the clock where they are. What
// happens then, they are told afterwards, if it still waits for them.
type Quiet struct {
	From int    `json:"from"` // minutes after midnight
	To   int    `json:"to"`   // before From: of the next day
	Zone string `json:"zone"` // such as Europe/Zurich
}

const minutesADay = 24 * 60

// check refuses hours that mean nothing.
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

// until is the end of the quiet hours that now falls into, or now itself.
func (q *Quiet) until(now time.Time) time.Time {
	if q == nil {
		return now
	}
	zone, err := time.LoadLocation(q.Zone)
	if err != nil {
		return now // a zone that the system's files no longer have
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
	// Where a clock change leaves the hour out, Date gives the moment just beside it.
	end := time.Date(local.Year(), local.Month(), local.Day()+day, q.To/60, q.To%60, 0, 0, zone)
	if !end.After(now) {
		return now
	}
	return end
}

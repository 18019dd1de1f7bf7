package lobby

import (
	"context"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
)

// How long people are away until others decide without them, or host the table. A slow clock counts in days.
const (
	absentLive = time.Minute
	hostLive   = 2 * time.Minute
	absentSlow = 24 * time.Hour
	// Grace is how long a person may be disconnected before the record says so, for example to reload a page.
	Grace = 20 * time.Second
	// slackSlow is how exactly the record of a slow table knows when a person was there, so that a visit does not
	// always write.
	slackSlow = time.Hour
)

// Presence records since when a person has been at the table, or away from it. There is one for the host and for
// each person who holds a seat.
type Presence struct {
	Person string    `json:"person"`
	Since  time.Time `json:"since"`
	Away   bool      `json:"away,omitempty"`
}

// Attendance is what a node knows about who is at a table.
type Attendance struct {
	// Seen is when the node last saw each person there: now, if they are connected to any node.
	Seen map[string]time.Time
	// From is when the node began to look. Before, it cannot have seen anyone.
	From time.Time
	// Grace is how long ago a person may have been seen and still counts as connected.
	Grace time.Duration
}

// notePeople gives everyone who hosts the table or holds a seat a Presence, and drops those of other people.
func (r *tableRecord) notePeople(now time.Time) {
	if !r.Status.Running() {
		r.Present = nil
		return
	}
	var list []Presence
	for _, person := range r.attendees() {
		p := Presence{Person: person, Since: now}
		if i := r.presence(person); i >= 0 {
			p = r.Present[i]
		}
		list = append(list, p)
	}
	r.Present = list
}

// attendees returns everyone who holds a seat, in the order of the seats, and then the host.
func (t *Table) attendees() (list []string) {
	for _, s := range t.Seats {
		if s.Holder != "" && !slices.Contains(list, s.Holder) {
			list = append(list, s.Holder)
		}
	}
	if t.Host != "" && !slices.Contains(list, t.Host) {
		list = append(list, t.Host)
	}
	return list
}

// presence returns the index of a person's Presence, or -1.
func (t *Table) presence(person string) int {
	return slices.IndexFunc(t.Present, func(p Presence) bool { return p.Person == person })
}

// AwaySince returns since when a person has been away from the table. It returns false if they are there.
func (t *Table) AwaySince(person string) (time.Time, bool) {
	i := t.presence(person)
	if person == "" || i < 0 || !t.Present[i].Away {
		return time.Time{}, false
	}
	return t.Present[i].Since, true
}

// Absent reports whether others decide without a person, because the person has been away for long enough.
func (t *Table) Absent(person string, now time.Time) bool {
	after := absentLive
	if t.Clock.Kind != ClockLive {
		after = absentSlow
	}
	since, away := t.AwaySince(person)
	return away && now.Sub(since) >= after
}

// Voters returns who decides for those present: for each person who holds a seat and is not absent, all seats that
// they hold. At a table that shares its deal, the absent count, too. A program has no vote.
func (t *Table) Voters(now time.Time, program func(person string) bool) (list []engine.Seats) {
	for _, person := range t.attendees() {
		if held := t.Held(person); !held.Empty() && !program(person) && (t.Shared != nil || !t.Absent(person, now)) {
			list = append(list, held)
		}
	}
	return list
}

// attend returns the presence of everyone, brought up to date, and whether anything has changed.
func (t *Table) attend(a Attendance, now time.Time) (list []Presence, changed bool) {
	list = slices.Clone(t.Present)
	for i := range list {
		p := &list[i]
		last, seen := a.Seen[p.Person]
		if !seen {
			last = a.From
		}
		if !p.Away && p.Since.After(last) {
			last = p.Since
		}
		here := now.Sub(last) < a.Grace
		back := now.Sub(p.Since) >= t.slack()
		switch {
		case seen && here && p.Away && back:
			*p, changed = Presence{Person: p.Person, Since: now}, true
		case !here && !p.Away:
			*p, changed = Presence{Person: p.Person, Since: last, Away: true}, true
		case !here && seen && last.Sub(p.Since) > t.slack():
			p.Since, changed = last, true
		}
	}
	return list, changed
}

func (t *Table) slack() time.Duration {
	if t.Clock.Kind == ClockLive {
		return 0
	}
	return slackSlow
}

// heir returns who becomes host now: of those who hold a seat and are there, the person who has been there for the
// longest time. It returns an empty string if the host stays.
func (t *Table) heir(now time.Time, program func(person string) bool) string {
	after := hostLive
	if t.Clock.Kind != ClockLive {
		after = absentSlow
	}
	since, away := t.AwaySince(t.Host)
	switch {
	case !t.Status.Running() || t.Daily() || t.Carried != nil || t.Lesson != "" || t.Puzzle != "":
		return ""
	case t.Host != "" && (!away || now.Sub(since) < after):
		return ""
	}
	heir := Presence{}
	for _, p := range t.Present {
		if p.Person == t.Host || p.Away || t.Held(p.Person).Empty() || program(p.Person) {
			continue
		}
		if heir.Person == "" || p.Since.Before(heir.Since) {
			heir = p
		}
	}
	return heir.Person
}

// Attended reports whether Attend would change the table.
func (t *Table) Attended(a Attendance, now time.Time) bool {
	if !t.Status.Running() {
		return false
	}
	list, changed := t.attend(a, now)
	after := *t
	after.Present = list
	return changed || after.heir(now, func(string) bool { return false }) != "" || len(after.vanished(now)) > 0
}

// Attend records who is at a table. If the host has been away for too long, another person becomes host. Any node
// may call it, even several at once.
func (l *Lobby) Attend(ctx context.Context, table string, a Attendance) (Table, error) {
	r, err := l.change(ctx, table, func(r *tableRecord) error {
		if !r.Status.Running() {
			return errSame
		}
		list, changed := r.attend(a, l.now())
		r.Present = list
		changed = r.vacate(l.now()) || changed
		if heir := r.heir(l.now(), l.program(ctx)); heir != "" {
			r.passHost(heir)
			return nil
		}
		if !changed {
			return errSame
		}
		return nil
	})
	return r.shown(), err
}

// program returns a function that reports whether a person is a program.
func (l *Lobby) program(ctx context.Context) func(string) bool {
	return func(person string) bool {
		who, err := l.conf.People.Get(ctx, person)
		return err == nil && who.Bot
	}
}

// VotersOf returns who decides for those present at a table.
func (l *Lobby) VotersOf(ctx context.Context, t *Table) []engine.Seats {
	return t.Voters(l.now(), l.program(ctx))
}

// MayPropose returns an error unless those present may give a seat to a bot: it must be free, or its holder absent.
// It returns the bot's level, which is the usual one if the caller names none.
func (l *Lobby) MayPropose(t *Table, seat int, level string) (string, error) {
	if level == "" {
		level = UsualLevel(t.Game)
	}
	switch {
	case t.Status != Playing:
		return "", refuse(NotPlaying)
	case t.Shared != nil:
		return "", refuse(DealFixed)
	case t.Lesson != "":
		return "", refuse(LessonAlone)
	case seat < 0 || seat >= len(t.Seats):
		return "", refuse(NoSuchSeat)
	case !slices.Contains(Levels(t.Game), level):
		return "", refuse(UnknownLevel)
	case t.Seats[seat].Level() != "":
		return "", refuse(SeatTaken)
	case t.Seats[seat].Holder != "" && !t.Absent(t.Seats[seat].Holder, l.now()):
		return "", refuse(SeatActive)
	case l.conf.BotsFull != nil && l.conf.BotsFull():
		return "", refuse(BotLimit)
	}
	return level, nil
}

// Grant lets a bot play a seat, by the decision of those present in entry n of the log. It does so once: the holder
// may then come back. If the holder is there again by now, the seat stays theirs.
func (l *Lobby) Grant(ctx context.Context, table string, seat, n int, level string) (Table, error) {
	return l.withBots(ctx, table, func(r *tableRecord) error {
		if r.Status != Playing || seat < 0 || seat >= len(r.Seats) || r.Seats[seat].Granted >= n {
			return errSame
		}
		s := &r.Seats[seat]
		s.Granted = n
		switch {
		case s.Level() != "" || !slices.Contains(Levels(r.Game), level):
		case s.Holder == "":
			s.Bot = level
		case r.Absent(s.Holder, l.now()):
			s.Standin = level
		}
		return nil
	})
}

// CameBack records that a person is at the table, if the record says otherwise.
func (l *Lobby) CameBack(ctx context.Context, by identity.Person, t *Table) error {
	since, away := t.AwaySince(by.ID)
	now := l.now()
	if !away || now.Sub(since) < t.slack() {
		return nil
	}
	_, err := l.change(ctx, t.ID, func(r *tableRecord) error {
		i := r.presence(by.ID)
		if i < 0 || !r.Present[i].Away {
			return errSame
		}
		r.Present[i] = Presence{Person: by.ID, Since: now}
		return nil
	})
	return err
}

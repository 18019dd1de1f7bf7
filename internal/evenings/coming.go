package evenings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// coming is the record of a person who comes to an evening.
type coming struct {
	Wish  lobby.Wish `json:"wish"`
	Since time.Time  `json:"since"`         // when they said so
	Seen  time.Time  `json:"seen,omitzero"` // when they last were in the hall
}

// Evening is a time to meet, as one person sees it.
type Evening struct {
	At     time.Time
	Coming int
	Mine   bool // the person comes
	Wish   lobby.Wish
	Hours  []Hour
}

// Hour is how many people are usually here in the hour that begins at a time.
type Hour struct {
	At     time.Time
	People int
}

// hoursBefore and hoursAfter are how many hours an evening shows around its own.
const (
	hoursBefore = 2
	hoursAfter  = 3
)

func comingKey(id, person string) string { return id + "." + person }

// List returns the next evenings. Those to which people come stay until their end, whatever is proposed now.
func (e *Evenings) List(ctx context.Context, person string) ([]Evening, error) {
	h, _, err := read[hours](ctx, e.kv.hours, hoursKey)
	if err != nil {
		return nil, err
	}
	recs, err := e.kv.coming.List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("evenings: %w", err)
	}
	now, known := e.now(), map[int64]*Evening{}
	taken := map[string]bool{} // the days on which people meet
	add := func(at time.Time) *Evening {
		if known[at.Unix()] == nil {
			known[at.Unix()] = &Evening{At: at.UTC()}
		}
		return known[at.Unix()]
	}
	for _, rec := range recs {
		id, who, _ := strings.Cut(rec.Key, ".")
		at, err := timeOf(id)
		if err != nil || !now.Before(at.Add(Late)) {
			continue
		}
		ev := add(at)
		ev.Coming++
		taken[at.In(e.conf.Zone).Format(time.DateOnly)] = true
		if who == person {
			var c coming
			if err := decode(rec.Data, &c); err != nil {
				return nil, err
			}
			ev.Mine, ev.Wish = true, c.Wish
		}
	}
	local := now.In(e.conf.Zone)
	for n := range Days {
		midnight := time.Date(local.Year(), local.Month(), local.Day()+n, 0, 0, 0, 0, e.conf.Zone)
		if len(e.conf.Times) == 0 && taken[midnight.Format(time.DateOnly)] {
			continue
		}
		for _, at := range e.times(&h, midnight, now) {
			add(at)
		}
	}
	list := make([]Evening, 0, len(known))
	for _, ev := range known {
		for n := -hoursBefore; n <= hoursAfter; n++ {
			at := ev.At.Truncate(time.Hour).Add(time.Duration(n) * time.Hour)
			ev.Hours = append(ev.Hours, Hour{At: at, People: h.usual(at)})
		}
		list = append(list, *ev)
	}
	slices.SortFunc(list, func(a, b Evening) int { return a.At.Compare(b.At) })
	return list, nil
}

// evening returns the evening with an id.
func (e *Evenings) evening(ctx context.Context, person, id string) (Evening, error) {
	list, err := e.List(ctx, person)
	if err != nil {
		return Evening{}, err
	}
	for _, ev := range list {
		if ID(ev.At) == id {
			return ev, nil
		}
	}
	return Evening{}, ErrNoEvening
}

// Come stores that a person comes to an evening, and what they wish to play. Again, it changes the wish.
func (e *Evenings) Come(ctx context.Context, who identity.Person, id string, w lobby.Wish) (Evening, error) {
	if _, err := e.conf.Lobby.SeatsFor(w); err != nil {
		return Evening{}, err
	}
	if err := e.conf.Meets(ctx, who.ID, nil, nil); err != nil {
		return Evening{}, err
	}
	ev, err := e.evening(ctx, who.ID, id)
	if err == nil && !e.now().Before(ev.At) {
		err = ErrNoEvening
	}
	if err == nil && !ev.Mine && ev.Coming >= MaxPeople {
		err = ErrFull
	}
	if err != nil {
		return Evening{}, err
	}
	if _, err = change(ctx, e.kv.coming, comingKey(id, who.ID), func(c *coming, there bool) error {
		c.Wish = w
		if !there {
			c.Since = e.now()
		}
		return nil
	}); err != nil {
		return Evening{}, err
	}
	if at := ev.At.Add(-Door); at.After(e.now()) {
		if err := e.remind(ctx, who.ID, id, at); err != nil {
			return Evening{}, err
		}
	}
	return e.evening(ctx, who.ID, id)
}

// Withdraw stores that a person does not come after all.
func (e *Evenings) Withdraw(ctx context.Context, who identity.Person, id string) error {
	if _, err := timeOf(id); err != nil {
		return err
	}
	if err := e.remind(ctx, who.ID, id, time.Time{}); err != nil {
		return err
	}
	return e.kv.coming.Delete(ctx, comingKey(id, who.ID))
}

func (e *Evenings) remind(ctx context.Context, person, id string, at time.Time) error {
	if e.conf.Remind == nil {
		return nil
	}
	return e.conf.Remind(ctx, person, id, at)
}

// Waiting is what a person learns who waits for an evening in the hall.
type Waiting struct {
	Begun bool
	Table string // the person's table; empty as long as they have no seat
}

// Wait records that a person who comes is in the hall. It returns whether the evening has begun, and the person's table.
func (e *Evenings) Wait(ctx context.Context, who identity.Person, id string) (Waiting, error) {
	at, err := timeOf(id)
	if err != nil {
		return Waiting{}, err
	}
	now := e.now()
	c, version, err := read[coming](ctx, e.kv.coming, comingKey(id, who.ID))
	switch {
	case err != nil:
		return Waiting{}, err
	case version == 0:
		return Waiting{}, ErrNotComing
	case now.Before(at.Add(-Door)):
		return Waiting{}, nil
	}
	p, planned, err := read[plan](ctx, e.kv.plans, id)
	if err != nil {
		return Waiting{}, err
	}
	if planned > 0 {
		return e.seatOf(ctx, who.ID, &p)
	}
	if now.Sub(c.Seen) >= seenEvery {
		if _, err = change(ctx, e.kv.coming, comingKey(id, who.ID), func(c *coming, there bool) error {
			if !there {
				return ErrNotComing // they have withdrawn in the meantime
			}
			c.Seen = now
			return nil
		}); err != nil {
			return Waiting{}, err
		}
	}
	return Waiting{Begun: !now.Before(at.Add(Late))}, nil
}

// seatOf returns the table at which a person sits after an evening has begun.
func (e *Evenings) seatOf(ctx context.Context, person string, p *plan) (Waiting, error) {
	for _, team := range p.Teams {
		if !slices.Contains(team.People, person) {
			continue
		}
		t, err := e.conf.Lobby.Get(ctx, team.Table)
		switch {
		case lobby.Refused(err) == lobby.NoSuchTable && !p.Done:
			return Waiting{}, nil
		case lobby.Refused(err) == lobby.NoSuchTable:
			return Waiting{Begun: true}, nil
		case err != nil:
			return Waiting{}, err
		case !t.Held(person).Empty():
			return Waiting{Begun: true, Table: t.ID}, nil
		}
	}
	return Waiting{Begun: true}, nil
}

// Bring moves a guest's evenings to the person that the guest has signed in as.
func (e *Evenings) Bring(ctx context.Context, guest, person string) error {
	recs, err := e.of(ctx, guest)
	if err != nil {
		return err
	}
	for _, rec := range recs {
		id, _, _ := strings.Cut(rec.Key, ".")
		var c coming
		if err := decode(rec.Data, &c); err != nil {
			return err
		}
		if _, err := change(ctx, e.kv.coming, comingKey(id, person), func(own *coming, there bool) error {
			if there {
				return errSame
			}
			*own = c
			return nil
		}); err != nil {
			return err
		}
		if at, err := timeOf(id); err == nil && at.Add(-Door).After(e.now()) {
			if err := e.remind(ctx, person, id, at.Add(-Door)); err != nil {
				return err
			}
		}
		if err := e.Withdraw(ctx, identity.Person{ID: guest}, id); err != nil {
			return err
		}
	}
	return nil
}

// of returns the records of a person who comes.
func (e *Evenings) of(ctx context.Context, person string) ([]store.Record, error) {
	recs, err := e.kv.coming.List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("evenings: %w", err)
	}
	return slices.DeleteFunc(recs, func(r store.Record) bool {
		_, who, _ := strings.Cut(r.Key, ".")
		return who != person
	}), nil
}

// Exported is what the evenings store about a person.
type Exported struct {
	Evenings []ExportedEvening `json:"evenings,omitempty"`
	// Calendar is when the person got the address of their calendar.
	Calendar time.Time `json:"calendar,omitzero"`
}

// ExportedEvening is an evening to which a person comes.
type ExportedEvening struct {
	At time.Time `json:"at"`
	coming
	Table string `json:"table,omitempty"`
}

// Buckets declares the buckets of this package, for exporting and forgetting people.
func (e *Evenings) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketComing, Export: store.Exports(e.export), Forget: e.forget},
		{Name: BucketPlans, With: BucketComing},
		{Name: BucketCalendars, With: BucketComing},
		{Name: BucketHours, Impersonal: "it counts how many people are here at which hour, and not who"},
	}
}

func (e *Evenings) export(ctx context.Context, person string) (Exported, error) {
	recs, err := e.of(ctx, person)
	if err != nil {
		return Exported{}, err
	}
	out := Exported{}
	if out.Calendar, err = e.Calendar(ctx, person); err != nil {
		return out, err
	}
	for _, rec := range recs {
		id, _, _ := strings.Cut(rec.Key, ".")
		one := ExportedEvening{}
		if one.At, err = timeOf(id); err == nil {
			err = decode(rec.Data, &one.coming)
		}
		if err != nil {
			return out, err
		}
		p, _, err := read[plan](ctx, e.kv.plans, id)
		if err != nil {
			return out, err
		}
		for _, team := range p.Teams {
			if slices.Contains(team.People, person) {
				one.Table = team.Table
			}
		}
		out.Evenings = append(out.Evenings, one)
	}
	return out, nil
}

// forget removes a person. It comes before the lobby's, so that no team seats them afterwards.
func (e *Evenings) forget(ctx context.Context, person string) error {
	if err := e.RemoveCalendar(ctx, person); err != nil {
		return err
	}
	plans, err := e.kv.plans.List(ctx, "")
	if err != nil {
		return fmt.Errorf("evenings: %w", err)
	}
	for _, rec := range plans {
		var p plan
		if err := json.Unmarshal(rec.Data, &p); err == nil && !p.has(person) {
			continue
		}
		if _, err := change(ctx, e.kv.plans, rec.Key, func(p *plan, there bool) error {
			if !there || !p.has(person) {
				return errSame
			}
			for i := range p.Teams {
				p.Teams[i].People = slices.DeleteFunc(p.Teams[i].People, func(other string) bool { return other == person })
			}
			return nil
		}); err != nil {
			return err
		}
	}
	recs, err := e.of(ctx, person)
	if err != nil {
		return err
	}
	for _, rec := range recs {
		if err := e.kv.coming.Delete(ctx, rec.Key); err != nil {
			return err
		}
	}
	return nil
}

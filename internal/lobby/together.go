package lobby

import (
	"context"

	"theriac/internal/identity"
)

// SeatsFor returns how many seats a new table that fits a wish has, or an error if there can be no such table.
func (l *Lobby) SeatsFor(w Wish) (int, error) {
	d, err := w.draft()
	if err != nil {
		return 0, err
	}
	if w.Level != "" && d.Hall.Level != w.Level {
		return 0, refuse(BadWish)
	}
	r, err := d.record(l.Revision)
	return len(r.Seats), err
}

// SeatTogether opens the public table with this id, which NewTable has made. People sit on its first seats and bots on
// the others, and its game starts. A person gets no seat if the doors are closed to them, or if they may not sit with
// the people before them. Every later call, on any node, completes the first one and changes nothing else.
func (l *Lobby) SeatTogether(ctx context.Context, id string, people []string, w Wish) (Table, error) {
	r, err := l.read(ctx, id)
	if Refused(err) == NoSuchTable {
		if r, err = l.together(ctx, people, w); err != nil {
			return Table{}, err
		}
		r, err = l.create(ctx, id, r)
	}
	switch {
	case err != nil:
		return Table{}, err
	case r.Status == Gathering && r.Taken() == len(r.Seats):
		return l.Start(ctx, identity.Person{ID: r.Host}, id)
	}
	r, err = l.begin(ctx, r)
	return r.shown(), err
}

// together returns the record of a new table for people who come to it at the same time.
func (l *Lobby) together(ctx context.Context, people []string, w Wish) (tableRecord, error) {
	d, err := w.draft()
	if err != nil {
		return tableRecord{}, err
	}
	r, err := d.record(l.Revision)
	if err != nil {
		return tableRecord{}, err
	}
	met := []string{}
	for _, person := range people {
		switch err := l.mayJoin(ctx, person, met); {
		case isRefusal(err) || len(met) == len(r.Seats):
		case err != nil:
			return tableRecord{}, err
		default:
			r.Seats[len(met)].Holder = person
			met = append(met, person)
		}
	}
	if len(met) == 0 {
		return tableRecord{}, refuse(NoFreeSeat)
	}
	r.Host = met[0]
	if l.conf.BotsFull != nil && l.conf.BotsFull() {
		return r, nil // the people wait for others at their table
	}
	for i := len(met); i < len(r.Seats); i++ {
		r.Seats[i].Bot = UsualLevel(r.Game)
	}
	return r, nil
}

// mayJoin returns an error unless a person may come in, and sit with others at a public table.
func (l *Lobby) mayJoin(ctx context.Context, person string, others []string) error {
	who, err := l.conf.People.Get(ctx, person)
	if err != nil {
		return err
	}
	if err := l.inside(ctx, who); err != nil || l.conf.Meets == nil {
		return err
	}
	return l.conf.Meets(ctx, person, others, refuse(NoFreeSeat))
}

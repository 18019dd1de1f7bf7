package evenings

import (
	"cmp"
	"context"
	"slices"

	"theriac/internal/lobby"
)

// forming is a team that takes more people.
type forming struct {
	team
	seekers []seeker
	seats   int
}

// teams forms teams of people whose wishes agree and who may meet, the first who came first. Every person
// gets a team: if no other wish agrees, they are alone in it and play with bots.
func (e *Evenings) teams(ctx context.Context, list []seeker) ([]team, error) {
	slices.SortFunc(list, func(a, b seeker) int {
		return cmp.Or(cmp.Compare(wants(b.Wish), wants(a.Wish)), a.Since.Compare(b.Since), cmp.Compare(a.person, b.person))
	})
	var all []*forming
	for _, g := range list {
		joined := false
		for _, f := range all {
			var err error
			if joined, err = e.join(ctx, f, g); err != nil {
				return nil, err
			}
			if joined {
				break
			}
		}
		if joined {
			continue
		}
		f := &forming{}
		if _, err := e.join(ctx, f, g); err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	for _, alone := range all {
		if err := e.even(ctx, all, alone); err != nil {
			return nil, err
		}
	}
	out := make([]team, 0, len(all))
	for _, f := range all {
		for _, g := range f.seekers {
			f.People = append(f.People, g.person)
		}
		out = append(out, f.team)
	}
	return out, nil
}

// wants returns how many conditions a wish has. Those who have more are placed first, and others join them.
func wants(w lobby.Wish) int {
	n := 0
	for _, named := range []bool{w.Game != "", w.Level != "", w.Pace != "", w.Quiet != nil, w.Hidden, len(w.Languages) > 0} {
		if named {
			n++
		}
	}
	return n
}

// even gives a person who is alone in a team company from a team of three or more.
func (e *Evenings) even(ctx context.Context, all []*forming, alone *forming) error {
	for _, f := range all {
		if len(alone.seekers) != 1 || len(f.seekers) < 3 {
			continue
		}
		last := len(f.seekers) - 1
		joined, err := e.join(ctx, alone, f.seekers[last])
		if err != nil {
			return err
		}
		if joined {
			f.seekers = f.seekers[:last]
			return nil
		}
	}
	return nil
}

// join adds a person to a team, if there is room, the wishes agree and they may meet. The first person of a
// team always fits.
func (e *Evenings) join(ctx context.Context, f *forming, g seeker) (bool, error) {
	w := g.Wish
	if len(f.seekers) > 0 {
		both, ok := agree(f.Wish, g.Wish)
		if !ok || len(f.seekers) >= f.seats {
			return false, nil
		}
		w = both
		others := make([]string, len(f.seekers))
		for i := range f.seekers {
			others[i] = f.seekers[i].person
		}
		err := e.conf.Meets(ctx, g.person, others, lobby.Refusal{ID: lobby.NoFreeSeat})
		if _, refused := err.(interface{ Problem() (int, string) }); refused {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	seats, err := e.conf.Lobby.SeatsFor(w)
	if err != nil && lobby.Refused(err) == "" {
		return false, err
	}
	if len(f.seekers) > 0 && len(f.seekers) >= seats {
		return false, nil
	}
	f.Wish, f.seats, f.seekers = w, seats, append(f.seekers, g)
	return true, nil
}

// agree returns what both of two wishes ask for. It returns false if that is nothing.
func agree(a, b lobby.Wish) (lobby.Wish, bool) {
	w := lobby.Wish{
		Game: cmp.Or(a.Game, b.Game), Level: cmp.Or(a.Level, b.Level), Pace: cmp.Or(a.Pace, b.Pace), Quiet: cmp.Or(a.Quiet, b.Quiet),
		Hidden: a.Hidden, Languages: a.Languages,
	}
	one := func(x, y string) bool { return x == "" || y == "" || x == y }
	if !one(a.Game, b.Game) || !one(a.Level, b.Level) || !one(a.Pace, b.Pace) || a.Hidden != b.Hidden || a.Quiet != nil && b.Quiet != nil && *a.Quiet != *b.Quiet {
		return w, false
	}
	if len(a.Languages) == 0 || len(b.Languages) == 0 {
		w.Languages = slices.Concat(a.Languages, b.Languages)
		return w, true
	}
	w.Languages = nil
	for _, l := range a.Languages {
		if slices.Contains(b.Languages, l) {
			w.Languages = append(w.Languages, l)
		}
	}
	return w, len(w.Languages) > 0
}

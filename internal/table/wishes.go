package table

import (
	"context"
	"slices"

	"theriac/engine"
)

// Wishes determines what the table answers for the people who play there. The log has the resulting moves, but
// not the wishes.
type Wishes struct {
	// Once is the set of seats that want only one chance to interject per phase.
	Once engine.Seats
	// Solo means that one person holds all seats. The table then gives consent and declines to interject on
	// that person's behalf.
	Solo bool
}

// noWishes returns no wishes. It is used for entries that lead to no question.
func noWishes() Wishes { return Wishes{} }

// wishesOf returns a function that looks up the wishes of the people at a table when it is first called.
func (reg *Registry) wishesOf(ctx context.Context, table string) func() Wishes {
	var known *Wishes
	return func() Wishes {
		if known == nil {
			known = &Wishes{}
			if reg.wishes != nil {
				*known = reg.wishes(ctx, table)
			}
		}
		return *known
	}
}

// passed holds the verbs that a seat could have used instead of passing.
type passed struct{ verbs []engine.Verb }

// verbs returns the verbs that a seat can use now, other than passing.
func (s *State) verbs(seat engine.Seat) (list []engine.Verb) {
	v := s.Pos.Vocabulary()
	for _, m := range s.Pos.AppendMoves(nil, seat) {
		if !v.Verbs[m.Verb].Standing && !slices.Contains(list, m.Verb) {
			list = append(list, m.Verb)
		}
	}
	return list
}

// nothingNew reports whether a seat has passed in this phase and has no more choices now than it had then.
func (s *State) nothingNew(seat engine.Seat) bool {
	p := s.passed[seat]
	return p != nil && !slices.ContainsFunc(s.verbs(seat), func(v engine.Verb) bool { return !slices.Contains(p.verbs, v) })
}

// nextWished returns the next move that the table has to make because of a person's wish, or false if there is
// none.
func (s *State) nextWished(wishes func() Wishes) (Play, bool) {
	d := s.Pos.Decision()
	if d.Over || d.Once {
		return Play{}, false
	}
	v := s.Pos.Vocabulary()
	for seat := range d.Owing().Each {
		for _, m := range s.Pos.AppendMoves(nil, seat) {
			w := &v.Verbs[m.Verb]
			passes := w.Standing && len(w.Args) == 0
			if !passes && !w.Agrees {
				continue
			}
			if want := wishes(); want.Solo || passes && want.Once.Has(seat) && s.nothingNew(seat) {
				return Play{Seat: seat, Move: v.Move(m), Why: WhyStanding}, true
			}
		}
	}
	return Play{}, false
}

// playPromised makes the moves of standing passes and of wishes, and adds them to the entry.
func (s *State) playPromised(e *Entry, applied *AppliedEntry, wishes func() Wishes) error {
	for range maxFollowing {
		p, ok := s.nextStandingPass()
		if !ok {
			p, ok = s.nextWished(wishes)
		}
		if !ok {
			return nil
		}
		e.Plays = append(e.Plays, p)
		if err := s.move(p, applied); err != nil {
			return err
		}
	}
	return nil
}

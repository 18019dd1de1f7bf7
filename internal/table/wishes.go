package table

import (
	"context"
	"slices"

	"theriac/engine"
)

// Wishes is what the people on the seats want the table to answer for them. The moves
// are in the log as any other; the wishes themselves are not.
type Wishes struct {
	// Once is the seats that are asked only once in a phase whether they let its moments
	// go by.
	Once engine.Seats
	// Alone says that one person holds all seats, and wants to be asked neither for
	// consent among them nor whether moments go by.
	Alone bool
}

// noWishes is for entries after which nobody is asked.
func noWishes() Wishes { return Wishes{} }

// wishesOf reads the wishes at a table, at most once and only where they matter.
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

// passed is what a seat could have done when it let a moment go by.
type passed struct{ verbs []engine.Verb }

// verbs is what a seat can do now, other than to let the moment go by.
func (s *State) verbs(seat engine.Seat) (list []engine.Verb) {
	v := s.Pos.Vocabulary()
	for _, m := range s.Pos.AppendMoves(nil, seat) {
		if !v.Verbs[m.Verb].Standing && !slices.Contains(list, m.Verb) {
			list = append(list, m.Verb)
		}
	}
	return list
}

// nothingNew says whether a seat has passed in this phase, and can do nothing that it
// could not do then.
func (s *State) nothingNew(seat engine.Seat) bool {
	p := s.passed[seat]
	return p != nil && !slices.ContainsFunc(s.verbs(seat), func(v engine.Verb) bool { return !slices.Contains(p.verbs, v) })
}

// nextWished is the first move that the table makes now because somebody wants it to.
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
			if want := wishes(); want.Alone || passes && want.Once.Has(seat) && s.nothingNew(seat) {
				return Play{Seat: seat, Move: v.Move(m), Why: WhyStanding}, true
			}
		}
	}
	return Play{}, false
}

// playPromised makes the moves of standing passes and of wishes, and adds them to the
// entry.
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

package puzzles

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"

	"theriac/ai/puzzle"
)

// errElsewhere says that a guest's attempts go to another person.
var errElsewhere = errors.New("puzzles: they move to somebody else")

// Bring makes what a guest did with puzzles a person's: it is the same human, who signed
// in. A puzzle that the person has begun themselves is theirs already and is not rated
// again; one that the guest has not ended stays with the guest. The guest's record says
// first where they go: of two who want them, one gets them. It can be called again after
// a failure.
func (s *Store) Bring(ctx context.Context, guest, person string) error {
	sum := sha256.Sum256([]byte(person))
	to := hex.EncodeToString(sum[:])
	from, err := s.Get(ctx, guest)
	if err != nil || len(from.ended()) == 0 {
		return err
	}
	from, err = s.change(ctx, guest, func(r *Record) error {
		if r.Moves != "" && r.Moves != to {
			return errElsewhere
		}
		r.Moves = to
		return nil
	})
	if errors.Is(err, errElsewhere) {
		return nil
	}
	if err != nil {
		return err
	}
	into, err := s.change(ctx, person, func(r *Record) error {
		r.take(from)
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.change(ctx, guest, func(r *Record) error {
		for _, id := range r.ended() {
			if into.Attempts[id].Table == r.Attempts[id].Table {
				delete(r.Attempts, id)
			}
		}
		r.Moves = ""
		if len(r.Attempts) == 0 {
			*r = Record{Rating: NewRating(), Attempts: map[string]Attempt{}}
		}
		return nil
	})
	return err
}

// ended are the puzzles with a verdict, in the order in which they were begun.
func (r *Record) ended() []string {
	list := []string{}
	for id, a := range r.Attempts {
		if a.Verdict != puzzle.Open {
			list = append(list, id)
		}
	}
	slices.SortFunc(list, func(a, b string) int {
		return cmp.Or(r.Attempts[a].At.Compare(r.Attempts[b].At), cmp.Compare(a, b))
	})
	return list
}

// take adds the ended puzzles of another record, and rates those that are new.
func (r *Record) take(from Record) {
	ended := from.ended()
	if len(r.Attempts) == 0 { // nothing to add up
		r.Rating = from.Rating
		for _, id := range ended {
			r.Attempts[id] = from.Attempts[id]
		}
		return
	}
	for _, id := range ended {
		if _, begun := r.Attempts[id]; begun {
			continue
		}
		a := from.Attempts[id]
		a.Before = r.Rating.Rating
		if p, err := Find(id); err == nil { // one that is gone rates nobody
			r.Rating = r.Rating.After(Score{RatingOf(p), pointsFor(a.Verdict)})
		}
		a.After = r.Rating.Rating
		r.Attempts[id] = a
	}
}

// pointsFor is what a verdict counts.
func pointsFor(v puzzle.Verdict) float64 {
	if v == puzzle.Solved {
		return 1
	}
	return 0
}

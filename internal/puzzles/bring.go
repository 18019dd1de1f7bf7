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

// errElsewhere reports that a guest's attempts are already being moved to a different person.
var errElsewhere = errors.New("puzzles: they move to somebody else")

// Bring moves a guest's puzzles to a person who has just signed in, because both are the same human. If the
// person has already begun a puzzle, the person's attempt stays and is not rated again. Unfinished attempts
// stay with the guest. Before anything moves, the guest's record stores who gets the attempts, so that only one
// person can. After a failure the caller can call Bring again.
func (s *Store) Bring(ctx context.Context, guest, person string) error {
	sum := sha256.Sum256([]byte(person))
	to := hex.EncodeToString(sum[:])
	from, err := s.Get(ctx, guest)
	if err != nil || len(from.ended()) == 0 {
		return err
	}
	from, err = s.change(ctx, guest, func(r *Progress) error {
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
	into, err := s.change(ctx, person, func(r *Progress) error {
		r.take(from)
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.change(ctx, guest, func(r *Progress) error {
		for _, id := range r.ended() {
			if into.Attempts[id].Table == r.Attempts[id].Table {
				delete(r.Attempts, id)
			}
		}
		r.Moves = ""
		if len(r.Attempts) == 0 {
			*r = Progress{Rating: NewRating(), Attempts: map[string]Attempt{}}
		}
		return nil
	})
	return err
}

// ended returns the puzzles that have a verdict, in the order in which they were begun.
func (r *Progress) ended() []string {
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

// take adds the finished puzzles of the record from, and rates those that are new.
func (r *Progress) take(from Progress) {
	ended := from.ended()
	if len(r.Attempts) == 0 { // a person without attempts gets the guest's rating
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
		if p, err := Find(id); err == nil { // a puzzle that no longer exists does not change the rating
			r.Rating = r.Rating.After(Score{RatingOf(p), pointsFor(a.Verdict)})
		}
		a.After = r.Rating.Rating
		r.Attempts[id] = a
	}
}

// pointsFor returns the score of a verdict for the rating: 1 if the puzzle was solved, and 0 otherwise.
func pointsFor(v puzzle.Verdict) float64 {
	if v == puzzle.Solved {
		return 1
	}
	return 0
}

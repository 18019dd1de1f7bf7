// Package puzzles stores which puzzles people have tried, with what result, and their rating. It computes the
// result only from the log of the table.
//
// By design it refuses to trust a client, to rate a person twice for one puzzle, or to keep data of a deleted
// person.
package puzzles

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"sync"
	"time"

	"theriac/ai/puzzle"
	"theriac/games"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Errors that callers compare with errors.Is.
var (
	// ErrUnknown reports that a puzzle does not exist, or that no puzzle of the kind is left.
	ErrUnknown error = refusal.New(refusal.NotFound, "no-such-puzzle", "puzzles: no such puzzle")
	// ErrNotBegun reports that the person has not begun the puzzle.
	ErrNotBegun error = refusal.New(refusal.Conflict, "puzzle-not-begun", "puzzles: not begun")
)

// all returns every puzzle of every game. It reads them once.
var all = sync.OnceValue(func() (list []puzzle.Puzzle) {
	for _, e := range games.Entries {
		if e.Book == "" {
			continue
		}
		some, err := puzzle.Read(e.Book)
		if err != nil {
			panic("puzzles: " + e.Rules.Name() + ": " + err.Error())
		}
		list = append(list, some...)
	}
	return list
})

// All returns every puzzle of every game.
func All() []puzzle.Puzzle { return all() }

// Find returns the puzzle with the given id.
func Find(id string) (*puzzle.Puzzle, error) {
	for i := range all() {
		if p := &all()[i]; p.ID == id {
			return p, nil
		}
	}
	return nil, ErrUnknown
}

// RatingOf returns how hard a puzzle is: the rating of a player who solves it half of the time. It depends only
// on the puzzle's grade.
func RatingOf(p *puzzle.Puzzle) Rating {
	return Rating{Rating: 1000 + 250*float64(p.Grade-1), Deviation: 80, Volatility: 0.06}
}

// Attempt is a person's attempt at a puzzle.
type Attempt struct {
	Table   string         `json:"table"`   // the table of the attempt that counts
	Verdict puzzle.Verdict `json:"verdict"` // the verdict of the first attempt
	At      time.Time      `json:"at"`
	Before  float64        `json:"before,omitempty"` // the person's rating before and after the attempt
	After   float64        `json:"after,omitempty"`
	Again   string         `json:"again,omitempty"` // the table of a later attempt, which does not count
}

// Progress is everything that is stored about a person's puzzles.
type Progress struct {
	Rating   Rating             `json:"rating"`
	Attempts map[string]Attempt `json:"attempts"`
	Last     string             `json:"last,omitempty"` // the table of the most recent attempt
	// Moves is set while a guest's attempts move to the person as whom the guest signed in. It is a hash of the
	// person's id.
	Moves string `json:"moves,omitempty"`
}

// Done returns the most recent table if the person has finished with it: its puzzle has a verdict, or the
// person had tried that puzzle before.
func (r *Progress) Done() string {
	for _, a := range r.Attempts {
		if a.Table == r.Last && a.Verdict != puzzle.Open || a.Again == r.Last {
			return r.Last
		}
	}
	return ""
}

// Store stores people's Progress.
type Store struct {
	KV  store.KV
	Now func() time.Time
}

// Bucket is the name of the bucket with all Progress records.
const Bucket = "puzzles"

// Buckets declares the bucket of this package, for exporting and forgetting people.
func (s *Store) Buckets() []store.Bucket {
	return []store.Bucket{{Name: Bucket, Export: store.Exports(s.Get), Forget: s.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
		tried, err := s.Get(ctx, person)
		return len(tried.Attempts) > 0, err
	}}}
}

// Get returns a person's Progress, which is empty for a new person.
func (s *Store) Get(ctx context.Context, person string) (Progress, error) {
	r, _, err := s.read(ctx, person)
	return r, err
}

func (s *Store) read(ctx context.Context, person string) (Progress, uint64, error) {
	r := Progress{Rating: NewRating(), Attempts: map[string]Attempt{}}
	kept, err := s.KV.Get(ctx, person)
	if errors.Is(err, store.ErrAbsent) {
		return r, 0, nil
	}
	if err != nil {
		return r, 0, fmt.Errorf("puzzles: %w", err)
	}
	if store.Newer(kept.Data, &Progress{}) {
		return r, 0, fmt.Errorf("puzzles: %w", store.ErrNewer)
	}
	if err := json.Unmarshal(kept.Data, &r); err != nil || r.Attempts == nil {
		return r, 0, fmt.Errorf("puzzles: %w", store.ErrDamaged)
	}
	return r, kept.Version, nil
}

// change applies f to a person's Progress and writes it.
func (s *Store) change(ctx context.Context, person string, f func(*Progress) error) (Progress, error) {
	for {
		r, version, err := s.read(ctx, person)
		if err != nil {
			return r, err
		}
		if err := f(&r); err != nil {
			return r, err
		}
		data, err := json.Marshal(r)
		if err != nil {
			return r, err
		}
		_, err = s.KV.Put(ctx, person, version, data)
		if errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			err = fmt.Errorf("puzzles: %w", err)
		}
		return r, err
	}
}

// Begin records the table at which a person tries a puzzle. Only the first table of a puzzle counts.
func (s *Store) Begin(ctx context.Context, person, id, table string) (Progress, error) {
	return s.change(ctx, person, func(r *Progress) error {
		a, begun := r.Attempts[id]
		if begun && a.Verdict != puzzle.Open {
			a.Again = table
		} else if !begun {
			a = Attempt{Table: table, Verdict: puzzle.Open, At: s.Now().UTC()}
		}
		r.Attempts[id], r.Last = a, table
		return nil
	})
}

// Settle records the result of the attempt that counts, and updates the person's rating. It does so only once.
func (s *Store) Settle(ctx context.Context, person string, p *puzzle.Puzzle, v puzzle.Verdict) (Progress, error) {
	return s.change(ctx, person, func(r *Progress) error {
		a, begun := r.Attempts[p.ID]
		if !begun {
			return ErrNotBegun
		}
		if a.Verdict != puzzle.Open || v == puzzle.Open {
			return nil
		}
		a.Verdict, a.Before = v, r.Rating.Rating
		r.Rating = r.Rating.After(Score{RatingOf(p), pointsFor(v)})
		a.After = r.Rating.Rating
		r.Attempts[p.ID] = a
		return nil
	})
}

// Forget removes everything that this package stores about a person.
func (s *Store) Forget(ctx context.Context, person string) error {
	if err := s.KV.Delete(ctx, person); err != nil {
		return fmt.Errorf("puzzles: forget: %w", err)
	}
	return nil
}

// Next returns a puzzle for a person to try. It prefers one that the person has begun and not finished.
// Otherwise it chooses a new one whose difficulty is close to the person's rating. In each game, people begin
// with the easiest grade. They reach the next grade by solving a puzzle of the grade below. An empty kind means
// any kind.
func (r *Progress) Next(person, game, kind string) (*puzzle.Puzzle, error) {
	var fits []*puzzle.Puzzle
	highest, easiest := 1, puzzle.Grades
	for i := range all() {
		p := &all()[i]
		a, begun := r.Attempts[p.ID]
		if p.Game == game && (kind == "" || p.Kind == kind) && (!begun || a.Verdict == puzzle.Open) {
			fits = append(fits, p)
			easiest = min(easiest, p.Grade)
		}
		if p.Game == game && a.Verdict == puzzle.Solved {
			highest = max(highest, p.Grade+1)
		}
	}
	if len(fits) == 0 {
		return nil, ErrUnknown
	}
	order := func(p *puzzle.Puzzle) uint64 { // a random order of the puzzles that differs for each person
		h := fnv.New64a()
		h.Write([]byte(person + p.ID))
		return h.Sum64()
	}
	return slices.MinFunc(fits, func(a, b *puzzle.Puzzle) int {
		_, begunA := r.Attempts[a.ID]
		_, begunB := r.Attempts[b.ID]
		if begunA != begunB {
			if begunA {
				return -1
			}
			return 1
		}
		above := func(p *puzzle.Puzzle) int { return max(0, p.Grade-max(highest, easiest)) }
		far := func(p *puzzle.Puzzle) float64 { return math.Abs(RatingOf(p).Rating - r.Rating.Rating) }
		return cmp.Or(cmp.Compare(above(a), above(b)), cmp.Compare(far(a), far(b)), cmp.Compare(order(a), order(b)))
	}), nil
}

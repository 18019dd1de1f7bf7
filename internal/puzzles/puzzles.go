// Package puzzles keeps what people did with the puzzles: which they have tried, how that went,
// and their rating. How it went follows from the log of the table alone.
//
// It refuses to believe a client, to rate anybody twice for one puzzle, and to keep anything of
// a person who was forgotten.
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

// Errors to compare with errors.Is.
var (
	// ErrUnknown says that there is no such puzzle, or no more of the kind.
	ErrUnknown error = refusal.New(refusal.NotFound, "no-such-puzzle", "puzzles: no such puzzle")
	// ErrNotBegun says that a person has not begun a puzzle.
	ErrNotBegun error = refusal.New(refusal.Conflict, "puzzle-not-begun", "puzzles: not begun")
)

// all is every puzzle of every game.
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

// All is every puzzle of every game.
func All() []puzzle.Puzzle { return all() }

// Find is the puzzle with that id.
func Find(id string) (*puzzle.Puzzle, error) {
	for i := range all() {
		if p := &all()[i]; p.ID == id {
			return p, nil
		}
	}
	return nil, ErrUnknown
}

// RatingOf is how hard a puzzle is, as the strength of somebody who solves it every other
// time. It follows from its grade.
func RatingOf(p *puzzle.Puzzle) Rating {
	return Rating{Rating: 1000 + 250*float64(p.Grade-1), Deviation: 80, Volatility: 0.06}
}

// Attempt is what a person did with a puzzle.
type Attempt struct {
	Table   string         `json:"table"`   // the one that counts
	Verdict puzzle.Verdict `json:"verdict"` // of the first time
	At      time.Time      `json:"at"`
	Before  float64        `json:"before,omitempty"` // the rating
	After   float64        `json:"after,omitempty"`
	Again   string         `json:"again,omitempty"` // a later table, which does not count
}

// Record is what is kept of a person.
type Record struct {
	Rating   Rating             `json:"rating"`
	Attempts map[string]Attempt `json:"attempts"`
	Last     string             `json:"last,omitempty"` // the table that they sat down at last
	// Moves says that the attempts of a guest who signed in go to another person, by a hash
	// of their id, while they do.
	Moves string `json:"moves,omitempty"`
}

// Done is the last table, where its puzzle has a verdict or was tried before: nobody has to
// come back to it.
func (r *Record) Done() string {
	for _, a := range r.Attempts {
		if a.Table == r.Last && a.Verdict != puzzle.Open || a.Again == r.Last {
			return r.Last
		}
	}
	return ""
}

// Store keeps the records.
type Store struct {
	KV  store.KV
	Now func() time.Time
}

// Bucket is the name of the bucket.
const Bucket = "puzzles"

// Buckets declares what is stored of attempts.
func (s *Store) Buckets() []store.Bucket {
	return []store.Bucket{{Name: Bucket, Export: store.Exports(s.Get), Forget: s.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
		tried, err := s.Get(ctx, person)
		return len(tried.Attempts) > 0, err
	}}}
}

// Get is a person's record; of somebody who has tried none, a new one.
func (s *Store) Get(ctx context.Context, person string) (Record, error) {
	r, _, err := s.read(ctx, person)
	return r, err
}

func (s *Store) read(ctx context.Context, person string) (Record, uint64, error) {
	r := Record{Rating: NewRating(), Attempts: map[string]Attempt{}}
	kept, err := s.KV.Get(ctx, person)
	if errors.Is(err, store.ErrAbsent) {
		return r, 0, nil
	}
	if err != nil {
		return r, 0, fmt.Errorf("puzzles: %w", err)
	}
	if store.Newer(kept.Data, &Record{}) {
		return r, 0, fmt.Errorf("puzzles: %w", store.ErrNewer)
	}
	if err := json.Unmarshal(kept.Data, &r); err != nil || r.Attempts == nil {
		return r, 0, fmt.Errorf("puzzles: %w", store.ErrDamaged)
	}
	return r, kept.Version, nil
}

// change changes a person's record.
func (s *Store) change(ctx context.Context, person string, f func(*Record) error) (Record, error) {
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

// Begin notes the table at which a person tries a puzzle. The first table is the one that
// counts.
func (s *Store) Begin(ctx context.Context, person, id, table string) (Record, error) {
	return s.change(ctx, person, func(r *Record) error {
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

// Settle notes how the attempt that counts went, once, and rates the person.
func (s *Store) Settle(ctx context.Context, person string, p *puzzle.Puzzle, v puzzle.Verdict) (Record, error) {
	return s.change(ctx, person, func(r *Record) error {
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

// Forget removes all that is kept of a person.
func (s *Store) Forget(ctx context.Context, person string) error {
	if err := s.KV.Delete(ctx, person); err != nil {
		return fmt.Errorf("puzzles: forget: %w", err)
	}
	return nil
}

// Next is a puzzle for a person: one that they have begun and not ended, or else one that they
// have not tried and that is about as hard as they are strong. In each game somebody begins with
// the easiest, and meets a grade once they have solved one of the grade below. Empty kind: any.
func (r *Record) Next(person, game, kind string) (*puzzle.Puzzle, error) {
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
	order := func(p *puzzle.Puzzle) uint64 { // everybody has an order of their own
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

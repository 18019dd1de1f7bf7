package puzzles

import (
	"sync"
	"testing"
	"time"

	"theriac/ai/puzzle"
	"theriac/internal/store/memstore"
)

// A guest's puzzles move to the person who signs in. No puzzle is rated twice, and the person's own attempts
// take precedence. If several people try, only one gets the guest's puzzles.
func TestBring(t *testing.T) {
	ctx := t.Context()
	now := time.Date(2031, 5, 5, 12, 0, 0, 0, time.UTC)
	s := &Store{KV: memstore.New().KV("puzzles"), Now: func() time.Time { return now }}
	try := func(person string, i int, table string, v puzzle.Verdict) {
		t.Helper()
		now = now.Add(time.Minute)
		p := &All()[i]
		if _, err := s.Begin(ctx, person, p.ID, table); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Settle(ctx, person, p, v); err != nil {
			t.Fatal(err)
		}
	}
	get := func(person string) Progress {
		t.Helper()
		r, err := s.Get(ctx, person)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	bring := func(guest, person string) {
		t.Helper()
		if err := s.Bring(ctx, guest, person); err != nil {
			t.Fatal(err)
		}
	}
	// A person without attempts gets the guest's rating.
	try("guest", 0, "g0", puzzle.Solved)
	try("guest", 1, "g1", puzzle.Failed)
	try("guest", 2, "g2", puzzle.Open)
	was := get("guest")
	bring("guest", "new")
	if r := get("new"); len(r.Attempts) != 2 || r.Rating != was.Rating || r.Attempts[All()[0].ID] != was.Attempts[All()[0].ID] {
		t.Errorf("%+v", r)
	}
	left := get("guest")
	if _, open := left.Attempts[All()[2].ID]; len(left.Attempts) != 1 || !open || left.Moves != "" {
		t.Errorf("the guest has %+v", left)
	}
	bring("guest", "new")
	bring("guest", "other")
	if r := get("other"); len(r.Attempts) != 0 {
		t.Errorf("the other has %+v", r)
	}

	// If a person has their own attempts, the guest's puzzles are rated as if the person had tried them now.
	try("ada", 0, "a0", puzzle.Failed)
	try("second", 0, "s0", puzzle.Solved)
	try("second", 3, "s3", puzzle.Solved)
	before := get("ada")
	want := before.Rating.After(Score{RatingOf(&All()[3]), 1})
	bring("second", "ada")
	r := get("ada")
	if own := r.Attempts[All()[0].ID]; own.Table != "a0" || own.Verdict != puzzle.Failed || r.Rating != want || len(r.Attempts) != 2 {
		t.Errorf("%+v, want the rating %+v", r, want)
	}
	if a := r.Attempts[All()[3].ID]; a.Table != "s3" || a.Before != before.Rating.Rating || a.After != want.Rating {
		t.Errorf("%+v", a)
	}
	bring("second", "ada") // the puzzle that both have tried stays with the guest and is not counted
	if again := get("ada"); again.Rating != want {
		t.Errorf("rated twice: %+v", again.Rating)
	}

	try("third", 4, "t4", puzzle.Solved)
	people := []string{"p1", "p2", "p3", "p4"}
	var all sync.WaitGroup
	for _, p := range people {
		all.Go(func() {
			if err := s.Bring(ctx, "third", p); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	have := 0
	for _, p := range people {
		have += len(get(p).Attempts)
	}
	if have != 1 || len(get("third").Attempts) != 0 {
		t.Errorf("%d have it", have)
	}
}

package sqlite_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/state/statetest"
)

// Random frames of operations give the same answers and rows as on plain maps, even after restarts and kills.
func TestSameAsMaps(t *testing.T) {
	for seed := range often(4) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { testSameAsMaps(t, rand.New(rand.NewPCG(uint64(seed), 9))) })
	}
}

func testSameAsMaps(t *testing.T, rng *rand.Rand) {
	dir, want := t.TempDir(), statetest.New()
	s := open(t, dir)
	for step := range 150 {
		var ops []state.Op
		for range 1 + rng.IntN(8) {
			ops = append(ops, want.Random(rng))
		}
		frame := s.Frame() + 1
		got := must(s.Propose(t.Context(), ops...))(t)
		for i, op := range ops {
			answer := must(state.Apply(want, state.Place(frame, i), op))(t)
			if answer != got[i] {
				t.Fatalf("step %d, %T %+v: %+v instead of %+v", step, op, op, got[i], answer)
			}
		}
		switch rng.IntN(30) {
		case 0:
			s.Close()
			s = open(t, dir)
		case 1:
			killed := filepath.Join(t.TempDir(), "killed")
			s.Kill(func() { copyFiles(t, dir, killed) })
			dir = killed
			s = open(t, dir)
		}
	}
	same(t, dir, want)
	s.Close()
	same(t, dir, want)
}

// same checks that the rows of a file equal the wanted ones.
func same(t *testing.T, dir string, want *statetest.Rows) {
	t.Helper()
	got := statetest.New()
	ok(t, sqlite.RawRows(context.Background(), filepath.Join(dir, sqlite.FileName), func(row any) error {
		switch row := row.(type) {
		case state.Entry:
			return got.AddEntry(row)
		case state.Game:
			return got.AddGame(row)
		case state.Record:
			return got.SetRecord(row)
		case state.Line:
			return got.AddLine(row, state.LinesKept)
		case state.Remind:
			return got.SetReminder(row.Table, row.At)
		}
		return fmt.Errorf("%T", row)
	}))
	if a, b := got.Dump(), want.Dump(); !slices.Equal(a, b) {
		t.Fatalf("%d rows and %d:\n%v\n%v", len(a), len(b), a, b)
	}
}

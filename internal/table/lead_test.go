package table_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/store"
	"theriac/internal/table"
)

// A table can begin with moves taken from another game. They are part of its first entry on every node. From
// there, the game continues like the game that they were taken from.
func TestLead(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		a, b := nodes(t, open, newClock())
		ctx := within(t)
		first := a.begun(t, "tablefirst", header(t, 5), time.Hour)
		playOut(t, first, rand.New(rand.NewPCG(5, 5)), 1000)
		over := first.State()
		if !over.Over {
			t.Fatal("the game is not over")
		}
		if _, err := over.Lead(over.Moves()); err == nil {
			t.Error("one can play on after the end")
		}
		const at = 9
		lead, err := over.Lead(at)
		if err != nil || len(lead) != at {
			t.Fatal(lead, err)
		}

		if err := a.Begin(ctx, "tablebranch", over.Header(), table.Limit{Each: time.Hour}, lead...); err != nil {
			t.Fatal(err)
		}
		if err := b.Begin(ctx, "tablebranch", over.Header(), table.Limit{Each: time.Hour}, lead...); err != nil {
			t.Fatal("it cannot be begun again after a crash:", err)
		}
		there := b.open(t, "tablebranch")
		s := there.State()
		if s.N != 0 || s.Moves() != at || s.Over {
			t.Fatalf("entry %d, %d moves, over %v", s.N, s.Moves(), s.Over)
		}
		for _, p := range s.LastPlays() {
			if p.Why != table.WhyLead {
				t.Errorf("%+v", p)
			}
		}
		playOut(t, there, rand.New(rand.NewPCG(7, 7)), 1000)
		end := there.State()
		again := a.open(t, "tablebranch")
		if err := again.Fresh(ctx); err != nil {
			t.Fatal(err)
		}
		if got := again.State(); !got.Over || got.Moves() != end.Moves() || !reflect.DeepEqual(code(got.Pos), code(end.Pos)) {
			t.Errorf("another node has %d moves of %d", got.Moves(), end.Moves())
		}
		if short, err := end.Lead(at); err != nil || !reflect.DeepEqual(short, lead) {
			t.Errorf("%v %v", short, err)
		}

		for _, bad := range []string{"", "0", "x pass", "9 pass", "0 nonsense"} {
			err := a.Begin(ctx, "tablebad", over.Header(), table.Limit{Each: time.Hour}, bad)
			if refused := (*table.Refusal)(nil); !errors.As(err, &refused) || refused.ID != table.RefusedNotation {
				t.Errorf("%q: %v", bad, err)
			}
		}
	})
}

func code(p engine.Session) []byte { return engine.AppendCode(nil, p.Code) }

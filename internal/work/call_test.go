package work

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
)

// A call is answered by a worker that comes later, and another worker has it where the
// first one is lost. Calls of one table do not disturb each other.
func TestCall(t *testing.T) {
	st := jetstreamtest.One(t)
	stop, err := st.Work().Hand(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	h, pos := begin(t, games.Entries[0].Rules, nil, 3)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()

	var calls sync.WaitGroup
	for _, part := range []string{"a", "b"} {
		calls.Go(func() {
			it := AskChance(h, pos, engine.SeatsOf(0))
			it.ID, it.Kind = part, "prophecy"
			a, err := Call(ctx, st.Work(), "table", part, it)
			if !errors.Is(err, ErrFailed) || a.ID != part || a.Failed == "" {
				t.Errorf("%s: %+v %v", part, a, err)
			}
		})
	}
	lost, err := st.Worker()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := lost.Take(ctx); !ok || err != nil {
		t.Fatal("nothing to take", err)
	}
	lost.Close()
	w, err := st.Worker()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	working, done := context.WithCancel(ctx)
	var workers sync.WaitGroup
	workers.Go(func() {
		Run(working, Config{Jobs: w, Count: 1, Now: time.Now, HoldEvery: jetstream.HoldEvery, Logger: slog.New(slog.DiscardHandler)})
	})
	calls.Wait()
	done()
	workers.Wait()
	if ctx.Err() != nil {
		t.Error("not in time")
	}
	if _, err := Call(working, st.Work(), "table", "c", AskChance(h, pos, engine.SeatsOf(0))); err == nil {
		t.Error("an answer after the end")
	}
}

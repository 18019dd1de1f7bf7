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
	"theriac/internal/wire"
	"theriac/internal/wire/wiretest"
)

// A worker that starts after a call can still answer it. If a worker is lost, another one gets the item. Calls
// for one table do not affect each other.
func TestCall(t *testing.T) {
	q := wiretest.Queues(t, 1)[0]
	stop, err := q.Hand(nil)
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
			a, err := Call(ctx, q, "table", part, it)
			if !errors.Is(err, ErrFailed) || a.ID != part || a.Failed == "" {
				t.Errorf("%s: %+v %v", part, a, err)
			}
		})
	}
	lost, err := q.Worker()
	if err != nil {
		t.Fatal(err)
	}
	if _, ok, err := lost.Take(ctx); !ok || err != nil {
		t.Fatal("nothing to take", err)
	}
	lost.Close()
	w, err := q.Worker()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	working, done := context.WithCancel(ctx)
	var workers sync.WaitGroup
	workers.Go(func() {
		Run(working, Config{Jobs: w, Count: 1, Now: time.Now, HoldEvery: wire.HoldEvery, Logger: slog.New(slog.DiscardHandler)})
	})
	calls.Wait()
	done()
	workers.Wait()
	if ctx.Err() != nil {
		t.Error("not in time")
	}
	if _, err := Call(working, q, "table", "c", AskChance(h, pos, engine.SeatsOf(0))); err == nil {
		t.Error("an answer after the end")
	}
}

package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/order"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Report describes the contents of a store, and the damage in it.
type Report struct {
	People  int
	Tables  map[lobby.Status]int // number of tables by status
	Games   int                  // number of games replayed from their first entry
	Entries int                  // number of entries in these games
	Broken  []BrokenGame
	Newer   []BrokenGame // undamaged games written by a newer version of the program
	Order   order.Findings
}

// BrokenGame is a game that cannot be replayed, with the reason.
type BrokenGame struct {
	Table string
	Err   error
}

// Check reads everything in a store and replays every game in it. It changes nothing: no seat's time runs out,
// and no game is archived.
func Check(ctx context.Context, st *Storage, log *slog.Logger, progress func(done, total int)) (*Report, error) {
	s, r := st.Store, &Report{Tables: map[lobby.Status]int{}}
	people, err := s.KV(identity.BucketPeople).List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("people: %w", err)
	}
	r.People = len(people)
	if r.Order, err = checkOrder(ctx, s); err != nil {
		return nil, err
	}
	games, err := r.begun(ctx, s)
	if err != nil {
		return nil, err
	}
	registry := table.NewRegistry(table.Config{
		Log: readOnlyLog{s.Log()}, Feed: s.Feed(), Clock: stoppedClock{}, Observe: debugObserver{log}, Standalone: true,
	})
	defer registry.Close()
	for i, id := range games {
		if err := r.fold(ctx, registry, id); err != nil {
			return nil, err
		}
		if progress != nil {
			progress(i+1, len(games))
		}
		if i%sweepAfter == 0 {
			registry.Sweep(-time.Second)
		}
	}
	return r, nil
}

// sweepAfter is about how many games Check holds in memory at the same time.
const sweepAfter = 256

// begun lists the games to check: those of tables that have started, and all others that have a log.
func (r *Report) begun(ctx context.Context, s store.Store) ([]string, error) {
	records, err := s.KV(lobby.BucketTables).List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	games := map[string]struct{}{}
	for _, rec := range records {
		t, seed, err := readTable(rec.Data)
		if err != nil {
			r.Broken = append(r.Broken, BrokenGame{rec.Key, err})
			continue
		}
		r.Tables[t.Status]++
		if !t.Started.IsZero() && !seed {
			games[t.ID] = struct{}{}
		}
	}
	err = s.Log().Tables(ctx, func(id string) bool {
		games[id] = struct{}{}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("logs: %w", err)
	}
	return slices.Sorted(maps.Keys(games)), nil
}

func (r *Report) fold(ctx context.Context, registry *table.Registry, id string) error {
	t, err := registry.Open(ctx, id)
	if errors.Is(err, store.ErrUnavailable) || ctx.Err() != nil {
		return fmt.Errorf("table %s: %w", id, err)
	}
	if err == nil {
		defer t.Release()
		err = t.Damaged()
	}
	switch {
	case errors.Is(err, table.ErrNewer):
		r.Newer = append(r.Newer, BrokenGame{id, err})
		return nil
	case err != nil:
		r.Broken = append(r.Broken, BrokenGame{id, err})
		return nil
	}
	r.Games++
	r.Entries += t.State().N + 1 // plus the opening entry, which has number 0
	return nil
}

// readOnlyLog is a log that rejects writes, so that Check cannot change the store.
type readOnlyLog struct{ store.Log }

func (readOnlyLog) Append(context.Context, string, uint64, string, []byte) (uint64, error) {
	return 0, store.ErrUnavailable
}
func (readOnlyLog) SaveSnapshot(context.Context, string, []byte) error { return nil }
func (readOnlyLog) Archive(context.Context, string, []byte) error      { return nil }
func (readOnlyLog) Remind(context.Context, string, time.Time) error    { return nil }

// stoppedClock is a clock whose timers never fire, so that Check plays no moves.
type stoppedClock struct{ realTime }

func (stoppedClock) AfterFunc(time.Duration, func()) (stop func()) { return func() {} }

// debugObserver logs only at debug level, because the report already lists what is broken.
type debugObserver struct{ log *slog.Logger }

func (debugObserver) Appended(time.Duration)        {}
func (m debugObserver) Broken(id string, err error) { m.log.Debug("broken", "table", id, "err", err) }
func (m debugObserver) Failed(doing, id string, err error) {
	m.log.Debug("could not "+doing, "table", id, "err", err)
}

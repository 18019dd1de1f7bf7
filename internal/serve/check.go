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
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
	"theriac/internal/table"
)

// Report says what a store holds, and what of it is damaged.
type Report struct {
	People  int
	Tables  map[lobby.Status]int // by status
	Games   int                  // games folded from their first entry
	Entries int                  // their entries
	Broken  []BrokenGame
	Newer   []BrokenGame // sound, and written by a newer version of the program
	Away    int          // games in a bucket that was not reached
	AwayWhy error        // why the last of them was not
}

// BrokenGame is a game that does not fold.
type BrokenGame struct {
	Table string
	Err   error
}

// Check reads everything that a store holds and folds every game in it. It
// changes nothing: no clock runs out, nothing is archived.
func Check(ctx context.Context, st *Storage, log *slog.Logger, progress func(done, total int)) (*Report, error) {
	s, r := st.Store, &Report{Tables: map[lobby.Status]int{}}
	people, err := s.KV(identity.BucketPeople).List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("people: %w", err)
	}
	r.People = len(people)
	games, err := r.begun(ctx, s)
	if err == nil && st.Shared != nil {
		err = st.Shared.InOrder(ctx, games)
	}
	if err != nil {
		return nil, err
	}
	registry := table.NewRegistry(table.Config{
		Log: readOnlyLog{s.Log()}, Feed: s.Feed(), Clock: stoppedClock{}, Observe: debugObserver{log}, Alone: true,
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

// sweepAfter is about how many games stay in memory at once.
const sweepAfter = 256

// begun lists the games: those of tables that have started, and every log.
func (r *Report) begun(ctx context.Context, s Engine) ([]string, error) {
	records, err := s.KV(lobby.BucketTables).List(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	games, live := map[string]struct{}{}, make(map[string]struct{}, len(records))
	count := func(id string, data []byte) {
		t, seed, err := readTable(data)
		if err != nil {
			r.Broken = append(r.Broken, BrokenGame{id, err})
			return
		}
		r.Tables[t.Status]++
		if !t.Started.IsZero() && !seed {
			games[t.ID] = struct{}{}
		}
	}
	for _, rec := range records {
		live[rec.Key] = struct{}{}
		count(rec.Key, rec.Data)
	}
	err = lists.EachVolume(ctx, s.KV(lobby.BucketVolumes), func(id string, data []byte) error {
		if _, newer := live[id]; !newer {
			count(id, data)
		}
		return nil
	})
	switch {
	case errors.Is(err, store.ErrDamaged), errors.Is(err, store.ErrNewer):
		r.Broken = append(r.Broken, BrokenGame{lobby.BucketVolumes, err})
	case err != nil:
		return nil, fmt.Errorf("tables: %w", err)
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
	if errors.Is(err, store.ErrAway) && ctx.Err() == nil {
		r.Away, r.AwayWhy = r.Away+1, err
		return nil
	}
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
	r.Entries += t.State().N + 1 // the opening is the one numbered 0
	return nil
}

// readOnlyLog is a log that takes no writes.
type readOnlyLog struct{ store.Log }

func (readOnlyLog) Append(context.Context, string, uint64, string, []byte) (uint64, error) {
	return 0, store.ErrUnavailable
}
func (readOnlyLog) SaveSnapshot(context.Context, string, []byte) error { return nil }
func (readOnlyLog) Archive(context.Context, string, []byte) error      { return nil }
func (readOnlyLog) Remind(context.Context, string, time.Time) error    { return nil }

// stoppedClock is a clock whose timers never fire.
type stoppedClock struct{ realTime }

func (stoppedClock) AfterFunc(time.Duration, func()) (stop func()) { return func() {} }

// debugObserver logs at debug level only: the report lists what is broken.
type debugObserver struct{ log *slog.Logger }

func (debugObserver) Appended(time.Duration)        {}
func (m debugObserver) Broken(id string, err error) { m.log.Debug("broken", "table", id, "err", err) }
func (m debugObserver) Failed(doing, id string, err error) {
	m.log.Debug("could not "+doing, "table", id, "err", err)
}

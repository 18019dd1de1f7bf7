package memstore

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"theriac/internal/state"
	"theriac/internal/state/maprows"
	"theriac/internal/store"
)

// logs implements store.Log.
type logs struct{ *Store }

// View holds all of a store's data about one table at one moment. It is immutable.
type View struct {
	log            []state.Entry
	snapshot, game []byte
}

// View returns all data that the store has about a table.
func (s *Store) View(table string) View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return View{s.rows.Entries(table), s.rows.Snapshots[table], s.rows.Games[table].Data}
}

// Last returns the newest entry, or ErrAbsent.
func (v View) Last() (store.Item, error) {
	if len(v.log) == 0 {
		return store.Item{}, store.ErrAbsent
	}
	return item(v.log[len(v.log)-1]), nil
}

// After returns the entries whose positions are greater than after.
func (v View) After(after uint64) []store.Item {
	first, _ := slices.BinarySearchFunc(v.log, after+1, func(e state.Entry, at uint64) int {
		if e.At < at {
			return -1
		}
		return 1
	})
	if first == len(v.log) {
		return nil
	}
	items := make([]store.Item, 0, len(v.log)-first)
	for _, e := range v.log[first:] {
		items = append(items, item(e))
	}
	return items
}

// Snapshot returns the table's snapshot.
func (v View) Snapshot() ([]byte, error) { return there(v.snapshot) }

// Game returns the archived game.
func (v View) Game() ([]byte, error) { return there(v.game) }

func item(e state.Entry) store.Item { return store.Item{At: e.At, Data: e.Data} }

func there(data []byte) ([]byte, error) {
	if data == nil {
		return nil, store.ErrAbsent
	}
	return data, nil
}

// view checks the table's name and the context before it returns the table's View.
func (l logs) view(ctx context.Context, table string) (v View, err error) {
	if err := store.CheckName(table); err != nil {
		return v, err
	}
	if err := l.read(ctx, func(*maprows.Rows) error { return nil }); err != nil {
		return v, err
	}
	return l.View(table), nil
}

func (l logs) Append(ctx context.Context, table string, after uint64, key string, data []byte) (uint64, error) {
	if err := errors.Join(store.CheckName(table), store.CheckAttempt(key)); err != nil {
		return 0, err
	}
	return l.write(ctx, state.Append{Table: table, After: after, Key: key, Data: data})
}

func (l logs) Last(ctx context.Context, table string, fresh bool) (store.Item, error) {
	if fresh {
		if err := l.fresh(ctx); err != nil {
			return store.Item{}, err
		}
	}
	v, err := l.view(ctx, table)
	if err != nil {
		return store.Item{}, err
	}
	return v.Last()
}

func (l logs) After(ctx context.Context, table string, after uint64) ([]store.Item, error) {
	v, err := l.view(ctx, table)
	return v.After(after), err
}

func (l logs) Confirm(ctx context.Context, table string, at uint64) error {
	it, err := l.Last(ctx, table, true)
	if errors.Is(err, store.ErrAbsent) {
		err = nil
	}
	if err == nil && it.At != at {
		return store.ErrConflict
	}
	return err
}

func (l logs) SaveSnapshot(ctx context.Context, table string, data []byte) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	return l.read(ctx, func(r *maprows.Rows) error {
		if r.Games[table].Data == nil { // a finished game needs no snapshot
			r.Snapshots[table] = maprows.Copied(data)
		}
		return nil
	})
}

func (l logs) Snapshot(ctx context.Context, table string) ([]byte, error) {
	v, err := l.view(ctx, table)
	if err != nil {
		return nil, err
	}
	return v.Snapshot()
}

func (l logs) Archive(ctx context.Context, table string, data []byte) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	_, err := l.write(ctx, state.Archive{Table: table, Data: data})
	return err
}

func (l logs) Archived(ctx context.Context, table string) ([]byte, error) {
	v, err := l.view(ctx, table)
	if err == nil && v.game == nil { // another node may just have archived the game
		if err = l.fresh(ctx); err == nil {
			v, err = l.view(ctx, table)
		}
	}
	if err != nil {
		return nil, err
	}
	return v.Game()
}

func (l logs) Tables(ctx context.Context, f func(table string) bool) error {
	var names []string
	err := l.read(ctx, func(r *maprows.Rows) error {
		names = sorted(r.Logs)
		return nil
	})
	for _, name := range names {
		if !f(name) {
			break
		}
	}
	return err
}

func (l logs) Remind(ctx context.Context, table string, at time.Time) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	_, err := l.write(ctx, state.Remind{Table: table, At: at.UnixMilli()})
	l.due.Set(table, at.UnixMilli())
	return err
}

func (l logs) Due(ctx context.Context, now time.Time) (list []store.Reminder, err error) {
	var past []state.Op
	err = l.read(ctx, func(r *maprows.Rows) error {
		var due []state.Done
		for _, table := range sorted(r.Reminders) {
			if at := r.Reminders[table]; at <= now.UnixMilli() {
				due = append(due, state.Done{Table: table, At: at})
			}
		}
		list, past = l.due.Name(due, now)
		return nil
	})
	if err == nil {
		for part := range slices.Chunk(past, state.MaxFrameOps) {
			if _, err := l.propose(ctx, part...); err != nil {
				break // the next call removes the other reminders
			}
		}
	}
	return list, err
}

// sorted returns the keys of a map in ascending order.
func sorted[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

package memstore

import (
	"context"
	"errors"
	"slices"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// logs is the logs of tables.
type logs struct{ *Store }

// View is what a store has of a table at a moment. It stays as it is.
type View struct {
	log            []state.Entry
	snapshot, game []byte
}

// View is what there is of a table now.
func (s *Store) View(table string) View {
	s.mu.Lock()
	defer s.mu.Unlock()
	return View{s.rows.entries(table), s.rows.snapshots[table], s.rows.games[table]}
}

// Last is the newest entry.
func (v View) Last() (store.Item, error) {
	if len(v.log) == 0 {
		return store.Item{}, store.ErrAbsent
	}
	return item(v.log[len(v.log)-1]), nil
}

// After is the entries after the one at after.
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

// Snapshot returns the snapshot.
func (v View) Snapshot() ([]byte, error) { return there(v.snapshot) }

// Game returns the finished game.
func (v View) Game() ([]byte, error) { return there(v.game) }

func item(e state.Entry) store.Item { return store.Item{At: e.At, Data: e.Data} }

func there(data []byte) ([]byte, error) {
	if data == nil {
		return nil, store.ErrAbsent
	}
	return data, nil
}

// view is View for one who may have given up, or names no table.
func (l logs) view(ctx context.Context, table string) (v View, err error) {
	if err := store.CheckName(table); err != nil {
		return v, err
	}
	if err := l.read(ctx, func(*rows) error { return nil }); err != nil {
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

func (l logs) Last(ctx context.Context, table string, _ bool) (store.Item, error) {
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
	return l.read(ctx, func(r *rows) error {
		if r.games[table] == nil { // none is read of a game that is over
			r.snapshots[table] = copied(data)
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
	if err != nil {
		return nil, err
	}
	return v.Game()
}

func (l logs) InArchive(ctx context.Context, table string) (bool, error) {
	v, err := l.view(ctx, table)
	return v.game != nil, err
}

func (l logs) Tables(ctx context.Context, f func(table string) bool) error {
	var names []string
	err := l.read(ctx, func(r *rows) error {
		names = sorted(r.logs)
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
	err = l.read(ctx, func(r *rows) error {
		var due []state.Done
		for _, table := range sorted(r.reminders) {
			if at := r.reminders[table]; at <= now.UnixMilli() {
				due = append(due, state.Done{Table: table, At: at})
			}
		}
		var past []state.Op
		list, past = l.due.Name(due, now)
		for _, op := range past {
			if _, err := l.apply(op); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

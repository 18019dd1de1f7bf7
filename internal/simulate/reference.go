package simulate

import (
	"context"
	"time"

	"theriac/internal/store"
	"theriac/internal/table"
)

// newReference is a registry over the disk itself: it sees every entry at once, and
// writes nothing.
func (w *world) newReference() *table.Registry {
	return table.NewRegistry(table.Config{Log: perfect{w}, Feed: perfect{w}, Clock: perfect{w}, Observe: perfect{w}, Scheduler: perfect{w}})
}

// perfect is the disk without faults, a clock that never rings, and a scheduler
// that starts nothing.
type perfect struct{ *world }

func (p perfect) Last(_ context.Context, id string, _ bool) (store.Item, error) {
	it, ok := p.disk.table(id).last(p.now)
	if !ok {
		return it, store.ErrAbsent
	}
	return it, nil
}

func (p perfect) After(_ context.Context, id string, after uint64) (out []store.Item, err error) {
	log := p.disk.table(id).log
	for i := range log {
		if log[i].at(p.now) && log[i].At > after {
			out = append(out, log[i].Item)
		}
	}
	return out, nil
}

func (p perfect) Append(context.Context, string, uint64, string, []byte) (uint64, error) {
	return 0, store.ErrFull
}
func (p perfect) Confirm(context.Context, string, uint64) error            { return nil }
func (p perfect) SaveSnapshot(context.Context, string, []byte) error       { return nil }
func (p perfect) Snapshot(context.Context, string) ([]byte, error)         { return nil, store.ErrAbsent }
func (p perfect) Archive(context.Context, string, []byte) error            { return store.ErrFull }
func (p perfect) Archived(context.Context, string) ([]byte, error)         { return nil, store.ErrAbsent }
func (p perfect) InArchive(context.Context, string) (bool, error)          { return false, nil }
func (p perfect) Remind(context.Context, string, time.Time) error          { return nil }
func (p perfect) Due(context.Context, time.Time) ([]store.Reminder, error) { return nil, nil }
func (p perfect) Tables(context.Context, func(string) bool) error          { return nil }
func (p perfect) Publish(string, string, []byte) error                     { return nil }
func (p perfect) Subscribe(string, func(store.News)) (func(), error)       { return func() {}, nil }
func (p perfect) Now() time.Time                                           { return dayBegins.Add(p.now) }
func (p perfect) AfterFunc(time.Duration, func()) func()                   { return func() {} }
func (p perfect) Appended(time.Duration)                                   {}
func (p perfect) Broken(id string, err error) {
	p.fail("table %s: the reference is broken: %v", id, err)
}
func (p perfect) Failed(doing, id string, err error) {
	p.fail("the reference failed to %s %s: %v", doing, id, err)
}
func (p perfect) Go(func())                            {}
func (p perfect) Pause(context.Context, time.Duration) {}

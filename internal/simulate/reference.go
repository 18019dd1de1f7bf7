package simulate

import (
	"context"
	"time"

	"theriac/internal/store"
	"theriac/internal/table"
)

// newReference makes a registry that reads the disk directly. It sees every entry immediately and writes
// nothing.
func (w *world) newReference() *table.Registry {
	return table.NewRegistry(table.Config{Log: reference{w.disk.Log()}, Feed: perfect{w}, Clock: perfect{w}, Observe: perfect{w}, Scheduler: perfect{w}})
}

// reference is a read-only log on the disk, without faults.
type reference struct{ store.Log }

func (reference) Append(context.Context, string, uint64, string, []byte) (uint64, error) {
	return 0, store.ErrFull
}
func (reference) SaveSnapshot(context.Context, string, []byte) error { return nil }
func (reference) Snapshot(context.Context, string) ([]byte, error)   { return nil, store.ErrAbsent }
func (reference) Archive(context.Context, string, []byte) error      { return store.ErrFull }
func (reference) Remind(context.Context, string, time.Time) error    { return nil }

// perfect is a feed without messages, a clock whose timers never fire, and a scheduler that starts nothing.
type perfect struct{ *world }

func (p perfect) Publish(string, string, []byte) error               { return nil }
func (p perfect) Subscribe(string, func(store.News)) (func(), error) { return func() {}, nil }
func (p perfect) Now() time.Time                                     { return dayBegins.Add(p.now) }
func (p perfect) AfterFunc(time.Duration, func()) func()             { return func() {} }
func (p perfect) Appended(time.Duration)                             {}
func (p perfect) Broken(id string, err error) {
	p.fail("table %s: the reference is broken: %v", id, err)
}
func (p perfect) Failed(doing, id string, err error) {
	p.fail("the reference failed to %s %s: %v", doing, id, err)
}
func (p perfect) Go(func())                            {}
func (p perfect) Pause(context.Context, time.Duration) {}

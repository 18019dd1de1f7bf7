package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// client is one node's connection to the store. It injects faults into that connection; the seed decides which.
type client struct {
	*world
	node *node
	own  *memstore.Store // the store without faults, which knows the reminders that it has given this node
}

// answerTime is how long a node waits for the store.
const answerTime = 5 * time.Second

// ever is the context of calls that bypass the faults. It never ends.
var ever = context.Background()

// fate is what happens to a request.
type fate struct {
	lands    bool          // the request reaches the store
	answered bool          // the answer comes back
	request  time.Duration // how long the request takes
	answer   time.Duration // how long the answer takes, or how long the node waits if there is none
}

// fate draws what happens to a request.
func (c *client) fate() fate {
	f := fate{lands: true, answered: true, request: c.between(100*time.Microsecond, 2*time.Millisecond), answer: c.between(100*time.Microsecond, 2*time.Millisecond)}
	if c.now < c.node.slowUntil {
		f.request *= 200
	}
	away := c.now < c.node.cutUntil || c.now < c.awayUntil
	r := c.rng.Float64()
	switch {
	case c.calm:
	case away && r < 0.1: // the request waits in a buffer until the connection is restored
		f.request, f.answer, f.answered = max(c.node.cutUntil, c.awayUntil)-c.now+c.between(0, time.Second), answerTime, false
		c.count("late")
	case away:
		f.lands, f.answered, f.answer = false, false, answerTime
	case r < 0.004:
		f.answered, f.answer = false, answerTime
		c.count("unanswered")
	case r < 0.006:
		f.lands, f.answered, f.answer = false, false, answerTime
		c.count("lost")
	case r < 0.007:
		f.request, f.answered, f.answer = c.between(0, 8*time.Second), false, answerTime
		c.count("late")
	}
	return f
}

// write sends a write to the store and waits for the answer. Once sent, the write may take effect even if the
// node crashes.
func (c *client) write(apply func()) error {
	f := c.fate()
	if f.lands {
		c.plan(f.request, apply)
	}
	if !f.answered {
		c.sleep(f.answer)
		return store.ErrUncertain
	}
	c.sleep(f.request + f.answer)
	return nil
}

// read sends a read to the store, and returns the time at which the result was current. If fresh is true it
// asks the leader; otherwise it may ask a replica that lags.
func (c *client) read(fresh bool) (time.Duration, error) {
	f := c.fate()
	if !f.lands || !f.answered {
		c.sleep(f.answer)
		return 0, store.ErrUnavailable
	}
	c.sleep(f.request)
	at := c.now
	if !fresh && !c.calm && c.rng.IntN(8) == 0 {
		at -= c.between(0, 50*time.Millisecond)
		if c.now < c.node.behindUntil {
			at -= c.between(0, 4*time.Second)
			c.count("old read")
		}
	}
	c.sleep(f.answer)
	return max(at, 0), nil
}

func (c *client) Append(_ context.Context, table string, after uint64, key string, data []byte) (at uint64, err error) {
	var refused error
	err = c.write(func() {
		last, _ := c.disk.View(table).Last()
		if at, refused = c.own.Log().Append(ever, table, after, key, data); refused == nil && at > last.At {
			c.disk.changed(c.now, table)
			c.landed(table, at, data)
		}
	})
	if err == nil {
		err = refused
	}
	if errors.Is(err, store.ErrConflict) {
		c.count("conflict")
	}
	return at, err
}

func (c *client) Last(_ context.Context, table string, fresh bool) (store.Item, error) {
	t, err := c.read(fresh)
	if err != nil {
		return store.Item{}, err
	}
	return c.disk.seen(table, t).Last()
}

func (c *client) After(_ context.Context, table string, after uint64) ([]store.Item, error) {
	t, err := c.read(false)
	if err != nil {
		return nil, err
	}
	items := c.disk.seen(table, t).After(after)
	if len(items) > 1 && !c.calm && c.rng.IntN(20) == 0 { // the store may return fewer items than it has
		items = items[:1+c.rng.IntN(len(items)-1)]
	}
	return items, nil
}

func (c *client) Confirm(_ context.Context, table string, at uint64) error {
	var wrong error
	if c.write(func() { wrong = c.own.Log().Confirm(ever, table, at) }) != nil {
		return store.ErrUnavailable
	}
	return wrong
}

func (c *client) SaveSnapshot(_ context.Context, table string, data []byte) error {
	return c.write(func() {
		if err := c.own.Log().SaveSnapshot(ever, table, data); err != nil {
			c.fail("the snapshot of table %s: %v", table, err)
		}
		c.disk.changed(c.now, table)
	})
}

// Snapshot returns a table's snapshot. The snapshot may be missing, old, torn, or from a newer version of the
// program.
func (c *client) Snapshot(_ context.Context, table string) ([]byte, error) {
	t, err := c.read(false)
	if err != nil {
		return nil, err
	}
	data, err := c.disk.seen(table, t).Snapshot()
	if err != nil {
		return nil, err
	}
	switch r := c.rng.IntN(100); {
	case c.calm:
	case r < 2:
		c.count("snapshot missing")
		return nil, store.ErrAbsent
	case r < 4:
		c.count("snapshot torn")
		return slices.Clone(data[:len(data)/2]), nil
	case r < 6:
		c.count("snapshot newer")
		return []byte("theriac-entries-99 of another form\n"), nil
	}
	return slices.Clone(data), nil
}

func (c *client) Archive(_ context.Context, table string, data []byte) error {
	var refused error
	err := c.write(func() {
		_, absent := c.disk.View(table).Game()
		if refused = c.own.Log().Archive(ever, table, data); refused == nil && absent != nil {
			c.archiving(table, data)
			c.disk.changed(c.now, table)
		}
	})
	return errors.Join(err, refused)
}

func (c *client) Archived(_ context.Context, table string) ([]byte, error) {
	t, err := c.read(false)
	if err != nil {
		return nil, err
	}
	data, err := c.disk.seen(table, t).Game()
	if err != nil { // the replica may lag, so ask the leader
		if t, err = c.read(true); err != nil {
			return nil, err
		}
		data, err = c.disk.seen(table, t).Game()
	}
	return slices.Clone(data), err
}

func (c *client) Remind(_ context.Context, table string, at time.Time) error {
	var refused error
	if err := c.write(func() { refused = c.own.Log().Remind(ever, table, at) }); err != nil {
		return err
	}
	return refused
}

// Due returns each reminder once. If the node crashes soon after it has received a reminder, the store returns
// the reminder again.
func (c *client) Due(_ context.Context, now time.Time) ([]store.Reminder, error) {
	if _, err := c.read(true); err != nil {
		return nil, err
	}
	return c.own.Log().Due(ever, now)
}

func (c *client) Tables(_ context.Context, f func(string) bool) error {
	return c.own.Log().Tables(ever, f)
}

// bucket is a bucket of records as one node sees it. Only its pages lag behind the disk.
type bucket struct {
	*client
	name string
}

func (b bucket) Get(_ context.Context, key string) (store.Record, error) {
	f := b.fate()
	if !f.lands || !f.answered {
		b.sleep(f.answer)
		return store.Record{}, store.ErrUnavailable
	}
	b.sleep(f.request)
	r, err := b.own.KV(b.name).Get(ever, key)
	b.sleep(f.answer)
	return r, err
}

func (b bucket) Put(_ context.Context, key string, version uint64, data []byte) (at uint64, err error) {
	var refused error
	err = b.write(func() {
		if at, refused = b.own.KV(b.name).Put(ever, key, version, data); refused == nil {
			b.wrote(b.name, key, data)
		}
	})
	if err == nil {
		err = refused
	}
	return at, err
}

// PutFor writes a record as Put does. It ignores the record's lifetime, because none is shorter than a
// simulated day.
func (b bucket) PutFor(ctx context.Context, key string, data []byte, _ time.Duration) (uint64, error) {
	return b.Put(ctx, key, 0, data)
}

func (b bucket) Delete(_ context.Context, key string) error {
	return b.remove(key, func(kv store.KV) error { return kv.Delete(ever, key) })
}

func (b bucket) DeleteAt(_ context.Context, key string, version uint64) error {
	return b.remove(key, func(kv store.KV) error { return kv.DeleteAt(ever, key, version) })
}

// remove deletes a record with the given function, unless a fault prevents that.
func (b bucket) remove(key string, how func(store.KV) error) error {
	var refused error
	err := b.write(func() {
		was := b.disk.has(b.name, key)
		if refused = how(b.own.KV(b.name)); refused == nil && was {
			b.removed(b.name, key)
		}
	})
	if err == nil {
		err = refused
	}
	return err
}

func (b bucket) List(_ context.Context, prefix string) ([]store.Record, error) {
	if _, err := b.read(true); err != nil {
		return nil, err
	}
	return b.disk.list(b.name, prefix), nil
}

// Page reads a page of the records, whose data may be old. It leaves out records that were removed since.
func (b bucket) Page(_ context.Context, prefix, after string, most int) ([]store.Record, error) {
	t, err := b.read(false)
	if err != nil {
		return nil, err
	}
	list, err := b.own.KV(b.name).Page(ever, prefix, after, most)
	return b.disk.asOf(b.name, list, t), err
}

func (b bucket) Count(_ context.Context, prefix string) (int, error) {
	if _, err := b.read(true); err != nil {
		return 0, err
	}
	return b.own.KV(b.name).Count(ever, prefix)
}

// Do makes several changes in one transaction, unless a fault prevents that.
func (c *client) Do(_ context.Context, changes ...store.Change) (at uint64, err error) {
	var refused error
	err = c.write(func() {
		var was []store.Change
		for _, one := range changes {
			if len(one.Data) == 0 && c.disk.has(one.Bucket, one.Key) {
				was = append(was, one)
			}
		}
		if at, refused = c.own.Do(ever, changes...); refused != nil {
			return
		}
		for _, one := range changes {
			if len(one.Data) > 0 {
				c.wrote(one.Bucket, one.Key, one.Data)
			}
		}
		for _, one := range was {
			c.removed(one.Bucket, one.Key)
		}
	})
	if err == nil {
		err = refused
	}
	return at, err
}

// Watch reports the existing records and then ends, because nothing in the simulation subscribes for long. The
// records may be slightly outdated, and Watch may end before it has reported all of them.
func (b bucket) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	fate := b.fate()
	if !fate.lands || !fate.answered {
		b.sleep(fate.answer)
		return store.ErrUnavailable
	}
	b.sleep(fate.request)
	list, whole := b.disk.list(b.name, prefix), true
	slices.SortFunc(list, func(a, b store.Record) int { return cmp.Compare(a.Version, b.Version) })
	if b.now < b.node.behindUntil && !b.calm {
		fate.answer += b.between(0, 4*time.Second)
	}
	b.sleep(fate.answer)
	if !b.calm && b.rng.IntN(50) == 0 {
		list, whole = list[:b.rng.IntN(len(list)+1)], false
		b.count("watch broken off")
	}
	for _, r := range list {
		f(r)
	}
	if whole {
		ready()
	}
	if ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("%w: the watch has ended", store.ErrUnavailable)
}

// Post and Lines implement the chat of one table.
func (c *client) Post(_ context.Context, table, person string, data []byte) (at uint64, err error) {
	var refused error
	err = c.write(func() { at, refused = c.own.Chat().Post(ever, table, person, data) })
	if err == nil {
		err = refused
	}
	return at, err
}

func (c *client) Lines(_ context.Context, table string, after uint64, most int) (out []store.ChatLine, err error) {
	if _, err := c.read(true); err != nil {
		return nil, err
	}
	return c.own.Chat().Lines(ever, table, after, most)
}

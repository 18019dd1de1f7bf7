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

// client is the store as one node has it. What can go wrong between a node and the
// store goes wrong here, as the seed decides.
type client struct {
	*world
	node *node
	own  *memstore.Store // the store without faults, with what this node has named of its reminders
}

// answerTime is how long a node waits for the store.
const answerTime = 5 * time.Second

// ever is for calls of the store without faults, which nobody gives up.
var ever = context.Background()

// fate is what becomes of a request.
type fate struct {
	lands    bool          // it reaches the store
	answered bool          // and the answer comes back
	request  time.Duration // how long it takes there
	answer   time.Duration // and back, or until the node gives up
}

// fate draws what becomes of a request.
func (c *client) fate() fate {
	f := fate{lands: true, answered: true, request: c.between(100*time.Microsecond, 2*time.Millisecond), answer: c.between(100*time.Microsecond, 2*time.Millisecond)}
	if c.now < c.node.slowUntil {
		f.request *= 200
	}
	away := c.now < c.node.cutUntil || c.now < c.awayUntil
	r := c.rng.Float64()
	switch {
	case c.calm:
	case away && r < 0.1: // it waits in a buffer until the connection is back
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

// write sends something to the store and waits for the answer. Once sent it may take
// effect whatever becomes of the node.
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

// read asks the store. It gives the time of which the answer tells: a replica may be
// behind unless the leader is asked.
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
	if len(items) > 1 && !c.calm && c.rng.IntN(20) == 0 { // it may end early
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

// Snapshot may be missing, old, torn, or of a newer version of the program.
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

// Archive stores a finished game and then clears its log. A node may be lost in between.
func (c *client) Archive(_ context.Context, table string, data []byte) error {
	var refused error
	err := c.write(func() {
		if refused = c.disk.keep(c.now, table, data); refused == nil {
			c.archiving(table, data)
		}
	})
	if err = errors.Join(err, refused); err != nil {
		return err
	}
	return c.write(func() {
		if err := c.disk.clear(c.now, table); err != nil {
			c.fail("table %s cannot be cleared: %v", table, err)
		}
	})
}

func (c *client) Archived(_ context.Context, table string) ([]byte, error) {
	t, err := c.read(false)
	if err != nil {
		return nil, err
	}
	data := c.disk.seen(table, t).game
	if data == nil { // the replica may be behind: its leader is asked
		if t, err = c.read(true); err != nil {
			return nil, err
		}
		data = c.disk.seen(table, t).game
	}
	if data == nil {
		return nil, store.ErrAbsent
	}
	return slices.Clone(data), nil
}

func (c *client) InArchive(_ context.Context, table string) (bool, error) {
	t, err := c.read(true)
	if err != nil {
		return false, err
	}
	return c.disk.seen(table, t).game != nil, nil
}

func (c *client) Remind(_ context.Context, table string, at time.Time) error {
	var refused error
	if err := c.write(func() { refused = c.own.Log().Remind(ever, table, at) }); err != nil {
		return err
	}
	return refused
}

// Due names each reminder once. A reminder goes when a node that named it has lived on
// for a while: one that crashed before it acted names it again.
func (c *client) Due(_ context.Context, now time.Time) ([]store.Reminder, error) {
	if _, err := c.read(true); err != nil {
		return nil, err
	}
	return c.own.Log().Due(ever, now)
}

func (c *client) Tables(_ context.Context, f func(string) bool) error {
	return c.own.Log().Tables(ever, f)
}

// bucket is a bucket of records as one node has it. It is never behind.
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

// PutFor writes a record as Put does. No record is there long enough to expire in a day.
func (b bucket) PutFor(ctx context.Context, key string, data []byte, _ time.Duration) (uint64, error) {
	return b.Put(ctx, key, 0, data)
}

func (b bucket) Delete(_ context.Context, key string) error {
	return b.remove(key, func(kv store.KV) error { return kv.Delete(ever, key) })
}

func (b bucket) DeleteAt(_ context.Context, key string, version uint64) error {
	return b.remove(key, func(kv store.KV) error { return kv.DeleteAt(ever, key, version) })
}

// remove removes a record.
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

// Watch tells what was there a moment ago, and ends: nobody watches on in a simulation. It
// may break off before it has told everything.
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

// Post and Lines are the chat of one table.
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

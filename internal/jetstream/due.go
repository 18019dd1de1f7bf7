package jetstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"theriac/internal/store"

	"github.com/nats-io/nats.go"
)

const (
	// slotLength is the width of a slot of reminders.
	slotLength = time.Minute
	// grace is how long a reminder stays after it was handed out: if the node that got
	// it dies before it acted, its next start, or another node, hands it out again.
	grace = 5 * time.Minute
)

// dueIndex is what this node has seen of the reminders. Every node reads them
// all and removes a slot only after it has lived through the grace itself.
type dueIndex struct {
	turn sync.Mutex // held by the one reader, who alone changes the rest

	mu    sync.Mutex      // held to change slots and next, and by others to read them
	slots map[int64]*slot // those that are read; nil before the first read
	next  int64           // the first slot whose time has not come
}

type slot struct {
	read    map[int]uint64 // by shard, the place of the last reminder read
	waiting map[string]time.Time
	handed  time.Time // when the last one was handed out
}

func slotOf(t time.Time) int64 { return t.Unix() / int64(slotLength/time.Second) }

// Remind sets a reminder. This node no longer reads slots that it has left behind, so
// a reminder that belongs there goes into the current slot.
func (l tableLog) Remind(ctx context.Context, table string, at time.Time) error {
	if err := word(table); err != nil {
		return err
	}
	m := &nats.Msg{Subject: dueSubject(l.spreadShard(table), l.slotFor(at), table), Data: strconv.AppendInt(nil, at.UnixMilli(), 10)}
	_, _, err := l.publish(ctx, l.conn(table), m)
	return err
}

func (l tableLog) slotFor(at time.Time) int64 {
	d := &l.due
	d.mu.Lock()
	defer d.mu.Unlock()
	n := max(slotOf(at), 0)
	if d.slots == nil || n >= d.next || d.slots[n] != nil {
		return n
	}
	if d.slots[d.next-1] != nil {
		return d.next - 1
	}
	return d.next
}

// Due is the tables whose reminder has come and that this node has not named yet. It
// names a table again after a restart within the grace. A caller who could not act on
// one sets it again with Remind.
func (l tableLog) Due(ctx context.Context, now time.Time) ([]store.Reminder, error) {
	d := &l.due
	d.turn.Lock()
	defer d.turn.Unlock()
	if err := l.openSlots(ctx, now); err != nil {
		return nil, err
	}
	if err := l.readSlots(ctx); err != nil {
		return nil, err
	}
	due := map[string]time.Time{}
	for _, sl := range d.slots {
		for table, at := range sl.waiting {
			if !at.After(now) && !at.Before(due[table]) {
				due[table] = at
			}
		}
	}
	// They are handed out only now that nothing can fail any more.
	for _, sl := range d.slots {
		maps.DeleteFunc(sl.waiting, func(_ string, at time.Time) bool {
			if at.After(now) {
				return false
			}
			sl.handed = now
			return true
		})
	}
	// Sorted, so that two nodes agree about what comes first.
	out := make([]store.Reminder, 0, len(due))
	for _, table := range slices.Sorted(maps.Keys(due)) {
		out = append(out, store.Reminder{Table: table, At: due[table]})
	}
	if err := l.dropSlots(ctx, now); err != nil {
		l.log.Warn("old reminders could not be removed", "err", err)
	}
	return out, nil
}

// openSlots adds the slots whose time has come. The first time it finds all that have
// reminders, so that a time without any running node loses none.
func (l tableLog) openSlots(ctx context.Context, now time.Time) error {
	d := &l.due
	open := func(n int64) {
		d.slots[n] = &slot{read: map[int]uint64{}, waiting: map[string]time.Time{}, handed: now}
	}
	if d.slots == nil {
		old := map[int64]bool{}
		for _, shard := range l.spreadShards() {
			err := l.subjects(ctx, dueStream(shard), dueSubjects(shard, "*", "*"), func(subject string, _ uint64) bool {
				minute, _ := lastWords(subject)
				if n, err := strconv.ParseInt(minute, 10, 64); err == nil && n < slotOf(now) {
					old[n] = true
				}
				return true
			})
			if err != nil {
				return err
			}
		}
		d.mu.Lock()
		d.slots, d.next = map[int64]*slot{}, slotOf(now)
		for n := range old {
			open(n)
		}
		d.mu.Unlock()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for ; d.next <= slotOf(now); d.next++ {
		open(d.next)
	}
	return nil
}

// readSlots reads the new reminders of all open slots, the shards beside each other.
func (l tableLog) readSlots(ctx context.Context) error {
	d := &l.due
	shards := l.spreadShards()
	found := make([]map[int64][]message, len(shards))
	errs := make([]error, len(shards))
	var wg sync.WaitGroup
	for i, shard := range shards {
		found[i] = map[int64][]message{}
		wg.Go(func() {
			for n, sl := range d.slots {
				if errs[i] = l.readSlot(ctx, shard, n, sl.read[shard], found[i]); errs[i] != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	for i, shard := range shards {
		for n, list := range found[i] {
			for _, m := range list {
				ms, err := strconv.ParseInt(string(m.data), 10, 64)
				if err != nil {
					return fmt.Errorf("jetstream: reminder %d: %w", m.seq, err)
				}
				d.slots[n].waiting[lastWord(m.subject)] = time.UnixMilli(ms)
				d.slots[n].read[shard] = m.seq
			}
		}
	}
	return errors.Join(errs...)
}

// readSlot reads the reminders of a slot and a shard behind a place.
func (l tableLog) readSlot(ctx context.Context, shard int, n int64, after uint64, found map[int64][]message) error {
	for {
		list, _, err := l.batch(ctx, dueStream(shard), dueSubject(shard, n, "*"), after+1)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return nil
		}
		found[n] = append(found[n], list...)
		after = list[len(list)-1].seq
	}
}

// clearReminders removes the reminders of a table.
func (s *Store) clearReminders(ctx context.Context, table string) error {
	shard := s.spreadShard(table)
	return s.purge(ctx, dueStream(shard), dueSubjects(shard, "*", table), 0)
}

// dropSlots removes the slots that are past and handed out long enough ago.
func (l tableLog) dropSlots(ctx context.Context, now time.Time) error {
	d := &l.due
	for n, sl := range d.slots {
		if n >= slotOf(now) || len(sl.waiting) > 0 || now.Sub(sl.handed) < grace {
			continue
		}
		for shard, read := range sl.read {
			if err := l.purge(ctx, dueStream(shard), dueSubject(shard, n, "*"), read); err != nil {
				return err
			}
		}
		d.mu.Lock()
		delete(d.slots, n)
		d.mu.Unlock()
	}
	return nil
}

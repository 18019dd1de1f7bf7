package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"theriac/internal/store"
)

// task is something that a registry does in the background: saving a snapshot, archiving a finished game, or
// reading entries. No command waits for it. If a task is dropped, later background work makes up for it.

type task struct {
	table string
	what  uint8
	state *State
	place uint64
}

const (
	taskSnapshot uint8 = iota
	taskArchive
	taskRemind
	taskRefresh // read back an entry that this node may have written without knowing it
)

const taskWorkers = 2

// A snapshot is saved when the turn passes to another seat and snapshotAfter entries are new, or as soon as
// snapshotAtLatest entries are new.
const (
	snapshotAfter    = 5
	snapshotAtLatest = 24
)

// wrote schedules the tasks that follow after this node has written an entry.
func (reg *Registry) wrote(t *Live, before, after *State) {
	fresh := after.N - t.snapshotAt
	turned := before != nil && before.Pos != nil && before.Pos.Decision().Owing() != after.Pos.Decision().Owing()
	switch {
	case after.Over:
		reg.enqueue(task{table: t.ID, what: taskArchive})
	case fresh >= snapshotAtLatest || turned && fresh >= snapshotAfter:
		t.snapshotAt = after.N
		reg.enqueue(task{table: t.ID, what: taskSnapshot, state: after, place: t.place})
	}
	if reg.onWrite != nil {
		reg.onWrite(t, before, after)
	}
}

// enqueue hands a task to the workers, or drops it if their queue is full.
func (reg *Registry) enqueue(c task) {
	select {
	case reg.work <- c:
	default:
		reg.dropped.Add(1)
	}
}

// Dropped returns how many tasks were dropped because the queue was full.
func (reg *Registry) Dropped() int64 { return reg.dropped.Load() }

func (reg *Registry) runTasks() {
	defer reg.done.Done()
	for {
		if reg.scheduler != nil {
			reg.scheduler.Wait(reg.ctx, func() bool { return len(reg.work) > 0 })
		}
		select {
		case <-reg.ctx.Done():
			return
		case c := <-reg.work:
			ctx, cancel := reg.within(reg.ctx)
			switch c.what {
			case taskSnapshot:
				if err := reg.log.SaveSnapshot(ctx, c.table, c.state.snapshot(c.place)); err != nil && !temporary(err) {
					reg.observe.Failed("save the snapshot of", c.table, err)
				}
			case taskRemind:
				reg.remind(ctx, c.state)
			case taskRefresh:
				if err := reg.refresh(ctx, c.table, false); err != nil {
					reg.observe.Failed("refresh", c.table, err)
					reg.enqueue(c)
					reg.pause(ctx, 100)
				}
			case taskArchive:
				if err := reg.archive(ctx, c.table); err != nil {
					reg.observe.Failed("archive", c.table, err)
				}
			}
			cancel()
		}
	}
}

// archive archives a finished game and reports its end.
func (reg *Registry) archive(ctx context.Context, id string) error {
	t, err := reg.Open(ctx, id)
	if err != nil {
		return err
	}
	defer t.Release()
	s := t.State()
	if !s.Over || t.Damaged() != nil {
		return nil
	}
	if reg.onEnd != nil { // call onEnd before archiving, so that it is called again if the node crashes in between
		if err := reg.onEnd(ctx, s); err != nil {
			return err
		}
	}
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.archived {
		return nil
	}
	if err := reg.log.Archive(ctx, id, s.snapshot(0)); err != nil {
		return err
	}
	t.archived = true
	return nil
}

// Run fires reminders, drops idle tables and refreshes tables in memory, until ctx ends.
func (reg *Registry) Run(ctx context.Context, every time.Duration) {
	for round := 0; ; {
		again := make(chan struct{})
		stop := reg.clock.AfterFunc(every, func() { close(again) })
		select {
		case <-ctx.Done():
			stop()
			return
		case <-again:
		}
		round++
		reg.Maintain(ctx, round)
	}
}

// Maintain does one round of the work of Run.
func (reg *Registry) Maintain(ctx context.Context, round int) {
	reg.Sweep(idleFor)
	if !reg.standalone && round%refreshEvery == 0 {
		reg.refreshAll(ctx)
	}
	if err := reg.FireDue(ctx); err != nil && !temporary(err) {
		reg.observe.Failed("read the reminders that are due", "", err)
	}
}

const (
	idleFor      = 2 * time.Minute
	refreshEvery = 8 // number of rounds of Run between two refreshes
)

// remind sets a game's reminder to its deadline, or to a day from now if the game has none.
func (reg *Registry) remind(ctx context.Context, s *State) {
	at := reg.clock.Now().Add(24 * time.Hour)
	if d := s.Deadline(); d != 0 {
		at = time.UnixMilli(d)
	}
	if err := reg.log.Remind(ctx, s.Table, at); err != nil {
		reg.observe.Failed("set the reminder of", s.Table, err)
	}
}

// refresh reads the log entries of a table that this node does not have yet. It reads from any replica, or from
// the leader if fresh is true.
func (reg *Registry) refresh(ctx context.Context, id string, fresh bool) error {
	reg.mu.Lock()
	t := reg.tables[id]
	reg.mu.Unlock()
	if t == nil || !reg.hold(t) {
		return nil // the table is not in memory, and the next caller that opens it reads everything
	}
	defer t.Release()
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.State() == nil {
		return nil // loading failed, and the next caller that opens the table tries again
	}
	if t.archived {
		return nil // a finished game gets no more entries, and a refresh would fold it again
	}
	last, err := reg.log.Last(ctx, t.ID, t.unsure || fresh)
	if err != nil || last.At <= t.place {
		if err == nil {
			t.unsure = false
		}
		if errors.Is(err, store.ErrAbsent) {
			return t.checkArchive(ctx)
		}
		return err
	}
	return t.catchUp(ctx)
}

// refreshAll refreshes all tables in memory, in case messages from other nodes were lost.
func (reg *Registry) refreshAll(ctx context.Context) {
	reg.mu.Lock()
	ids := make([]string, 0, len(reg.tables))
	for id, t := range reg.tables {
		if t.held.Load() > 0 {
			ids = append(ids, id)
		}
	}
	reg.mu.Unlock()
	slices.Sort(ids)
	for _, id := range ids {
		whole, cancel := reg.within(ctx)
		err := reg.refresh(whole, id, false)
		cancel()
		if err != nil {
			if temporary(err) {
				return // the store is unreachable; the next round tries again
			}
			reg.observe.Failed("refresh", id, err)
		}
	}
}

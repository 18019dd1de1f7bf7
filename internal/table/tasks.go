package table

import (
	"context"
	"errors"
	"slices"
	"time"

	"theriac/internal/store"
)

// Background tasks of a registry, for which no command waits: to save snapshots, and
// to archive finished games. Both can be missed and are made up for.

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
	taskRefresh // the log may have an entry of this node that it has not seen
)

const taskWorkers = 2

// A table's snapshot is saved once the turn has gone to another seat and some entries
// have come together, or many have.
const (
	snapshotAfter    = 5
	snapshotAtLatest = 24
)

// wrote does what follows from an entry that this node wrote.
func (reg *Registry) wrote(t *Table, before, after *State) {
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

// enqueue hands a task to the workers, or drops it where they are behind.
func (reg *Registry) enqueue(c task) {
	select {
	case reg.work <- c:
	default:
		reg.dropped.Add(1)
	}
}

// Dropped is how many tasks were dropped because the workers were behind.
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
	if reg.onEnd != nil { // first, so that a crash in between is made up for
		if err := reg.onEnd(ctx, s); err != nil {
			return err
		}
	}
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.archived && !t.uncleared {
		return nil
	}
	data := s.snapshot(0)
	if t.uncleared { // what is there stays as it is
		if data, err = reg.log.Archived(ctx, id); err != nil {
			return err
		}
	}
	if err := reg.log.Archive(ctx, id, data); err != nil {
		return err
	}
	t.archived, t.uncleared = true, false
	return nil
}

// Run fires reminders and drops idle tables, until ctx ends.
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

// Maintain is one round of Run.
func (reg *Registry) Maintain(ctx context.Context, round int) {
	reg.Sweep(idleFor)
	if !reg.alone && round%refreshEvery == 0 {
		reg.refreshAll(ctx)
	}
	if err := reg.FireDue(ctx); err != nil && !temporary(err) {
		reg.observe.Failed("read the reminders that are due", "", err)
	}
}

const (
	idleFor      = 2 * time.Minute
	refreshEvery = 8 // rounds
)

// remind sets the reminder of a game to its deadline, or to a day from now.
func (reg *Registry) remind(ctx context.Context, s *State) {
	at := reg.clock.Now().Add(24 * time.Hour)
	if d := s.Deadline(); d != 0 {
		at = time.UnixMilli(d)
	}
	if err := reg.log.Remind(ctx, s.Table, at); err != nil {
		reg.observe.Failed("set the reminder of", s.Table, err)
	}
}

// refresh reads the entries of a table's log that this node has not seen: from any
// replica, or, fresh, from the leader.
func (reg *Registry) refresh(ctx context.Context, id string, fresh bool) error {
	reg.mu.Lock()
	t := reg.tables[id]
	reg.mu.Unlock()
	if t == nil || !reg.hold(t) {
		return nil // whoever opens it next reads it all
	}
	defer t.Release()
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.State() == nil {
		return nil // it could not be loaded meanwhile; whoever opens it next reads it all
	}
	if t.archived {
		return nil // nothing follows any more, and to read the archive again folds the whole game
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

// refreshAll makes up for news of other nodes that got lost.
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
				return // the store is away; the next round tries again
			}
			reg.observe.Failed("refresh", id, err)
		}
	}
}

package table

import (
	"context"
	"errors"
	"time"

	"theriac/internal/store"
)

// What a keeper does beside the commands, none of which waits for it: keeping
// the moves so far beside the log, and archiving games that are over. Both can be
// missed and are made up for.

type chore struct {
	table string
	what  uint8
	state *State
	place uint64
}

const (
	choreKeep uint8 = iota
	choreArchive
	choreRemind
	choreLook // what this node wrote may be in the log unseen
)

const choreWorkers = 2

// A table's moves are kept once the turn has gone to another seat and some
// entries have come together, or many have.
const (
	keepAfter    = 5
	keepAtLatest = 24
)

// wrote sees to what follows from an entry that this node wrote.
func (k *Keeper) wrote(t *Table, before, after *State) {
	fresh := after.N - t.kept
	turned := before != nil && before.Pos != nil && before.Pos.Decision().Owing() != after.Pos.Decision().Owing()
	switch {
	case after.Over:
		k.add(chore{table: t.ID, what: choreArchive})
	case fresh >= keepAtLatest || turned && fresh >= keepAfter:
		t.kept = after.N
		k.add(chore{table: t.ID, what: choreKeep, state: after, place: t.place})
	}
	if k.told != nil {
		k.told(t, before, after)
	}
}

// add leaves a chore to the workers, or leaves it out where they are behind.
func (k *Keeper) add(c chore) {
	select {
	case k.work <- c:
	default:
	}
}

func (k *Keeper) chores() {
	defer k.done.Done()
	for {
		select {
		case <-k.ctx.Done():
			return
		case c := <-k.work:
			ctx, cancel := context.WithTimeout(k.ctx, k.patience)
			switch c.what {
			case choreKeep:
				if err := k.log.SaveSnapshot(ctx, c.table, c.state.whole(c.place)); err != nil && !temporary(err) {
					k.observe.Failed("keep the moves so far of", c.table, err)
				}
			case choreRemind:
				k.remind(ctx, c.state)
			case choreLook:
				if err := k.look(ctx, c.table, false); err != nil {
					k.observe.Failed("look after", c.table, err)
					k.add(c)
					k.pause(ctx, 100)
				}
			case choreArchive:
				if err := k.archive(ctx, c.table); err != nil {
					k.observe.Failed("archive", c.table, err)
				}
			}
			cancel()
		}
	}
}

// archive puts a finished game away and tells that it has ended.
func (k *Keeper) archive(ctx context.Context, id string) error {
	t, err := k.Open(ctx, id)
	if err != nil {
		return err
	}
	defer t.Release()
	s := t.State()
	if !s.Over || t.Damaged() != nil {
		return nil
	}
	if k.ended != nil { // first, so that a crash in between is made up for
		if err := k.ended(ctx, s); err != nil {
			return err
		}
	}
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.stored {
		return nil
	}
	if err := k.log.Archive(ctx, id, s.whole(0)); err != nil {
		return err
	}
	t.stored = true
	return nil
}

// Run calls the tables whose time is up and lets go of idle ones, until ctx ends.
func (k *Keeper) Run(ctx context.Context, every time.Duration) {
	for round := 0; ; {
		again := make(chan struct{})
		stop := k.clock.AfterFunc(every, func() { close(again) })
		select {
		case <-ctx.Done():
			stop()
			return
		case <-again:
		}
		k.Sweep(idleFor)
		if round++; !k.alone && round%lookEvery == 0 {
			k.lookAtAll(ctx)
		}
		if err := k.CallDue(ctx); err != nil && !temporary(err) {
			k.observe.Failed("look for tables whose time is up", "", err)
		}
	}
}

const (
	idleFor   = 2 * time.Minute
	lookEvery = 8 // rounds
)

// CallDue looks after the tables whose reminder has come: moves of seats whose
// time is up, games that were over and not put away. There is one reminder a
// table; each asks for the next.
func (k *Keeper) CallDue(ctx context.Context) error {
	if k.astray() {
		return nil // the other nodes call them
	}
	ids, err := k.log.Due(ctx, k.clock.Now())
	if err != nil {
		return err
	}
	k.missed = append(k.missed, ids...)
	ids, k.missed = k.missed, nil
	for _, id := range ids {
		whole, cancel := context.WithTimeout(ctx, k.patience)
		err := k.call(whole, id)
		cancel()
		switch {
		case err == nil, errors.Is(err, ErrNoTable), errors.Is(err, ErrDamaged), errors.Is(err, ErrNewer):
		default: // the store names it once: keep it in mind
			k.observe.Failed("call", id, err)
			k.missed = append(k.missed, id)
		}
	}
	return nil
}

// remind asks to be called about a game when its time is up, or in a day.
func (k *Keeper) remind(ctx context.Context, s *State) {
	at := k.clock.Now().Add(24 * time.Hour)
	if d := s.Deadline(); d != 0 {
		at = time.UnixMilli(d)
	}
	if err := k.log.Remind(ctx, s.Table, at); err != nil {
		k.observe.Failed("remind", s.Table, err)
	}
}

// look reads what a table's log has that this node has not: as this node's copy
// tells, or, fresh, as the one does that takes the writes.
func (k *Keeper) look(ctx context.Context, id string, fresh bool) error {
	k.mu.Lock()
	t := k.tables[id]
	k.mu.Unlock()
	if t == nil || !k.hold(t) {
		return nil // who opens it next reads it all
	}
	defer t.Release()
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if t.stored {
		return nil // nothing follows any more, and to read the archive again folds the whole game
	}
	last, err := k.log.Last(ctx, t.ID, t.unsure || fresh)
	if err != nil || last.At <= t.place {
		if err == nil {
			t.unsure = false
		}
		if errors.Is(err, store.ErrAbsent) {
			return t.vanished(ctx)
		}
		return err
	}
	return t.catchUp(ctx)
}

// lookAtAll makes up for news of other nodes that got lost on the way.
func (k *Keeper) lookAtAll(ctx context.Context) {
	k.mu.Lock()
	ids := make([]string, 0, len(k.tables))
	for id, t := range k.tables {
		if t.held.Load() > 0 {
			ids = append(ids, id)
		}
	}
	k.mu.Unlock()
	for _, id := range ids {
		whole, cancel := context.WithTimeout(ctx, k.patience)
		err := k.look(whole, id, false)
		cancel()
		if err != nil {
			if temporary(err) {
				return // the store is away; the next round looks again
			}
			k.observe.Failed("look after", id, err)
		}
	}
}

func (k *Keeper) call(ctx context.Context, id string) error {
	t, err := k.Open(ctx, id)
	if err != nil {
		return err
	}
	defer t.Release()
	if err := t.Expire(ctx); err != nil {
		return err
	}
	s := t.State()
	if s.Over {
		return k.archive(ctx, id)
	}
	k.remind(ctx, s)
	return nil
}

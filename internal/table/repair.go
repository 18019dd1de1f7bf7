package table

import (
	"context"
	"errors"
	"strconv"

	"theriac/internal/store"
)

// Repair writes a repair entry, which excludes all entries after the n-th from the game. An operator uses it
// for a damaged table.
func (t *Live) Repair(ctx context.Context, n int) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	for try := 0; ; try++ {
		// Another writer, or an earlier attempt, may have repaired the table already.
		if err := t.catchUp(ctx); err != nil && !errors.Is(err, ErrDamaged) {
			return err
		}
		s := t.State()
		switch {
		case t.Damaged() == nil && try > 0 && s.recent[len(s.recent)-1].Kind == KindRepair:
			return nil
		case t.Damaged() == nil || s == nil || s.Pos == nil:
			return &Refusal{ID: RefusedSound}
		case n != s.N:
			return &Refusal{ID: RefusedRepair, What: strconv.Itoa(s.N)}
		}
		err := t.repair(ctx, s)
		if !errors.Is(err, store.ErrConflict) && !errors.Is(err, store.ErrUncertain) || ctx.Err() != nil {
			return err
		}
		t.registry.pause(ctx, try)
	}
}

// repair appends a repair entry at the end of the log.
func (t *Live) repair(ctx context.Context, s *State) error {
	last, err := t.registry.log.Last(ctx, t.ID, true)
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	next, data, err := s.draft(&Entry{Kind: KindRepair, Key: "repair-" + strconv.Itoa(s.N)}, t.registry.clock.Now().UnixMilli(), noWishes)
	if err != nil {
		return err
	}
	place, err := t.registry.log.Append(ctx, t.ID, max(last.At, t.place), next.chain.String(), data)
	if err != nil {
		return err
	}
	t.broken.Store(nil)
	t.advance(next, place, "", true)
	t.registry.enqueue(task{table: t.ID, what: taskRemind, state: next})
	return nil
}

// repairOf returns the index in items of the repair entry that makes the game continue from the state s.
func repairOf(s *State, items []store.Item, from int) int {
	for i := from; i < len(items); i++ {
		chain, body, ok := unseal(items[i].Data)
		if !ok || s.chain.next(body) != chain {
			continue
		}
		if e, err := decode(body); err == nil && e.Kind == KindRepair {
			return i
		}
	}
	return -1
}

package simulate

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/store"
	"theriac/internal/table"
)

// evening ends the day, without faults. After a while, every node must show every table as it is on disk, and
// every seat that owes an answer must be able to give one. Finished games must be archived.
func (w *world) evening() {
	w.calm = true
	for _, n := range w.nodes {
		if !n.up {
			n.boot()
		}
		n.ahead, n.suspectUntil = 0, 0
	}
	w.tell("", "evening")
	end := w.length + 30*time.Minute
	for w.result.Broken == "" && w.step(end) {
		w.result.Steps++
	}
	done := 0
	for _, t := range w.tables {
		if t.state == nil {
			done++ // this table never started a game
			continue
		}
		t.processes = append(t.processes, w.start(nil, func() {
			w.lastLook(t)
			done++
		}))
	}
	for w.result.Broken == "" && done < len(w.tables) && w.step(end+time.Hour) {
		w.result.Steps++
	}
	if done < len(w.tables) && w.result.Broken == "" {
		w.fail("%d tables gave no answer in the evening", len(w.tables)-done)
	}
	if w.result.Broken == "" {
		w.lastRecords()
		w.start(nil, w.lastOrder)
		for w.result.Broken == "" && w.step(end+2*time.Hour) {
			w.result.Steps++
		}
	}
}

// lastLook compares a table's state on all nodes with the disk, and has each of them make one more move.
func (w *world) lastLook(t *tableInfo) {
	p := &person{world: w, table: t}
	nodes := w.nodes
	if t.over { // one node is enough for a finished game, because all nodes read it from the archive
		nodes = nodes[w.rng.IntN(len(nodes)):][:1]
	}
	for _, n := range nodes {
		p.node = n
		if err := p.ask(n, func(ctx context.Context) error {
			tb, err := n.registry.Open(ctx, t.id)
			if err != nil {
				return err
			}
			defer tb.Release()
			if err := tb.Fresh(ctx); err != nil {
				return err
			}
			w.check(n, tb.State())
			if s := tb.State(); s.N != len(t.entries)-1 || s.Over != t.over {
				w.fail("table %s: node %d ends at entry %d of %d", t.id, n.number, s.N, len(t.entries)-1)
			}
			return w.finalMove(ctx, t, tb)
		}); err != nil {
			w.fail("table %s cannot be played on node %d: %v", t.id, n.number, err)
		}
	}
	// A finished game that was not archived before must be archived now, because opening the table does that.
	was := t.over
	w.sleep(10 * time.Minute)
	if t.over && !was { // in these minutes a seat's time ran out, which ended the game
		w.sleep(10 * time.Minute)
	}
	if t.over && t.archived == nil {
		w.fail("table %s is over and was not archived", t.id)
	}
	if _, err := t.last(w); t.over && err == nil {
		w.fail("table %s is archived, and its log is still there", t.id)
	}
	found := map[uint64]string{}
	lines, err := w.disk.Chat().Lines(ever, t.id, 0, math.MaxInt)
	if err != nil {
		w.fail("table %s: its chat cannot be read: %v", t.id, err)
	}
	for _, l := range lines {
		found[l.At] = string(l.Data)
	}
	for _, at := range slices.Sorted(maps.Keys(t.lines)) {
		if found[at] != t.lines[at] {
			w.fail("table %s: the message %q is lost", t.id, t.lines[at])
		}
	}
}

func (t *tableInfo) last(w *world) (store.Item, error) { return w.disk.View(t.id).Last() }

// finalMove makes a move for a seat that owes an answer.
func (w *world) finalMove(ctx context.Context, t *tableInfo, tb *table.Live) error {
	s := tb.State()
	if s.Over {
		return nil
	}
	owing := s.Pos.Decision().Owing()
	if owing.Empty() {
		w.fail("table %s waits for nobody", t.id)
		return nil
	}
	seat := owing.First()
	m := s.Pos.AppendMoves(nil, seat)
	if len(m) == 0 {
		w.fail("table %s: seat %d owes an answer and has none", t.id, seat)
		return nil
	}
	w.checkView(s, engine.SeatsOf(seat))
	_, err := tb.Do(ctx, "", table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(m[0])})
	var refused *table.Refusal
	if errors.As(err, &refused) && refused.ID == table.RefusedStale {
		return nil // the question has already been answered, for example by a bot
	}
	return err
}

// ask runs f on one node, as a request, and waits for it.
func (p *person) ask(n *node, f func(ctx context.Context) error) error {
	p.node = n
	done := false
	var err error
	q := p.start(n, func() {
		err = f(context.Background())
		done = true
	})
	p.Wait(context.Background(), func() bool { return done || q.over })
	return err
}

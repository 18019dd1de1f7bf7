package simulate

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/lobby"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
)

// What finished tables leave is put away: their records go into volumes, and the notes of
// the people in them into their lists by year. A server does so a day after the end, once
// an hour, on the node that has the lease. Here it is two hours after the end, in turn,
// sometimes on several nodes at once, and some of them crash or are cut off while they do it.
const (
	putAwayEvery = time.Hour
	putAwayAfter = 2 * time.Hour
	// putAwayTime is about how long it takes where nothing fails.
	putAwayTime = 500 * time.Millisecond
	// volumeRecords is how many records a volume holds: so few that some are split.
	volumeRecords = 8
)

// putAway puts away what finished tables leave, every hour.
func (n *node) putAway() {
	for {
		next := n.now.Truncate(putAwayEvery) + putAwayEvery
		n.sleep(next - n.now + n.between(0, putAwayTime))
		if int(next/putAwayEvery)%len(n.nodes) != n.number-1 && !n.chance(20) {
			continue // another one has the lease
		}
		n.planInterruption()
		moved, err := n.lobby.Compact(context.Background(), n.Now().Add(-putAwayAfter))
		if err != nil {
			n.count("not all put away")
		}
		if moved > 0 || err != nil {
			n.tell("", "node %d puts %d tables away: %v", n.number, moved, err)
		}
	}
}

// planInterruption lets the node crash or be cut off in the middle of putting tables away.
func (n *node) planInterruption() {
	kind, run := n.rng.IntN(10), n.runs
	if n.calm || kind > 1 {
		return
	}
	n.plan(n.between(0, putAwayTime), func() {
		switch {
		case n.runs != run || n.calm:
		case kind == 0:
			n.fall(n.between(time.Second, time.Minute))
		default:
			length := n.between(100*time.Millisecond, answerTime)
			n.cutUntil = max(n.cutUntil, n.now+length)
			n.count("cut off")
			n.tell("", "node %d is cut off for %v", n.number, length)
		}
	})
}

// shelf is a bucket of the disk without faults, to read.
type shelf struct{ store.KV }

func (shelf) Put(context.Context, string, uint64, []byte) (uint64, error) { return 0, store.ErrFull }
func (shelf) PutFor(context.Context, string, []byte, time.Duration) (uint64, error) {
	return 0, store.ErrFull
}
func (shelf) Delete(context.Context, string) error           { return store.ErrFull }
func (shelf) DeleteAt(context.Context, string, uint64) error { return store.ErrFull }
func (shelf) Watch(context.Context, string, func(store.Record), func()) error {
	return store.ErrUnavailable
}

// newShelves is a lobby over the disk itself, which reads and writes nothing.
func (w *world) newShelves() *lobby.Lobby {
	return lobby.New(lobby.Config{
		KV:      func(name string) store.KV { return shelf{w.disk.KV(name)} },
		Now:     func() time.Time { return dayBegins.Add(w.now) },
		OnError: func(err error) { w.fail("the records on the disk: %v", err) },
	})
}

// wrote checks what a write to a bucket has left.
func (w *world) wrote(bucket, key string, after []byte) {
	switch bucket {
	case lobby.BucketTables:
		w.recorded(key, after)
	case lobby.BucketVolumes: // some of those that only volumes have
		for range min(3, len(w.moved)) {
			w.readable(w.moved[w.rng.IntN(len(w.moved))])
		}
	case lobby.BucketYears:
		w.remembered(personOf(key))
	}
}

// removed checks what the removal of a record has left: nothing goes before it is elsewhere.
func (w *world) removed(bucket, key string) {
	switch bucket {
	case lobby.BucketTables:
		t := w.byID[key]
		if t == nil {
			return // one that was made for a rematch, and that nobody plays
		}
		w.tell(key, "put away")
		w.count("put away")
		if !t.over {
			w.fail("table %s: its record is removed, and it is not over", key)
		}
		if !slices.Contains(w.moved, t) {
			w.moved = append(w.moved, t)
		}
		w.readable(t)
	case lobby.BucketMine, lobby.BucketYears:
		w.remembered(personOf(key))
	}
}

// personOf is the person of a note or of a list by year.
func personOf(key string) string {
	person, _, _ := strings.Cut(key, ".")
	return person
}

// readable checks that whoever reads the record of a table gets what was written last.
func (w *world) readable(t *tableInfo) {
	got, err := w.shelves.Get(context.Background(), t.id)
	if err != nil {
		w.fail("the record of table %s cannot be read any more: %v", t.id, err)
		return
	}
	old := got.Status != t.says.Status || !got.Updated.Equal(t.says.Updated) || got.Next != t.says.Next
	for i, s := range t.says.Seats {
		old = old || got.Seats[i].Holder != s.Holder
	}
	if old {
		w.fail("the record of table %s is an old one", t.id)
	}
}

// remembered checks that a person finds the finished games in which they hold a seat.
func (w *world) remembered(person string) {
	var list []lobby.Table
	for _, t := range w.playedBy[person] {
		if t.says.Status != lobby.Finished || !t.says.holds(person) {
			continue
		}
		if list == nil {
			var err error
			if list, _, err = w.shelves.FinishedOf(context.Background(), person, 1000); err != nil {
				w.fail("the list of %s cannot be read: %v", person, err)
				return
			}
		}
		if !slices.ContainsFunc(list, func(l lobby.Table) bool { return l.ID == t.id }) {
			w.fail("table %s is missing from the list of %s, who played there", t.id, person)
		}
	}
}

func (r *shown) holds(person string) bool {
	for _, s := range r.Seats {
		if s.Holder == person {
			return true
		}
	}
	return false
}

// lastRound puts away everything that is over, on one node without faults, and checks that each
// record is in one place alone: whatever broke off before was finished.
func (w *world) lastRound() {
	over := slices.DeleteFunc(slices.Clone(w.tables), func(t *tableInfo) bool { return !t.over || t.archived == nil })
	n := w.nodes[w.rng.IntN(len(w.nodes))]
	p := &person{world: w}
	if err := p.ask(n, func(ctx context.Context) error {
		_, err := n.lobby.Compact(ctx, n.Now())
		return err
	}); err != nil {
		w.fail("node %d cannot put everything away: %v", n.number, err)
		return
	}
	records := map[string][]byte{}
	if err := lists.EachVolume(context.Background(), shelf{w.disk.KV(lobby.BucketVolumes)}, func(id string, data []byte) error {
		if records[id] != nil {
			return fmt.Errorf("table %s is there twice", id)
		}
		records[id] = data
		return nil
	}); err != nil {
		w.fail("the volumes: %v", err)
	}
	for _, t := range over {
		if w.disk.has(lobby.BucketTables, t.id) {
			w.fail("table %s is over and was not put away", t.id)
		}
		if !bytes.Equal(records[t.id], t.record) {
			w.fail("table %s: its volume has %q, and its last record is %q", t.id, records[t.id], t.record)
		}
		for _, p := range t.people {
			if w.disk.has(lobby.BucketMine, p.who.ID+"."+t.id) && bytes.Contains(t.record, []byte(p.who.ID)) {
				w.fail("table %s: the note of %s was not put away", t.id, p.who.ID)
			}
			w.remembered(p.who.ID)
		}
	}
}

// lookBack is what a person does after a game.
func (p *person) lookBack() {
	for range p.rng.IntN(3) {
		p.sleep(p.between(10*time.Minute, 6*time.Hour))
		if p.calm {
			return
		}
		switch r := p.rng.IntN(100); {
		case r < 15:
			p.rematch()
		case r < 25:
			p.leave()
			return
		default:
			p.findGame()
		}
	}
}

// findGame looks for the game in the list of one's own.
func (p *person) findGame() {
	if before := &p.table.says; before.Status != lobby.Finished || !before.holds(p.who.ID) {
		return // the end is not noted yet, or the seat is another's
	}
	found := false
	if err := p.insist(func(ctx context.Context, n *node) error {
		if p.chance(50) {
			list, _, err := n.lobby.FinishedOf(ctx, p.who.ID, 1000)
			found = slices.ContainsFunc(list, func(t lobby.Table) bool { return t.ID == p.table.id })
			return err
		}
		list, _, err := n.lobby.Mine(ctx, p.who.ID, 0, lobby.MaxPage)
		found = slices.ContainsFunc(list, func(o lobby.Own) bool { return o.Table == p.table.id }) || len(list) == lobby.MaxPage
		return err
	}); err != nil {
		p.unexpected(p.table, "to list it", err)
	} else if !found && !p.table.leaving[p.who.ID] {
		p.fail("table %s is not in the list of %s", p.table.id, p.who.ID)
	}
}

// rematch asks for another game. Whoever asks, there is one.
func (p *person) rematch() {
	var next lobby.Table
	err := p.insist(func(ctx context.Context, n *node) (err error) {
		next, err = n.lobby.Rematch(ctx, p.who, p.table.id)
		return err
	})
	switch no := lobby.Refused(err); {
	case no == lobby.NotSeated, no == lobby.NotFinished:
	case err != nil:
		p.unexpected(p.table, "a rematch", err)
	case p.table.next != "" && p.table.next != next.ID:
		p.fail("table %s has the rematches %s and %s", p.table.id, p.table.next, next.ID)
	default:
		p.count("rematch")
		p.table.next = next.ID
	}
}

// leave takes the table off one's own list.
func (p *person) leave() {
	p.table.leaving[p.who.ID] = true
	err := p.insist(func(ctx context.Context, n *node) error {
		_, err := n.lobby.Leave(ctx, p.who, p.table.id)
		return err
	})
	// Whoever asks again, without an answer to the first time, does not belong there any more.
	if no := lobby.Refused(err); err != nil && no != lobby.NoSuchTable && no != lobby.HostStays {
		p.unexpected(p.table, "to leave", err)
	}
}

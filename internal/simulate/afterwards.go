package simulate

import (
	"context"
	"slices"
	"strings"
	"time"

	"theriac/internal/lobby"
)

// newReadOnlyLobby makes a lobby that only reads, directly from the disk.
func (w *world) newReadOnlyLobby() *lobby.Lobby {
	return lobby.New(lobby.Config{
		KV:      w.disk.KV,
		Now:     func() time.Time { return dayBegins.Add(w.now) },
		OnError: func(err error) { w.fail("the records on the disk: %v", err) },
	})
}

// wrote checks what must hold after a write to a bucket.
func (w *world) wrote(bucket, key string, after []byte) {
	w.disk.wrote(w.now, bucket, key)
	if bucket == lobby.BucketTables {
		w.recorded(key, after)
		w.seated(key, after)
		return
	}
	w.ordered(bucket, key, after)
}

// removed checks what must hold after a record was removed.
func (w *world) removed(bucket, key string) {
	switch bucket {
	case lobby.BucketTables:
		w.fail("table %s: its record is removed", key)
	case lobby.BucketMine:
		w.remembered(personOf(key))
	default:
		w.ordered(bucket, key, nil)
	}
}

// personOf returns the person's id in the key of a player's note.
func personOf(key string) string {
	person, _, _ := strings.Cut(key, ".")
	return person
}

// readable checks that a table's record can be read, in the version that was written last.
func (w *world) readable(t *tableInfo) {
	got, err := w.readOnly.Get(context.Background(), t.id)
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

// remembered checks that a person's lists contain every finished game in which the person has a seat.
func (w *world) remembered(person string) {
	var list []lobby.Table
	for _, t := range w.playedBy[person] {
		if t.says.Status != lobby.Finished || !t.says.holds(person) {
			continue
		}
		if list == nil {
			var err error
			if list, _, err = w.readOnly.FinishedOf(context.Background(), person, 1000); err != nil {
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

// lastRecords checks that the record of every archived game has the status Finished, and that the lists of its
// players have the game.
func (w *world) lastRecords() {
	for _, t := range w.tables {
		if !t.over || t.archived == nil {
			continue
		}
		w.readable(t)
		if t.says.Status != lobby.Finished {
			w.fail("table %s is archived, and its record says %s", t.id, t.says.Status)
		}
		for _, p := range t.people {
			w.remembered(p.who.ID)
		}
	}
}

// lookBack makes a person do some of what people do after a game.
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

// findGame looks for the game in the person's own list.
func (p *person) findGame() {
	if before := &p.table.says; before.Status != lobby.Finished || !before.holds(p.who.ID) {
		return // the game's end is not recorded yet, or the seat now belongs to someone else
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

// rematch asks for another game. All players of a table who ask get the same one.
func (p *person) rematch() {
	if p.table.gone[p.who.ID] {
		return // the host has removed the person
	}
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

// leave removes the table from the person's own list.
func (p *person) leave() {
	p.table.leaving[p.who.ID] = true
	err := p.insist(func(ctx context.Context, n *node) error {
		_, err := n.lobby.Leave(ctx, p.who, p.table.id)
		return err
	})
	// The first request may have succeeded without an answer. When it is repeated, the person no longer belongs
	// to the table.
	if no := lobby.Refused(err); err != nil && no != lobby.NoSuchTable && no != lobby.HostStays {
		p.unexpected(p.table, "to leave", err)
	}
}

package simulate

import (
	"context"
	"slices"
	"strconv"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/order"
)

// gather makes a table, seats people and bots at it, and starts the game.
func (w *world) gather(t *tableInfo, people int) {
	for range people {
		p := &person{world: w, table: t, absent: w.chance(15)}
		if len(w.guests) > 0 && w.chance(40) {
			p.who = w.guests[w.rng.IntN(len(w.guests))] // a person from an earlier table
		}
		if t.draft.Public && w.chance(50) {
			p.who = w.rival(t.people)
		}
		if p.who.ID == "" || slices.ContainsFunc(t.people, func(o *person) bool { return o.who.ID == p.who.ID }) {
			if err := p.insist(func(ctx context.Context, n *node) (err error) {
				p.who, _, err = n.people.Guest(ctx, identity.Newcomer{})
				return err
			}); err != nil {
				w.tell("", "nobody comes: %v", err)
				return
			}
			w.guests, w.peace.people = append(w.guests, p.who), append(w.peace.people, p.who)
		}
		t.people = append(t.people, p)
		w.playedBy[p.who.ID] = append(w.playedBy[p.who.ID], t)
	}
	host := t.people[0]
	d := t.draft
	id, err := w.nodes[0].lobby.NewTable()
	if err != nil {
		panic(err)
	}
	t.id, d.ID = id, id
	w.byID[id] = t
	if err := host.insist(func(ctx context.Context, n *node) error {
		if d.Public {
			if err := n.permits(host.who.ID, order.NoPublic); err != nil {
				return err
			}
		}
		_, err := n.lobby.Create(ctx, host.who, d)
		return err
	}); err != nil {
		w.unexpected(t, "to create it", err)
		return
	}
	var invite string
	if err := host.insist(func(ctx context.Context, n *node) (err error) {
		invite, err = n.lobby.InviteLink(ctx, host.who, id)
		return err
	}); err != nil {
		w.unexpected(t, "to invite", err)
		return
	}
	// All people sit down at the same time, on several nodes.
	sitting, all := len(t.people), true
	for i, p := range t.people {
		t.processes = append(t.processes, w.start(nil, func() {
			defer func() { sitting-- }()
			if err := p.insist(func(ctx context.Context, n *node) error {
				_, _, err := n.lobby.Follow(ctx, p.who, invite, "")
				return err
			}); err != nil {
				w.unexpected(t, "to follow the invitation", err)
				all = all && !isKept(err)
				return
			}
			if err := p.insist(func(ctx context.Context, n *node) error {
				_, _, err := n.lobby.Sit(ctx, p.who, id, i, strconv.Itoa(i))
				return err
			}); lobby.Refused(err) == lobby.SeatTaken && d.Public && p.avoids(t) {
				w.count("kept apart")
				all = false
			} else if err != nil {
				if isKept(err) {
					w.count("kept out")
				}
				w.unexpected(t, "to sit down", err)
				all = all && !isKept(err)
			}
		}))
	}
	w.Wait(context.Background(), func() bool { return sitting == 0 })
	if !all {
		return // they find no game tonight
	}
	if bots := lobby.SeatCount(d.Settings) - len(t.people); bots > 0 {
		give := make([]lobby.BotSeat, bots)
		for i := range give {
			give[i] = lobby.BotSeat{Seat: len(t.people) + i, Level: lobby.Levels(d.Game)[0]}
		}
		if err := host.insist(func(ctx context.Context, n *node) error {
			_, err := n.lobby.GiveSeats(ctx, host.who, id, give)
			return err
		}); err != nil {
			w.unexpected(t, "to give seats to bots", err)
			return
		}
	}
	// Several people try to start the game at the same time, and only the host may.
	for _, p := range t.people[1:] {
		if err := host.insist(func(ctx context.Context, n *node) error {
			_, err := n.lobby.LetHelp(ctx, host.who, id, p.who.ID, true)
			return err
		}); err != nil {
			w.unexpected(t, "to let a person help", err)
			return
		}
	}
	for _, p := range t.people {
		t.processes = append(t.processes, w.start(nil, func() {
			if p != host && w.chance(50) {
				p.live()
				return
			}
			if err := p.insist(func(ctx context.Context, n *node) error {
				_, err := n.lobby.Start(ctx, p.who, id)
				return err
			}); err != nil && (p == host || lobby.Refused(err) != lobby.NotHost) {
				w.unexpected(t, "to start", err)
				return
			}
			if p == host {
				w.result.Games++
			}
			p.live()
		}))
	}
}

// avoids reports whether the person and another one at the table have ever blocked each other.
func (p *person) avoids(t *tableInfo) bool {
	return slices.ContainsFunc(t.people, func(o *person) bool { return p.peace.ever(p.who.ID, o.who.ID) })
}

// rival returns a person from an earlier table who has blocked the host or whom the host has blocked, if there is one.
// For an empty table it returns a person with such a rival.
func (w *world) rival(at []*person) (who identity.Person) {
	var all []identity.Person
	for _, g := range w.guests {
		for _, o := range w.guests {
			if w.peace.ever(o.ID, g.ID) && (len(at) == 0 || o.ID == at[0].who.ID) {
				all = append(all, g)
				break
			}
		}
	}
	if len(all) > 0 {
		who = all[w.rng.IntN(len(all))]
	}
	return who
}

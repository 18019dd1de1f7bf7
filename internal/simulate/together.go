package simulate

import (
	"context"
	"maps"
	"slices"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// attendEvery is the number of maintenance rounds after which a node checks which people are at its tables.
const attendEvery = 8

// attend records who is at the tables that are open on this node, as the streams of a server do.
func (n *node) attend() {
	for _, id := range slices.Sorted(maps.Keys(n.open)) {
		t := n.byID[id]
		if t == nil || t.over {
			continue
		}
		a := lobby.Attendance{Seen: map[string]time.Time{}, From: n.Now().Add(-lobby.Grace), Grace: lobby.Grace}
		for _, p := range t.people {
			if p.held != nil && p.node.up && p.run == p.node.runs {
				a.Seen[p.who.ID] = n.Now()
			}
		}
		ctx := n.within(20 * time.Second)
		was, err := n.lobby.Recent(ctx, id)
		if err == nil && was.Attended(a, n.Now()) {
			now, err := n.lobby.Attend(ctx, id, a)
			if err == nil && now.Host != was.Host {
				n.count("host passed")
			}
		}
		ctx.end()
		if tb := n.open[id]; tb != nil {
			n.grant(tb.State())
		}
	}
}

// grant lets bots play the seats that those present gave to them.
func (n *node) grant(s *table.State) {
	for seat := range s.Seats().Each {
		if g := s.Granted(seat); g.N > 0 && !s.Over {
			ctx := n.within(20 * time.Second)
			if t, err := n.lobby.Recent(ctx, s.Table); err == nil && t.Seats[seat].Granted < g.N {
				if _, err := n.lobby.Grant(ctx, s.Table, int(seat), g.N, g.Level); err == nil {
					n.count("bot granted")
				}
			}
			ctx.end()
		}
	}
}

// present returns who decides at the person's table. It reports whether there is anyone: the person themselves may not be
// recorded as present yet.
func (p *person) present() (voters []engine.Seats, ok bool) {
	err := p.insist(func(ctx context.Context, n *node) error {
		t, err := n.lobby.Get(ctx, p.table.id)
		if err == nil {
			voters = n.lobby.VotersOf(ctx, &t)
		}
		return err
	})
	return voters, err == nil && len(voters) > 0
}

// vote makes a proposal.
func (p *person) vote(own engine.Seats, c table.Propose) {
	voters, ok := p.present()
	if !ok {
		return
	}
	c.By, c.Voters = own, voters
	p.count("proposed " + c.What)
	p.command(own, c)
}

// answer answers an open proposal.
func (p *person) answer(own engine.Seats, refuse bool) {
	if voters, ok := p.present(); ok {
		p.command(own, table.Agree{By: own, Refuse: refuse, Voters: voters})
	}
}

// callBot proposes a bot for a seat that is free, or whose holder is absent.
func (p *person) callBot(s *table.State, own engine.Seats) {
	for seat := range (s.Seats() &^ own).Each {
		level, err := "", error(nil)
		if p.insist(func(ctx context.Context, n *node) error {
			t, reading := n.lobby.Get(ctx, p.table.id)
			if reading == nil {
				level, err = n.lobby.MayPropose(&t, int(seat), "")
			}
			return reading
		}) == nil && err == nil {
			p.vote(own, table.Propose{What: table.ProposeBot, Seat: seat, Level: level})
			return
		}
	}
}

// remove removes another person from the table, if the person is its host.
func (p *person) remove() {
	other := p.table.people[p.rng.IntN(len(p.table.people))]
	if other == p {
		return
	}
	was := p.table.leaving[other.who.ID]
	p.table.leaving[other.who.ID] = true
	err := p.insist(func(ctx context.Context, n *node) error {
		_, err := n.lobby.Kick(ctx, p.who, p.table.id, other.who.ID, p.chance(30))
		return err
	})
	switch {
	case err == nil:
		p.count("removed")
		p.table.gone[other.who.ID] = true
	case !unanswered(err):
		p.table.leaving[other.who.ID] = was
	}
}

package simulate

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"theriac/internal/identity"
	"theriac/internal/order"
)

// planOrder plans who keeps order in the day, and visitors who are forgotten before its end.
func (w *world) planOrder() {
	const moderators, visitors = 2, 12
	w.plan(w.between(0, time.Minute), func() { w.start(nil, func() { w.keepers(1 + moderators) }) })
	for range visitors {
		w.plan(w.between(0, w.length*3/4), func() { w.start(nil, w.visit) })
	}
}

// newcomer returns a new person whose requests are answered even while suspended.
func (w *world) newcomer() (*person, bool) {
	p := &person{world: w, exempt: true}
	return p, p.insist(func(ctx context.Context, n *node) (err error) {
		p.who, _, err = n.people.Guest(ctx, identity.Newcomer{})
		return err
	}) == nil
}

// keepers makes an operator, who makes the others moderators. They work until the evening.
func (w *world) keepers(many int) {
	for i := range many {
		p, ok := w.newcomer()
		if !ok || i > 0 && len(w.peace.keepers) == 0 {
			return
		}
		if err := p.insist(func(ctx context.Context, n *node) error {
			if i == 0 {
				return n.order.Claim(ctx, p.who.ID)
			}
			return n.order.SetRole(ctx, w.peace.keepers[0].ID, p.who.ID, order.Moderator)
		}); err != nil {
			w.unexpected(nil, "to give a role", err)
			return
		}
		w.peace.keepers = append(w.peace.keepers, p.who)
		w.start(nil, func() {
			for p.sleep(p.between(5*time.Minute, 40*time.Minute)); !p.calm; p.sleep(p.between(5*time.Minute, 40*time.Minute)) {
				p.moderate()
			}
		})
	}
}

// moderate decides, answers an appeal, or lifts a decision.
func (p *person) moderate() {
	switch r := p.rng.IntN(10); {
	case r < 5:
		p.decide()
	case r < 8:
		p.review()
	default:
		about := p.someone()
		p.tryAs("lifted", func(ctx context.Context, n *node) error {
			for _, d := range n.order.DecisionsAbout(about) {
				if d.InForce(n.Now()) {
					_, err := n.order.Lift(ctx, p.who.ID, d.ID, "")
					return err
				}
			}
			return order.ErrNoDecision
		})
	}
}

// decide decides about the person whose report is the oldest, or about another one. Sometimes it
// is about themselves, which is refused.
func (p *person) decide() {
	about, taken := p.someone(), false
	if p.chance(5) {
		about = p.who.ID
	}
	p.keys++
	r := order.Ruling{Reason: "hurtful", Words: "be kind", Key: strconv.Itoa(p.keys)}
	r.What = []string{order.None, order.Warn, order.Mute, order.NoPublic, order.NoPublic, order.Suspend}[p.rng.IntN(6)]
	if r.What != order.None && r.What != order.Warn {
		if r.Open = p.chance(20); !r.Open {
			r.Until = dayBegins.Add(p.now + p.between(3*time.Hour, 6*time.Hour))
		}
	}
	var d order.Decision
	if !p.tryAs("decided "+r.What, func(ctx context.Context, n *node) (err error) {
		if cases, _ := n.order.Queue("", 1); len(cases) > 0 && !taken && about != p.who.ID {
			about, taken = cases[0].About, true
			if err := n.order.Take(ctx, p.who.ID, about); err != nil {
				return err
			}
		}
		r.About = about
		d, err = n.order.Decide(ctx, p.who.ID, r)
		return err
	}) {
		return
	}
	if p.peace.made[d.ID] == nil || d.About != about || d.What != r.What {
		p.fail("a decision was acknowledged as %+v, which is not it", d)
	}
}

// review answers an appeal.
func (p *person) review() {
	uphold := p.chance(50)
	p.tryAs("answered", func(ctx context.Context, n *node) error {
		_, appeals := n.order.Due()
		if len(appeals) == 0 {
			return order.ErrNoDecision
		}
		_, err := n.order.Answer(ctx, p.who.ID, appeals[p.rng.IntN(len(appeals))].ID, uphold, "we have read it")
		return err
	})
}

// tryAs insists on a request, and counts it if it succeeds. It tolerates refusals of package order that other people can
// cause at any time.
func (p *person) tryAs(what string, f func(ctx context.Context, n *node) error) bool {
	err := p.insist(f)
	refused := slices.ContainsFunc([]error{
		order.ErrOwnCase, order.ErrNobody, order.ErrNoDecision, order.ErrAppealed, order.ErrAnswered, order.ErrManyReports, order.ErrSelf, order.ErrManyBlocks,
		identity.ErrUnknown,
	}, func(no error) bool { return errors.Is(err, no) })
	switch {
	case err == nil:
		p.count(what)
	case errors.Is(err, order.ErrOwnCase):
		p.count("own case")
	case !refused:
		p.unexpected(p.table, "what counts as "+what, err)
	}
	return err == nil
}

// someone returns a random person whom others block, report or decide about.
func (p *person) someone() string {
	all := p.peace.people
	if len(all) == 0 {
		return p.who.ID
	}
	return all[p.rng.IntN(len(all))].ID
}

// complain blocks, unblocks or reports a person, or appeals a decision.
func (p *person) complain() {
	other := p.someone()
	if p.table != nil && p.chance(70) {
		other = p.table.people[p.rng.IntN(len(p.table.people))].who.ID
	}
	r := p.rng.IntN(10)
	if len(p.peace.about[p.who.ID]) > 0 && p.chance(60) {
		r = 9
	}
	switch {
	case r < 4:
		p.tryAs("blocked", func(ctx context.Context, n *node) error { return n.order.Block(ctx, p.who.ID, other) })
	case r < 5:
		p.tryAs("unblocked", func(ctx context.Context, n *node) error { return n.order.Unblock(ctx, p.who.ID, other) })
	case r < 8:
		seen := order.Evidence{Seats: []order.Seat{{Person: p.who.ID}, {Seat: 1, Person: p.someone()}}, Lines: []order.Shown{{Line: 1, Person: other, Text: "an insult"}}}
		p.tryAs("reported", func(ctx context.Context, n *node) error {
			_, err := n.order.Report(ctx, order.Report{By: p.who.ID, About: other, Kind: "hurtful", Table: "table", Text: "a complaint", Evidence: seen})
			return err
		})
	default:
		was := p.exempt
		p.exempt = true
		p.tryAs("appealed", func(ctx context.Context, n *node) error {
			for _, d := range n.order.DecisionsAbout(p.who.ID) {
				if d.Appealed.IsZero() {
					_, err := n.order.Appeal(ctx, p.who.ID, d.ID, "I did nothing")
					return err
				}
			}
			return order.ErrNoDecision
		})
		p.exempt = was
	}
}

// visit lets a person come who plays nothing, complains for some hours, and is forgotten.
func (w *world) visit() {
	p, ok := w.newcomer()
	if !ok {
		return
	}
	w.peace.people = append(w.peace.people, p.who)
	for range 2 + w.rng.IntN(8) {
		p.sleep(p.between(time.Minute, time.Hour))
		if p.calm {
			return
		}
		p.complain()
	}
	// In the order of the API: the identity last, and then everything else again.
	for _, forget := range []func(context.Context, *node) error{
		func(ctx context.Context, n *node) error { return n.order.Forget(ctx, p.who.ID) },
		func(ctx context.Context, n *node) error { return n.people.Forget(ctx, p.who.ID) },
		func(ctx context.Context, n *node) error { return n.order.Forget(ctx, p.who.ID) },
	} {
		if err := p.insist(forget); err != nil {
			w.unexpected(nil, "to forget a person", err)
			return
		}
	}
	w.count("forgotten")
	w.peace.gone = append(w.peace.gone, p.who.ID)
}

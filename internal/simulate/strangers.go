package simulate

import (
	"context"
	"errors"
	"slices"
	"time"

	"theriac/internal/lobby"
)

// A stranger takes a bot's seat of a running game, plays for a while, and leaves: with a word, or without one.

// vanishing is how long a person may be away until a bot takes over, as the lobby has it.
const vanishing = 3 * time.Minute

// planStrangers plans when strangers come.
func (w *world) planStrangers() {
	for range w.length / (12 * time.Minute) {
		at := w.between(w.length/20, w.length*9/10)
		for range 1 + w.rng.IntN(3) { // several may want the same seat
			w.plan(at, func() { w.start(nil, w.stranger) })
		}
	}
}

// stranger looks for a table, and takes a bot's seat there.
func (w *world) stranger() {
	p, ok := w.newcomer()
	if !ok {
		return
	}
	var t *tableInfo
	for range 12 {
		if t = w.vacant(); t != nil || p.calm {
			break
		}
		p.sleep(p.between(time.Minute, 20*time.Minute))
	}
	if t == nil {
		return
	}
	p.table = t
	w.guests, w.peace.people = append(w.guests, p.who), append(w.peace.people, p.who)
	seat := lobby.AnySeat
	if err := p.insist(func(ctx context.Context, n *node) (err error) {
		_, seat, err = n.lobby.Keep(ctx, p.who, lobby.From{}, t.id, lobby.AnySeat)
		return err
	}); err != nil {
		w.noSeat(err)
		return
	}
	if p.chance(10) {
		_ = p.insist(func(ctx context.Context, n *node) error {
			_, err := n.lobby.LetGo(ctx, p.who, t.id)
			return err
		})
		return
	}
	if _, asks := w.openHands(t); asks {
		p.sleep(lobby.AskedFor + p.between(0, 20*time.Second))
	}
	t.people = append(t.people, p)
	w.playedBy[p.who.ID] = append(w.playedBy[p.who.ID], t)
	if err := p.insist(func(ctx context.Context, n *node) error {
		_, err := n.lobby.DropIn(ctx, p.who, lobby.From{}, t.id, seat)
		return err
	}); err != nil {
		w.noSeat(err)
		return
	}
	w.count("dropped in")
	if holder := t.says.Seats[seat].Holder; holder != p.who.ID && !t.leaving[p.who.ID] && !t.gone[p.who.ID] {
		w.fail("table %s: %s was promised seat %d, which %q holds", t.id, p.who.ID, seat, holder)
		return
	}
	for range 1 + w.rng.IntN(30) {
		p.sleep(p.thinking())
		if p.calm || t.over {
			break
		}
		if p.connect() == nil {
			p.act()
		}
	}
	if p.chance(30) || p.calm || t.over {
		w.count("vanished")
		p.disconnect()
		return
	}
	t.leaving[p.who.ID] = true
	if err := p.insist(func(ctx context.Context, n *node) error {
		_, err := n.lobby.GiveToBot(ctx, p.who, t.id, seat)
		return err
	}); err == nil {
		w.count("handed over")
	}
	p.disconnect()
}

// vacant returns a running public table at which a bot has a seat, or nil. A second stranger often chooses the same.
func (w *world) vacant() *tableInfo {
	var open []*tableInfo
	for _, t := range w.tables {
		if t.id != "" && !t.over && t.says.Public && t.says.Status == lobby.Playing &&
			slices.ContainsFunc(t.says.Seats, func(s seatShown) bool { return s.Bot != "" && s.Holder == "" }) {
			open = append(open, t)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return open[w.rng.IntN(len(open))]
}

// openHands reports whether a table asks before a person takes a bot's seat.
func (w *world) openHands(t *tableInfo) (lobby.Table, bool) {
	made := lobby.Table{Game: t.draft.Game, Settings: t.draft.Settings}
	return made, made.Asks()
}

// noSeat counts why a stranger got no seat. There is always a reason.
func (w *world) noSeat(err error) {
	switch id := lobby.Refused(err); {
	case id != "" && id != lobby.NoSuchTable:
		w.count("no seat")
	case unanswered(err), isKept(err):
	case errors.Is(err, context.DeadlineExceeded), id == lobby.NoSuchTable:
	default:
		w.fail("a stranger got no seat: %v", err)
	}
}

// hasVanished reports whether a holder had been away for so long that a bot took the seat over.
func (r *shown) hasVanished(holder string, now time.Time) bool {
	return slices.ContainsFunc(r.Present, func(p lobby.Presence) bool {
		return p.Person == holder && p.Away && now.Sub(p.Since) >= vanishing
	})
}

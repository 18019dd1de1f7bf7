package load

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"theriac/engine"
	"theriac/internal/lobby"
)

// hop lets a player hand their seat to a bot and the spectator take it, once in a game. From then on, everything that
// the two receive is checked for the seats that they hold at that moment. People who may not take the seat try to.
func (g *leakGame) hop() error {
	from, seat := g.idle()
	if !g.mayHop || from == nil || g.blocker != nil {
		return nil
	}
	g.mayHop = false
	to := g.viewers[len(g.viewers)-1]
	late, guest := &viewer{known: -1}, &viewer{known: -1} // late is turned away
	for _, v := range []*viewer{late, guest} {
		var err error
		if v.Person, err = NewPerson(g.conn); err != nil {
			return err
		}
		if err := g.connect(v, From{After: -1}); err != nil {
			return err
		}
	}
	g.viewers = append(g.viewers, late, guest)
	for _, v := range []*viewer{from, to, late} { // hidden hands are for people who can sign in
		if _, err := g.conn.succeed(http.MethodPost, "/api/me/recovery", v.Token, nil); err != nil {
			return err
		}
	}
	if err := g.settle(); err != nil {
		return err
	}
	if err := g.hall(from, seat, "givetobot", "", nil); err != nil {
		return err
	}
	from.seats = 0
	keep := func(v *viewer, id string) error { return g.hall(v, seat, "keep", id, nil) }
	drop := func(v *viewer, id string) error { return g.hall(v, seat, "dropin", id, nil) }
	steps := []func() error{
		func() error { return drop(late, lobby.NotKept) },
		func() error { return keep(to, "") },
		func() error { return drop(guest, lobby.SeatKept) },
		func() error { return drop(to, "") },
	}
	if g.hidden {
		steps = []func() error{
			func() error { return drop(late, lobby.NotKept) },
			func() error { return keep(from, lobby.CameBefore) },
			func() error { return keep(guest, lobby.MembersOnly) },
			func() error { return keep(late, "") },
			func() error { return drop(late, lobby.Asking) },
			func() error { return g.hall(g.seatedBut(nil), seat, "turnaway", "", map[string]any{"person": late.ID}) },
			func() error { return keep(late, lobby.CameBefore) },
			func() error { return drop(late, lobby.CameBefore) },
			func() error { return keep(to, "") },
			func() error { return drop(guest, lobby.MembersOnly) },
			func() error { return drop(to, lobby.Asking) },
			g.glance, // while they wait, nobody sees more than before
			func() error { time.Sleep(lobby.AskedFor); return drop(to, "") },
		}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	to.seats, to.known = to.seats.With(engine.Seat(seat)), -1
	g.counts["hop"]++
	if g.hidden {
		g.counts["asked"]++
	}
	if err := g.connect(to, From{After: -1}); err != nil {
		return err
	}
	if err := g.await(to, g.n); err != nil {
		return err
	}
	return g.glance()
}

// idle returns a player with one seat, of whom the game wants nothing now, and the seat.
func (g *leakGame) idle() (*viewer, int) {
	for _, v := range g.viewers {
		if v.seats.Len() != 1 || g.seatedBut(v) == nil {
			continue
		}
		seat := v.seats.First()
		if len(v.last.List(int(seat))) == 0 && !v.owes(seat) {
			return v, int(seat)
		}
	}
	return nil, 0
}

// seatedBut returns a viewer who holds a seat, other than one, or nil.
func (g *leakGame) seatedBut(but *viewer) *viewer {
	for _, v := range g.viewers {
		if v != but && !v.seats.Empty() {
			return v
		}
	}
	return nil
}

// hall sends a request about a bot's seat. It must be refused with this id; an empty one means that it must succeed.
func (g *leakGame) hall(v *viewer, seat int, what, id string, body map[string]any) error {
	if body == nil {
		body = map[string]any{"seat": seat}
	}
	a, err := g.ask(v, "table", seat, http.MethodPost, what, body)
	if err != nil {
		return err
	}
	if id == "" && !a.OK() {
		return fmt.Errorf("load: %s: %w", what, a.Err())
	}
	if id != "" && a.Problem() != id {
		g.wrong.add("%s gives %d %q instead of %s", what, a.Status, a.Problem(), id)
	}
	return nil
}

// glance has everybody look at the table and its record.
func (g *leakGame) glance() error {
	for _, v := range g.viewers {
		a, err := g.ask(v, "update", 0, http.MethodGet, "view?after=-1&fresh=1", nil)
		if err == nil && !a.OK() {
			err = a.Err()
		}
		if err != nil {
			return err
		}
		if l, err := Look(a.Body); err != nil || l.N != g.n {
			return errors.Join(err, fmt.Errorf("load: entry %d instead of %d while a seat changed hands", l.N, g.n))
		}
		if _, err := g.ask(v, "transcript", 0, http.MethodGet, "transcript", nil); err != nil {
			return err
		}
	}
	return nil
}

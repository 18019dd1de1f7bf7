package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/lobby"
)

// apart is a player whom a viewer blocks.
type apart struct {
	writer *viewer
	title  string // of a public table that the writer has opened
}

// block makes one viewer block a player, once in a game. From then on everything that the viewer receives is checked
// for what the player writes and draws.
func (g *leakGame) block() error {
	if g.mayHop {
		return g.hop() // a person who blocks another one could not sit down
	}
	if g.blocker != nil || len(g.viewers) < 3 {
		return nil
	}
	writer := g.viewers[g.rng.IntN(len(g.viewers)-1)]
	others := slices.DeleteFunc(slices.Clone(g.viewers), func(v *viewer) bool { return v == writer })
	reader := others[g.rng.IntN(len(others))]
	if err := g.say(writer, false); err != nil { // which the viewer no longer reads in a new stream either
		return err
	}
	if _, err := g.conn.succeed(http.MethodPut, "/api/me/blocks/"+writer.ID, reader.Token, nil); err != nil {
		return err
	}
	if err := g.connect(reader, From{After: -1}); err != nil {
		return err
	}
	g.blocker, reader.apart, reader.known = reader, &apart{writer: writer, title: "titled " + g.table}, -1
	g.counts["block"]++
	if err := g.await(reader, g.n); err != nil {
		return err
	}
	if err := g.say(writer, false); err != nil {
		return err
	}
	return g.draw(writer)
}

// pages asks for everything else that could show what a blocked person has said: once for the viewer who blocks, and
// once for one who does not.
func (g *leakGame) pages() error {
	if g.blocker == nil {
		return nil
	}
	a := g.blocker.apart
	id, err := newTable(g.conn, a.writer.Token, map[string]any{"game": games.Default(), "title": a.title, "public": true})
	if err != nil {
		return err
	}
	for _, v := range g.viewers {
		for _, path := range []string{
			"tables", "tables/" + g.table, "tables/" + g.table + "/replay", "me/export", "me/notices", "me/games", "me/blocks", "me/decisions",
			"people/" + url.PathEscape(a.writer.ID) + "/games",
		} {
			answer, err := g.conn.Do(http.MethodGet, "/api/"+path, v.Token, nil)
			if err == nil && answer.Status >= 500 {
				err = answer.Err()
			}
			if err != nil {
				return err
			}
			v.log = append(v.log, received{kind: "page", n: g.n, over: g.over, data: answer.Body, seats: v.seats, apart: v.apart})
		}
	}
	_, err = g.conn.succeed(http.MethodPost, "/api/tables/"+id+"/close", a.writer.Token, nil)
	return err
}

// blockedWords checks that a message has nothing of what a blocked person says.
func (g *leakGame) blockedWords(r *received, f *findings) {
	if r.apart == nil {
		return
	}
	for _, s := range g.spoken {
		if s.by == r.apart.writer && bytes.Contains(r.data, s.quoted()) {
			f.add("a line of a blocked person: %s", s.text)
		}
	}
	if bytes.Contains(r.data, []byte(r.apart.title)) {
		f.add("a title of a blocked person")
	}
	if seat, ok := drawnBy(r); ok && r.apart.writer.seats.Has(seat) {
		f.add("a plan of a blocked person")
	}
}

// drawnBy returns the seat of a plan.
func drawnBy(r *received) (engine.Seat, bool) {
	var plan struct{ Seat engine.Seat }
	return plan.Seat, r.kind == "ghost" && json.Unmarshal(r.data, &plan) == nil
}

// heardOf counts what other viewers received of a blocked person, in lines, plans and titles. Without any, the check
// would prove nothing.
func (g *leakGame) heardOf() (n Heard) {
	if g.blocker == nil {
		return n
	}
	a := g.blocker.apart
	for _, v := range g.viewers {
		if v == g.blocker || v == a.writer {
			continue
		}
		for _, r := range v.log {
			for _, s := range g.spoken {
				if s.by == a.writer && bytes.Contains(r.data, s.quoted()) {
					n.Lines++
				}
			}
			if seat, ok := drawnBy(&r); ok && a.writer.seats.Has(seat) {
				n.Plans++
			}
			if bytes.Contains(r.data, []byte(a.title)) {
				n.Titles++
			}
		}
	}
	return n
}

// Heard counts what people received of those whom another viewer blocks.
type Heard struct {
	Lines  int `json:"lines"`
	Plans  int `json:"plans"`
	Titles int `json:"titles"`
}

// injectBlocked gives the viewer who blocks a person a line, plan or title that another viewer received.
func (g *leakGame) injectBlocked() bool {
	if g.blocker == nil {
		return false
	}
	for _, v := range g.viewers {
		if v == g.blocker || v == g.blocker.apart.writer {
			continue
		}
		for _, r := range v.log {
			r.apart = g.blocker.apart
			var f findings
			if g.blockedWords(&r, &f); len(f) > 0 && (r.kind == "talk" || r.kind == "ghost") {
				g.blocker.log = append(g.blocker.log, r)
				return true
			}
		}
	}
	return false
}

// quoted returns a line as it is in any JSON.
func (s *spoken) quoted() []byte { return strconv.AppendQuote(nil, s.text) }

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
			g.glance, // while they wait, people see no more than before
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

// idle returns a player with one seat that the game does not wait for, and the seat.
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

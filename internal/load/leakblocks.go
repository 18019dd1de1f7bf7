package load

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"theriac/engine"
	"theriac/games"
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

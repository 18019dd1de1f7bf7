package load

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Step is an entry as a seat reads it.
type Step struct {
	N     int    `json:"n"`
	At    int64  `json:"at"`
	Kind  string `json:"kind"`
	By    []int  `json:"by"`
	To    int    `json:"to"`
	What  string `json:"what"`
	Plays []Play `json:"plays"`
}

// Play is one move of an entry.
type Play struct {
	Seat  int        `json:"seat"`
	Move  string     `json:"move"`
	Why   string     `json:"why"`
	Facts []FactText `json:"facts"`
}

// FactText is one fact of a move.
type FactText struct {
	Fact string `json:"fact"`
	Rule string `json:"rule"`
}

// verify reads every game back and compares it with what was acknowledged and
// with the last views of the streams.
func (p *players) verify() {
	_ = each(len(p.played), 16, func(i int) error {
		g := p.played[i]
		conn := NewConn(p.job.Addr)
		defer conn.Close()
		for seat := range g.people {
			if err := g.readBack(seat, conn); err != nil {
				p.wrong(fmt.Sprintf("table %s seat %d cannot be read back: %v", g.id, seat, err))
				p.mu.Lock()
				p.skip("a seat that cannot be read back", 1)
				p.mu.Unlock()
			}
		}
		return nil
	})
	p.out.Checked = int(p.views.Load())
}

// readBack compares one seat's part.
func (g *game) readBack(seat int, conn *Conn) error {
	steps, err := History(g.p.job.Addr, g.id, g.people[seat].Token)
	if err != nil {
		return err
	}
	lost, twice, excused := compare(steps, seat, g.acks, g.doubt)
	now, err := View(conn, g.id, g.people[seat].Token)
	if err != nil {
		return err
	}
	l, ok := glance(now)
	if !ok {
		return errors.New("a view that cannot be read")
	}
	same := l.N == g.last[seat].n && sha256.Sum256(l.View) == g.last[seat].view
	if !same {
		g.p.wrong(fmt.Sprintf("table %s seat %d: the stream's last view at %d is not the one that is read, at %d", g.id, seat, g.last[seat].n, l.N))
	}
	g.p.mu.Lock()
	defer g.p.mu.Unlock()
	g.p.out.Comparisons++
	g.p.out.Lost += lost
	g.p.out.Duplicated += twice
	if seat == 0 {
		for what, n := range uncompared(steps) {
			g.p.skip(what, n)
		}
	}
	g.p.skip("a move whose answer never came", excused)
	if lost+twice > 0 {
		g.p.noteError(fmt.Sprintf("table %s seat %d: %d lost, %d twice", g.id, seat, lost, twice))
	}
	return nil
}

// History is all entries of a table, as the holder of a token reads them.
func History(addr, table, token string) ([]Step, error) {
	s, err := OpenStream(addr, table, token, From{After: -1}, 4096)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for {
		ev, err := s.Next()
		if err != nil {
			return nil, err
		}
		if ev.Name != "update" {
			continue
		}
		var u struct {
			Steps []Step `json:"steps"`
		}
		return u.Steps, json.Unmarshal(ev.Data, &u)
	}
}

// compare counts the acknowledged moves of a seat that are not in the history, and
// the moves of the history that were never acknowledged: a command that was applied
// twice leaves one of those. Excused are moves that may have been made or not,
// because their answer never came.
func compare(steps []Step, seat int, acks, doubt []ack) (lost, twice, excused int) {
	mine := map[int]string{}
	for _, st := range steps {
		if st.Kind == "play" && slices.Equal(st.By, []int{seat}) && len(st.Plays) > 0 {
			mine[st.N] = st.Plays[0].Move
		}
	}
	for _, a := range acks {
		if a.seat != seat {
			continue
		}
		if mine[a.n] != a.move {
			lost++
		}
		delete(mine, a.n) // two acknowledgements of one entry: the second finds nothing
	}
	unsure := map[string]int{}
	for _, d := range doubt {
		if d.seat == seat {
			unsure[d.move]++
			excused++
		}
	}
	for _, move := range mine {
		if unsure[move]--; unsure[move] < 0 {
			twice++
		}
	}
	return lost, twice, excused
}

// uncompared are the entries of a history that no acknowledgement is compared with: the
// server made them, or they are no moves.
func uncompared(steps []Step) map[string]int {
	out := map[string]int{}
	for _, st := range steps {
		switch {
		case st.Kind == "open":
		case st.Kind != "play":
			out["an entry that is no move"]++
		case len(st.By) != 1:
			out["a move of the server"]++
		}
	}
	return out
}

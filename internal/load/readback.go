package load

import (
	"crypto/sha256"
	"net/http"
	"slices"
)

// Step is an entry as a seat sees it.
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

// verify reads every game back. It compares each with the acknowledged moves, and with the last views of the
// streams.
func (p *players) verify() {
	_ = Each(len(p.played), 16, func(i int) error {
		g := p.played[i]
		for seat := range g.seats {
			if err := g.readBack(seat); err != nil {
				p.wrong("table %s seat %d cannot be read back: %v", g.id, seat, err)
				p.skip("a seat that cannot be read back", 1)
			}
		}
		return nil
	})
}

// readBack compares one seat's moves and views with what the server returns.
func (g *game) readBack(seat int) error {
	steps, err := History(g.p.conn, g.id, g.seats[seat].Token)
	if err != nil {
		return err
	}
	lost, twice, excused := compare(steps, seat, g.acks, g.doubt)
	l, err := View(g.p.conn, g.id, g.seats[seat].Token)
	if err != nil {
		return err
	}
	last := g.seats[seat].last
	if now := (lastSight{l.N, sha256.Sum256(l.View)}); now != last {
		g.p.wrong("table %s seat %d: the stream's last view at %d is not the one that is read, at %d", g.id, seat, last.n, l.N)
	}
	if seat == 0 {
		for what, n := range uncompared(steps) {
			g.p.skip(what, n)
		}
	}
	g.p.skip("a move whose answer never came", excused)
	g.p.update(func(out *Played) {
		out.ViewsCompared++
		out.Lost += lost
		out.Duplicated += twice
		if lost+twice > 0 {
			out.Words.note("table %s seat %d: %d lost, %d twice", g.id, seat, lost, twice)
		}
	})
	return nil
}

// History returns all entries of a table as the holder of a token sees them.
func History(c *Conn, table, token string) ([]Step, error) {
	var u struct {
		Steps []Step `json:"steps"`
	}
	err := c.fetch(http.MethodGet, "/api/tables/"+table+"/view?fresh=1&after=-1", token, nil, &u)
	return u.Steps, err
}

// compare compares a seat's acknowledged moves with a table's history. lost counts acknowledged moves that are
// missing from it. twice counts moves in it that were not acknowledged, for example because a command was
// applied twice. Commands without a response are excused, because they may or may not have taken effect.
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
		delete(mine, a.n) // removed, so that a second acknowledgement of the same entry counts as lost
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

// uncompared counts, by reason, the entries that compare does not compare with an acknowledgement. The server
// made them, or they are not moves.
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

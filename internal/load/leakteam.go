package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"theriac/engine"
	"theriac/games"
)

// Chat and plans. With teams, a message to a team has the team's number in its text,
// so that it is recognised wherever it turns up.

// spoken is a chat message; its team is -1 for all.
type spoken struct {
	text string
	team int
}

// teamPrefix begins every message to a team.
func teamPrefix(team int) string { return "murmur" + strconv.Itoa(team) + "." }

// side is the number of the team that a viewer is of, or -1.
func (g *leakGame) side(v *viewer) int {
	if !g.teams || v.seats.Empty() {
		return -1
	}
	return int(v.seats.First()) / 2
}

// speak sends a message to the table, or mostly to the team where there is one.
func (g *leakGame) speak(v *viewer) error {
	said := spoken{text: "aloud" + strconv.Itoa(len(g.spoken)), team: -1}
	body := map[string]any{"text": said.text}
	if side := g.side(v); side >= 0 && g.rng.IntN(3) > 0 {
		said = spoken{text: teamPrefix(side) + strconv.Itoa(len(g.spoken)), team: side}
		body = map[string]any{"text": said.text, "to": "team"}
	}
	a, err := g.ask(v, "talk", 0, http.MethodPost, "talk", body)
	if err != nil || !a.OK() {
		return err
	}
	g.counts["talk"]++
	g.spoken = append(g.spoken, said)
	return nil
}

// draw shows a plan of moves that the seat has now.
func (g *leakGame) draw(v *viewer) error {
	if v.seats.Empty() {
		return nil
	}
	seat := int(v.seats.First())
	moves := []string{}
	for _, m := range v.last.List(seat) {
		if len(moves) < 3 {
			moves = append(moves, text(m))
		}
	}
	g.counts["ghost"]++
	_, err := g.ask(v, "silent", seat, http.MethodPost, "ghost", map[string]any{"seat": seat, "moves": moves})
	return err
}

// drain sends a last message and waits until everybody has received it.
func (g *leakGame) drain() error {
	if err := g.settle(); err != nil {
		return err
	}
	const last = "hush"
	for _, v := range g.viewers {
		if !v.seats.Empty() {
			if a, err := g.ask(v, "talk", 0, http.MethodPost, "talk", map[string]any{"text": last}); err != nil || !a.OK() {
				return errors.Join(err, a.Err())
			}
			break
		}
	}
	for _, v := range g.viewers {
		late := time.NewTimer(10 * time.Second)
		for heard := false; !heard; {
			select {
			case r, ok := <-v.events:
				if !ok {
					return errors.New("load: a stream ended")
				}
				if err := g.take(v, r); err != nil {
					return err
				}
				heard = r.kind == "talk" && bytes.Contains(r.data, []byte(last))
			case <-late.C:
				return errQuiet
			}
		}
		late.Stop()
	}
	return nil
}

// missed is what a viewer should have received and did not.
func (g *leakGame) missed(v *viewer) (found []string) {
	for _, s := range g.spoken {
		if s.team >= 0 && s.team != g.side(v) {
			continue
		}
		if !slices.ContainsFunc(v.log, func(r received) bool {
			return r.kind == "talk" && bytes.Contains(r.data, []byte(`"`+s.text+`"`))
		}) {
			found = append(found, fmt.Sprintf("table %s (seats %b): “%s” was not sent", g.table, v.seats, s.text))
		}
	}
	return found
}

// overheard looks for another team's messages in whatever a viewer received.
func (o *oracle) overheard(g *leakGame, v *viewer, r *received) (found []string) {
	for team := range o.teams() {
		if team != g.side(v) && bytes.Contains(r.data, []byte(teamPrefix(team))) {
			found = append(found, fmt.Sprintf("a line of team %d", team))
		}
	}
	return found
}

// teams counts the teams of the game.
func (o *oracle) teams() int {
	if o.team(0).Empty() {
		return 0
	}
	return len(o.head.Seats) / o.team(0).Len()
}

// team is the seats that play together with a seat, or none.
func (o *oracle) team(seat engine.Seat) engine.Seats {
	game, _ := games.Find(o.head.Game)
	return engine.TeamOf(game, o.head.Settings, seat)
}

// ghost checks a plan: it holds nothing but itself, and no rival sees it.
func (o *oracle) ghost(v *viewer, r *received) (found []string) {
	var plan struct {
		Seat engine.Seat `json:"seat"`
	}
	if json.Unmarshal(r.data, &plan) != nil || !only(r.data, "seat", "moves") {
		return []string{"a plan that cannot be read"}
	}
	if team := o.team(plan.Seat); !team.Empty() && team&v.seats == 0 {
		found = append(found, fmt.Sprintf("the plan of seat %d, which is a rival's", plan.Seat))
	}
	return found
}

// injectTeam gives a viewer of one team what came to another.
func (g *leakGame) injectTeam(kind string) bool {
	if !g.teams {
		return false
	}
	for _, v := range g.viewers {
		for _, r := range v.log {
			if r.kind != kind || kind == "talk" && !bytes.Contains(r.data, []byte(teamPrefix(g.side(v)))) {
				continue
			}
			for _, other := range g.viewers {
				if g.side(other) != g.side(v) {
					other.log = append(other.log, r)
					return true
				}
			}
		}
	}
	return false
}

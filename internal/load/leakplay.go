package load

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
)

// maxCommands ends a game that would not end otherwise. Random players usually lose long before.
const maxCommands = 2000

// play plays the game to its end. At random times it also sends requests whose responses could reveal
// something, such as undo, invalid requests, and requests for reasons and transcripts.
func (g *leakGame) play() error {
	if err := g.settle(); err != nil {
		return err
	}
	for i := 0; !g.over && i < maxCommands; i++ {
		if err := g.step(); err != nil {
			return err
		}
	}
	if err := g.drain(); err != nil {
		return err
	}
	if err := g.pages(); err != nil {
		return err
	}
	for _, v := range g.viewers {
		if _, err := g.ask(v, "transcript", 0, http.MethodGet, "transcript", nil); err != nil {
			return err
		}
	}
	return nil
}

func (g *leakGame) step() error {
	v := g.viewers[g.rng.IntN(len(g.viewers))]
	switch g.rng.IntN(27) {
	case 0:
		return g.undo(v)
	case 1:
		return g.wrongMove(v)
	case 2:
		seat, move := g.anyMove()
		path := "why?seat=" + strconv.Itoa(v.own(seat)) + "&move=" + url.QueryEscape(move)
		_, err := g.ask(v, "why", v.own(seat), http.MethodGet, path, nil)
		g.counts["why"]++
		return err
	case 3:
		g.counts["transcript"]++
		_, err := g.ask(v, "transcript", 0, http.MethodGet, "transcript", nil)
		return err
	case 4:
		return g.reconnect(v)
	case 5:
		return g.promise(v)
	case 6:
		return g.say(v, true)
	case 7:
		return g.draw(v)
	case 8:
		return g.advise()
	case 9:
		return g.block()
	case 10:
		return g.hop()
	}
	return g.move()
}

// advise has a player who owes an answer ask for advice. It does so rarely, because advice is expensive to
// compute.
func (g *leakGame) advise() error {
	for _, v := range g.viewers {
		for seat := range v.seats.Each {
			if !v.owes(seat) || g.rng.IntN(2) > 0 {
				continue
			}
			a, err := g.ask(v, "advice", int(seat), http.MethodPost, "advice", nil)
			if err != nil || !a.OK() {
				return err
			}
			g.counts["advice"]++
			return g.settle()
		}
	}
	return nil
}

// own returns a seat of the viewer, or the given seat if the viewer has none. Because of this, most requests
// concern the viewer's own seat.
func (v *viewer) own(seat int) int {
	if v.seats.Empty() || v.seats.Has(engine.Seat(seat)) {
		return seat
	}
	return int(v.seats.First())
}

// move makes a move of a seat that owes an answer or may interject.
func (g *leakGame) move() error {
	type option struct {
		v    *viewer
		seat int
	}
	var owing, may []option
	for _, v := range g.viewers {
		for seat := range v.seats.Each {
			s := int(seat)
			switch {
			case len(v.last.List(s)) == 0:
			case v.owes(seat):
				owing = append(owing, option{v, s})
			case slices.Contains(v.last.Question.May, s):
				may = append(may, option{v, s})
			}
		}
	}
	from := owing
	if len(owing) == 0 || len(may) > 0 && g.rng.IntN(12) == 0 {
		from = may
	}
	if len(from) == 0 {
		return g.settle()
	}
	o := from[g.rng.IntN(len(from))]
	list := o.v.last.List(o.seat)
	return g.submit(o.v, o.seat, list[g.rng.IntN(len(list))])
}

func (g *leakGame) submit(v *viewer, seat int, move string) error {
	return g.command(v, seat, http.MethodPost, "moves", map[string]any{"seat": seat, "question": v.last.Question.ID, "move": move})
}

// undo proposes to take moves back. The other seats usually agree.
func (g *leakGame) undo(v *viewer) error {
	if v.last.Made == 0 {
		return nil
	}
	to := max(0, v.last.Made-1-g.rng.IntN(3))
	if err := g.command(v, 0, http.MethodPost, "undo", map[string]any{"to": to}); err != nil || v.seats.Empty() {
		return err
	}
	for _, o := range g.viewers {
		if o == v || o.seats.Empty() || g.over {
			continue
		}
		if err := g.command(o, 0, http.MethodPost, "answer", map[string]any{"agree": g.rng.IntN(5) > 0}); err != nil {
			return err
		}
	}
	return nil
}

// anyMove returns a move of any seat, usually not one of the caller's seats.
func (g *leakGame) anyMove() (int, string) {
	for range 8 {
		v := g.viewers[g.rng.IntN(len(g.viewers))]
		if v.seats.Empty() {
			continue
		}
		seat := int(v.seats.First())
		if list := v.last.List(seat); len(list) > 0 {
			return seat, list[g.rng.IntN(len(list))]
		}
	}
	return 0, "drive paris"
}

// wrongMove sends a move that the server will usually reject: another seat's move, a move for another seat, or
// nonsense.
func (g *leakGame) wrongMove(v *viewer) error {
	seat, move := g.anyMove()
	switch g.rng.IntN(4) {
	case 0:
		move = "fly " + move
	case 1: // a move for another player's seat
	default:
		seat = v.own(seat)
	}
	return g.submit(v, seat, move)
}

// reconnect resumes a viewer's stream, or opens it further back to read some entries again.
func (g *leakGame) reconnect(v *viewer) error {
	g.counts["reconnect"]++
	from := From{LastID: v.stream.LastID}
	switch g.rng.IntN(3) {
	case 0:
		from = From{After: g.rng.IntN(g.n+2) - 1}
	case 1:
		from = From{Now: true}
	}
	if err := g.connect(v, from); err != nil {
		return err
	}
	if from.LastID == "" {
		v.known = -1 // the server sends the first update immediately, and await reads it
		return g.await(v, g.n)
	}
	return nil
}

// promise tells the server to pass for a seat of the viewer whenever it can, or no longer to do so.
func (g *leakGame) promise(v *viewer) error {
	if v.seats.Empty() {
		return nil
	}
	seat := int(v.seats.First())
	passes := slices.DeleteFunc(v.last.List(seat), func(move string) bool {
		return !strings.HasPrefix(move, "waive") && !strings.HasPrefix(move, "pass") && move != "tell"
	})
	return g.command(v, seat, http.MethodPut, "standing", map[string]any{"seat": seat, "passes": append([]string{}, passes...)})
}

// spoken is a chat message that was sent; its team is -1 if it was for all players.
type spoken struct {
	text string
	team int
	by   *viewer
}

// teamPrefix returns the text with which every message to a team begins, so that a leaked one is recognised
// anywhere.
func teamPrefix(team int) string { return "murmur" + strconv.Itoa(team) + "." }

// whisper is how everything begins that the spectator says to those who watch.
const whisper = "whisper."

// side returns the number of the viewer's team, or -1.
func (g *leakGame) side(v *viewer) int {
	if !g.teams || v.seats.Empty() {
		return -1
	}
	return int(v.seats.First()) / 2
}

// say sends a chat message to the table or, if there are teams and it may be for one, usually to the viewer's team.
func (g *leakGame) say(v *viewer, mayMurmur bool) error {
	said := spoken{text: "aloud" + strconv.Itoa(len(g.spoken)), team: -1, by: v}
	body := map[string]any{"text": said.text}
	if side := g.side(v); mayMurmur && side >= 0 && g.rng.IntN(3) > 0 {
		said = spoken{text: teamPrefix(side) + strconv.Itoa(len(g.spoken)), team: side, by: v}
		body = map[string]any{"text": said.text, "to": "team"}
	}
	if v.seats.Empty() && !g.over {
		said.text = whisper + strconv.Itoa(len(g.spoken))
		body["text"] = said.text // the server makes it a message to those who watch
		g.counts["whisper"]++
	}
	a, err := g.ask(v, "talk", 0, http.MethodPost, "talk", body)
	if err != nil || !a.OK() {
		return err
	}
	g.counts["talk"]++
	g.spoken = append(g.spoken, said)
	return nil
}

// draw shows the other players a plan (a ghost) of moves that the seat could make now.
func (g *leakGame) draw(v *viewer) error {
	if v.seats.Empty() {
		return nil
	}
	seat := int(v.seats.First())
	list := v.last.List(seat)
	g.counts["ghost"]++
	_, err := g.ask(v, "silent", seat, http.MethodPost, "ghost", map[string]any{"seat": seat, "moves": append([]string{}, list[:min(3, len(list))]...)})
	return err
}

// drain sends a last chat message, and waits until all viewers have received it.
func (g *leakGame) drain() error {
	if err := g.settle(); err != nil {
		return err
	}
	const last = "hush"
	heard := func(v *viewer) bool { return g.blocker == nil || v != g.blocker.apart.writer }
	speaker := g.viewers[slices.IndexFunc(g.viewers, func(v *viewer) bool { return !v.seats.Empty() && heard(v) })]
	if a, err := g.ask(speaker, "talk", 0, http.MethodPost, "talk", map[string]any{"text": last}); err != nil || !a.OK() {
		return errors.Join(err, a.Err())
	}
	for _, v := range g.viewers {
		if err := g.until(v, func(r *received) bool { return r.kind == "talk" && bytes.Contains(r.data, []byte(last)) }); err != nil {
			return err
		}
	}
	return nil
}

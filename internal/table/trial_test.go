package table_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"theriac/internal/table"
)

type trial struct {
	Steps []struct {
		Play struct {
			Seat  int              `json:"seat"`
			Move  string           `json:"move"`
			Facts []map[string]any `json:"facts"`
		} `json:"play"`
		Update replayedMove `json:"update"`
	} `json:"steps"`
}

// If a trial makes the moves that the game had, including the consent that seats gave, it reaches the same
// positions. Other moves lead to other positions, and only legal moves are possible.
func TestTrial(t *testing.T) {
	_, tb := lone(t, "tabletrial", header(t, 9, "players", "3", "epidemics", "5"), time.Hour)
	_, err := tb.State().AppendTrial(nil, 0, 0, []string{"0 pass"})
	refused(t, err, table.RefusedRunning)
	r := rand.New(rand.NewPCG(6, 6))
	for i := 0; !tb.State().Over; i++ {
		a := answer(tb.State(), r)
		// In this game, every seat agrees to all requests, and gives a card if it can.
		v := tb.State().Pos.Vocabulary()
		for _, m := range tb.State().Pos.AppendMoves(nil, a.Seat) {
			if text := v.Move(m); v.Verbs[m.Verb].Agrees || strings.HasPrefix(text, "give ") {
				a.Move = text
				break
			}
		}
		do(t, tb, fmt.Sprint("k", i), a)
	}
	end := tb.State()
	var all replayed
	text, err := end.AppendReplay(nil, end.Seats())
	if err != nil || json.Unmarshal(text, &all) != nil {
		t.Fatal(err)
	}
	view := func(at int) json.RawMessage {
		var m replayedMove
		text, err := end.AppendReplayAt(nil, end.Seats(), at)
		if err != nil || json.Unmarshal(text, &m) != nil {
			t.Fatal(err)
		}
		return m.View
	}
	try := func(at, seat int, moves ...string) (out trial, err error) {
		for i := range moves {
			moves[i] = fmt.Sprint(seat, " ", moves[i])
		}
		text, err := end.AppendTrial(nil, end.Seats(), at, moves)
		if err == nil && json.Unmarshal(text, &out) != nil {
			t.Fatalf("%s", text)
		}
		return out, err
	}
	agreed, plain := 0, 0
	for at := 0; at+3 <= all.Made; at++ {
		a, b, c := all.Moves[at], all.Moves[at+1], all.Moves[at+2]
		moves, last := []string{a.Move, b.Move}, at+2
		if b.Move == "agree" && c.Seat == a.Seat {
			moves, last = []string{a.Move, c.Move}, at+3
		} else if a.Seat != b.Seat {
			continue
		}
		got, err := try(at, a.Seat, moves...)
		if err != nil {
			t.Fatalf("%d %q: %v", at, moves, err)
		}
		if n := len(got.Steps); n != last-at || got.Steps[n-1].Update.Made != last || !bytes.Equal(got.Steps[n-1].Update.View, view(last)) {
			t.Fatalf("%d %q lead elsewhere: %d steps", at, moves, n)
		}
		for i, s := range got.Steps {
			if s.Play.Move != all.Moves[at+i].Move || len(s.Play.Facts) != len(all.Moves[at+i].Facts) {
				t.Fatalf("%d: %+v, want %+v", at, s.Play, all.Moves[at+i])
			}
		}
		if len(got.Steps) == 3 {
			agreed++
		} else {
			plain++
		}
	}
	if agreed < 2 || plain < 20 {
		t.Errorf("met %d agreements and %d plain pairs", agreed, plain)
	}
	first := all.Moves[0].Seat
	_, err = try(0, first, "drive nowhere")
	refused(t, err, table.RefusedNotation)
	_, err = try(0, first, "shuttle sydney")
	refused(t, err, table.RefusedMove)
	_, err = try(all.Made+1, first, "pass")
	refused(t, err, table.RefusedPlace)
	_, err = try(all.Made, first, all.Moves[0].Move)
	refused(t, err, table.RefusedMove)
	_, err = try(0, 5, all.Moves[0].Move)
	refused(t, err, table.RefusedSeat)
}

package table_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/games/world"
	"theriac/internal/table"
)

type replayed struct {
	Made  int              `json:"made"`
	From  []map[string]any `json:"from"`
	Moves []struct {
		At    int64            `json:"at"`
		Seat  int              `json:"seat"`
		Move  string           `json:"move"`
		Facts []map[string]any `json:"facts"`
	} `json:"moves"`
	Over map[string]any `json:"over"`
}

type replayedMove struct {
	Made     int              `json:"made"`
	View     json.RawMessage  `json:"view"`
	Question map[string]any   `json:"question"`
	Moves    []any            `json:"moves"`
	Chances  map[string]any   `json:"chances"`
	Over     *json.RawMessage `json:"over"`
}

// The replay of a game leaves out undone moves. After each of the others, it shows the view that players had at
// that time. It is available only when the game is over.
func TestReplay(t *testing.T) {
	h := header(t, 9, "players", "2", "epidemics", "5", "hands", "hidden")
	_, tb := lone(t, "tablereplay", h, time.Hour)
	if _, err := tb.State().AppendReplay(nil, 0); true {
		refused(t, err, table.RefusedRunning)
	}
	if _, err := tb.State().AppendReplayAt(nil, 0, 0); true {
		refused(t, err, table.RefusedRunning)
	}
	r := rand.New(rand.NewPCG(4, 4))
	watchers := map[string]engine.Seats{"none": 0, "0": 1, "1": 2, "all": 3}
	views := map[string][]string{} // by viewer and number of moves
	note := func() {
		s := tb.State()
		for name, by := range watchers {
			views[name] = append(views[name][:s.Moves()], string(engine.AppendCode(nil, s.Pos.View(by).Code)))
		}
	}
	note()
	c := drive(t, tb.State())
	do(t, tb, "d1", c)
	note()
	do(t, tb, "u1", table.Undo{By: engine.SeatsOf(c.Seat), To: 0})
	for i := 0; !tb.State().Over; i++ {
		before := tb.State().Moves()
		do(t, tb, fmt.Sprint("k", i), answer(tb.State(), r))
		if after := tb.State().Moves(); after != before+1 {
			t.Fatalf("%d moves after %d", after, before)
		}
		note()
	}
	end := tb.State()
	for name, by := range watchers {
		var all replayed
		text, err := end.AppendReplay(nil, by)
		if err != nil || json.Unmarshal(text, &all) != nil {
			t.Fatalf("%v in %s", err, text)
		}
		if all.Made != end.Moves() || len(all.Moves) != all.Made || len(all.From) == 0 || all.Over == nil || all.Moves[0].At == 0 {
			t.Fatalf("%s: %d moves of %d, %d facts of the set-up", name, len(all.Moves), end.Moves(), len(all.From))
		}
		hides := slices.ContainsFunc(all.From, func(f map[string]any) bool { return strings.Contains(fmt.Sprint(f["fact"]), "hidden") })
		if name == "all" && hides {
			t.Errorf("something is hidden from all: %v", all.From)
		}
		for at := range end.Moves() + 1 {
			var m replayedMove
			text, err := end.AppendReplayAt(nil, by, at)
			if err != nil || json.Unmarshal(text, &m) != nil {
				t.Fatalf("%v in %s", err, text)
			}
			if string(m.View) != views[name][at] {
				t.Fatalf("%s after %d moves:\n%s, but it was\n%s", name, at, m.View, views[name][at])
			}
			last := at == end.Moves()
			if m.Made != at || len(m.Moves) != 0 || (m.Over != nil) != last || (m.Chances == nil) != last || (m.Question["step"] == "over") != last {
				t.Fatalf("%s after %d moves: %.300s", name, at, text)
			}
		}
	}
	// The replayed moves lead to the final position.
	var all replayed
	text, _ := end.AppendReplay(nil, 3)
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	s, err := world.Game.New(end.Header())
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all.Moves {
		move, err := s.Vocabulary().ParseMove(engine.Seat(m.Seat), m.Move)
		if err != nil {
			t.Fatal(err)
		}
		facts, _, err := s.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		visible := slices.DeleteFunc(facts, func(f engine.Fact) bool { return !f.Visible(3) })
		if len(visible) != len(m.Facts) {
			t.Fatalf("%s: %v, but %d facts", m.Move, m.Facts, len(visible))
		}
	}
	if s.Hash() != end.Pos.Hash() {
		t.Error("the moves of the replay lead elsewhere")
	}
	_, err = end.AppendReplayAt(nil, 0, end.Moves()+1)
	refused(t, err, table.RefusedPlace)
	_, err = end.AppendReplay(nil, 1<<4)
	refused(t, err, table.RefusedSeat)
}

// A game that was given up can be replayed too, even if it has no moves.
func TestReplayOfAGameGivenUp(t *testing.T) {
	_, tb := lone(t, "tablegiven", header(t, 3, "players", "2"), time.Hour)
	do(t, tb, "g", table.Propose{By: tb.State().Seats(), What: table.ProposeEnd})
	var all replayed
	text, err := tb.State().AppendReplay(nil, 0)
	if err != nil || json.Unmarshal(text, &all) != nil || all.Over["given-up"] != true || all.Made != 0 || len(all.Moves) != 0 {
		t.Errorf("%v: %s", err, text)
	}
	var m replayedMove
	if text, err = tb.State().AppendReplayAt(nil, 0, 0); err != nil || json.Unmarshal(text, &m) != nil || m.Over == nil {
		t.Errorf("%v: %s", err, text)
	}
}

package table_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// TestAdvised checks that the log records advice once per position, even after an undo, and that advice changes
// nothing else. A request made for an earlier position is not recorded.
func TestAdvised(t *testing.T) {
	clock := newClock()
	st := memstore.New()
	n := newNode(t, st, clock, true)
	tb := n.begun(t, "tableadvice0", header(t, 4, "players", "2"), 0)
	r := rand.New(rand.NewPCG(2, 2))
	playOut(t, tb, r, 2)
	s := tb.State()
	c := table.Advised{By: s.Pos.Decision().Owing(), Question: s.Question(), Made: s.Moves()}
	first := do(t, tb, c.Key(), c)
	if again := do(t, tb, c.Key(), c); !again.Again || again.N != first.N {
		t.Errorf("noted twice: %+v %+v", first, again)
	}
	after := tb.State()
	if after.N != s.N+1 || after.Pos.Hash() != s.Pos.Hash() || after.Moves() != s.Moves() || after.Question() != s.Question() {
		t.Error("advice changed the game")
	}
	if u := string(after.AppendUpdate(nil, table.Viewer{}, s.N)); !strings.Contains(u, `"kind":"advice","by":[`) {
		t.Errorf("a spectator reads nothing of it: %s", u)
	}
	stale := table.Advised{By: c.By, Question: c.Question, Made: c.Made - 1}
	_, err := tb.Do(within(t), stale.Key(), stale)
	refused(t, err, table.RefusedStale)
	nobody := table.Advised{Question: c.Question, Made: c.Made}
	_, err = tb.Do(within(t), nobody.Key(), nobody)
	refused(t, err, table.RefusedSeat)

	playOut(t, tb, r, 1)
	if _, err := tb.Do(within(t), "back", table.Undo{By: engine.AllSeats(2), To: c.Made}); err != nil {
		t.Fatal(err)
	}
	playOut(t, tb, r, 1)
	if _, err := tb.Do(within(t), "end", table.Propose{By: engine.AllSeats(2), What: table.ProposeEnd}); err != nil {
		t.Fatal(err)
	}
	over := tb.State()
	_, err = tb.Do(within(t), "late", table.Advised{By: c.By, Question: over.Question(), Made: over.Moves()})
	refused(t, err, table.RefusedOver)
	text, err := over.AppendReplay(nil, engine.AllSeats(2))
	if err != nil {
		t.Fatal(err)
	}
	var replay struct{ Moves []struct{ Advice []int } }
	if err := json.Unmarshal(text, &replay); err != nil {
		t.Fatal(err)
	}
	for i, m := range replay.Moves {
		if (len(m.Advice) > 0) != (i == c.Made) {
			t.Errorf("move %d: advice to %v", i, m.Advice)
		}
	}
	if script := over.Transcript(table.Viewer{}); strings.Count(script, "# advice to seat ") != c.By.Len() {
		t.Errorf("the transcript:\n%s", script)
	}
	// A table loaded from the store has the same transcript.
	if again := newNode(t, st, clock, true).open(t, "tableadvice0").State(); again.Transcript(table.Viewer{}) != over.Transcript(table.Viewer{}) {
		t.Error("the stored game has another transcript")
	}
}

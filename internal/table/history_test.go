package table

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
)

// after returns the state after applying a command to s.
func after(t *testing.T, s *State, c Command) *State {
	t.Helper()
	e, err := c.draft(s)
	if err != nil {
		t.Fatal(err)
	}
	next, _, err := s.draft(e, 2, noWishes)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// first returns the first legal move of a seat that owes an answer.
func first(s *State) Answer {
	seat := s.Pos.Decision().Owing().First()
	return Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(s.Pos.AppendMoves(nil, seat)[0])}
}

// toAndFro returns the successive states of a game in which every third move is taken back.
func toAndFro(t *testing.T, entries int) []*State {
	t.Helper()
	s, _ := opened(t, 0)
	list := []*State{s}
	for i := 0; s.N < entries && !s.Over; i++ {
		s = after(t, s, first(s))
		list = append(list, s)
		if i%3 == 2 {
			s = after(t, s, Undo{By: s.Seats(), To: s.Moves() - 1 - i%2})
			list = append(list, s)
		}
	}
	if s.N < 2*checkpointEvery {
		t.Fatalf("only %d entries", s.N)
	}
	return list
}

// If a game is read from its beginning, it is folded only once, even with many concurrent readers. The next
// entry does not cause another fold. This guards against audit finding S2.
func TestHistoryIsFoldedOnce(t *testing.T) {
	list := toAndFro(t, 80)
	s := list[len(list)-1]
	if _, folded := s.WholeCost(); folded != s.N+1 {
		t.Fatalf("%d entries would be folded before anybody asked", folded)
	}
	got := make([][]*AppliedEntry, 8)
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() { got[i] = s.entriesAfter(-1) })
	}
	all.Wait()
	for i, steps := range got {
		if len(steps) != s.N+1 || steps[0] != got[0][0] || steps[s.N] != got[0][s.N] {
			t.Fatalf("asker %d had the game folded again", i)
		}
	}
	if _, folded := s.WholeCost(); folded != 0 {
		t.Fatalf("%d entries would be folded again", folded)
	}
	next := after(t, s, first(s))
	if _, folded := next.WholeCost(); folded != 0 {
		t.Fatalf("an entry more has %d folded again", folded)
	}
	steps := next.entriesAfter(-1)
	if len(steps) != next.N+1 || steps[0] != got[0][0] {
		t.Fatal("an entry more had the game folded again")
	}
	before := next.Transcript(Viewer{})
	if _, folded := next.WholeCost(); folded != 0 || before == "" {
		t.Fatal("the transcript is not told from what is kept")
	}
}

// At every entry, the history has the state that folding the log from its beginning gives. The reader, and the
// state from which the game was continued, make no difference. This guards against audit finding S2.
func TestHistoryIsWhatWasFolded(t *testing.T) {
	list := toAndFro(t, 80)
	s := list[len(list)-1]
	anew := begin(s.Table)
	for n := range s.bodies {
		anew = anew.refold(s.bodies)
		anew.bodies = s.bodies[:n+1]
	}
	look := func(s *State, v Viewer) []byte { return s.AppendUpdate(nil, v, -1) }
	for _, asked := range []*State{list[40], s, list[20], list[64]} { // ask for states in an order that is not ascending
		for _, v := range []Viewer{{}, {Seats: 1}, {Seats: 2}, {Watch: WatchOpen}} {
			fresh := begin(s.Table)
			for fresh.N < asked.N {
				fresh = fresh.refold(s.bodies)
			}
			fresh.bodies = asked.bodies
			if !bytes.Equal(look(asked, v), look(fresh, v)) || asked.Transcript(v) != fresh.Transcript(v) {
				t.Fatalf("at entry %d %+v is told something else", asked.N, v)
			}
		}
		for n := range asked.N + 1 {
			if got, want := asked.history.at(asked, n), list[n]; got.N != n || !bytes.Equal(look(got, Viewer{}), look(want, Viewer{})) {
				t.Fatalf("entry %d is another one, seen from %d", n, asked.N)
			}
		}
	}
	if s.Transcript(Viewer{}) != anew.Transcript(Viewer{}) {
		t.Fatal("the transcript is another one")
	}
}

// The memory of all histories is limited, and a dropped history is folded again when needed. This guards
// against audit finding S2.
func TestHistoryIsBounded(t *testing.T) {
	pasts := newHistoryLRU(200)
	var states []*State
	for range 4 {
		list := toAndFro(t, 80)
		s := list[len(list)-1]
		s.history.lru.Store(pasts)
		states = append(states, s)
		if n := len(s.entriesAfter(-1)); n != s.N+1 {
			t.Fatalf("%d steps", n)
		}
	}
	if pasts.held > 200 || pasts.order.Len() != 2 {
		t.Fatalf("%d steps of %d tables are kept", pasts.held, pasts.order.Len())
	}
	if _, folded := states[0].WholeCost(); folded == 0 {
		t.Fatal("the one that was used first is still kept")
	}
	if n := len(states[0].entriesAfter(-1)); n != states[0].N+1 {
		t.Fatalf("%d steps, once more", n)
	}
	pasts.drop(states[0].history)
	if pasts.order.Len() != 1 || states[0].history.folded.Load() != nil {
		t.Fatal("it was not dropped")
	}
}

// Making moves and taking them back cannot make a table's log grow without limit. Moves remain possible. This
// guards against audit finding S2.
func TestUndoIsBounded(t *testing.T) {
	s, _ := opened(t, 0)
	undos := 0
	for {
		s = after(t, s, first(s))
		e, err := Undo{By: s.Seats(), To: 0}.draft(s)
		if err != nil {
			var r *Refusal
			if !errors.As(err, &r) || r.ID != RefusedTooManyNonMoves {
				t.Fatal(err)
			}
			break
		}
		if s, _, err = s.draft(e, 2, noWishes); err != nil {
			t.Fatal(err)
		}
		if undos++; undos > maxExcess {
			t.Fatal("without end")
		}
	}
	if undos < 200 || s.N > 2*maxExcess {
		t.Fatalf("%d moves were taken back, %d entries", undos, s.N)
	}
	after(t, s, first(s))
	text, err := os.ReadFile("../../docs/host/limits.md")
	if row := fmt.Sprintf("| entries of a game without a move that counts | %d in a row | %d in all |", maxIdle, maxExcess); err != nil || !bytes.Contains(text, []byte(row)) {
		t.Errorf("docs/host/limits.md lacks the line %s", row) // audit finding S15
	}
	if kept := "at most 20,000 entries"; defaultHistory != 20_000 || !bytes.Contains(text, []byte(kept)) {
		t.Errorf("docs/host/limits.md does not say %s", kept)
	}
}

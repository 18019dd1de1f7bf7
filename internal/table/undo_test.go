package table_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// lone returns a node on which one game has begun, and its table.
func lone(t *testing.T, id string, h engine.Header, limit time.Duration) (*node, *table.Live) {
	n := newNode(t, memstore.New(), newClock(), true)
	return n, n.begun(t, id, h, limit)
}

// drive returns an answer that reveals nothing: the seat on turn drives to a neighbouring city.
func drive(t *testing.T, s *table.State) table.Answer {
	t.Helper()
	seat := s.Pos.Decision().Owing().First()
	for _, m := range s.Pos.AppendMoves(nil, seat) {
		if text := s.Pos.Vocabulary().Move(m); strings.HasPrefix(text, "drive ") {
			return table.Answer{Seat: seat, Question: s.Question(), Move: text}
		}
	}
	t.Fatal("nowhere to drive")
	return table.Answer{}
}

// A move that revealed nothing to anyone can be taken back without agreement. The question then has a new name,
// so that an answer to the old question is stale.
func TestUndoFreely(t *testing.T) {
	_, tb := lone(t, "tableundo", header(t, 1), time.Hour)
	start := tb.State()
	c := drive(t, start)
	do(t, tb, "d1", c)
	second := drive(t, tb.State())
	do(t, tb, "d2", second)
	third := drive(t, tb.State())
	_, err := tb.Do(within(t), "u0", table.Undo{By: engine.SeatsOf(c.Seat), To: 2})
	refused(t, err, table.RefusedUndo)
	do(t, tb, "u1", table.Undo{By: engine.SeatsOf(c.Seat), To: 0})
	s := tb.State()
	if s.Pos.Hash() != start.Pos.Hash() || s.Moves() != 0 || s.Marked {
		t.Fatal("the position is not the one before")
	}
	if s.Question() == start.Question() {
		t.Fatal("the question bears its old name")
	}
	for _, old := range []table.Answer{c, second, third} {
		_, err := tb.Do(within(t), "", old)
		refused(t, err, table.RefusedStale)
	}
	do(t, tb, "d3", drive(t, s))
	if text := tb.State().Transcript(table.Viewer{}); !strings.Contains(text, "# undone: ") {
		t.Fatal("the undo left no trace:\n" + text)
	}
}

// An undo takes back another seat's move only if that seat agrees.
func TestUndoAcrossSeats(t *testing.T) {
	_, tb := lone(t, "tableundo", header(t, 1, "players", "2"), time.Hour)
	r := rand.New(rand.NewPCG(1, 1))
	var last engine.Seat
	for { // play until two seats have moved
		s := tb.State()
		c := answer(s, r)
		if s.Moves() > 0 && c.Seat != last {
			do(t, tb, "", c)
			last = c.Seat
			break
		}
		last = c.Seat
		do(t, tb, "", c)
	}
	s := tb.State()
	me, other := engine.SeatsOf(last), s.Seats().Without(last)
	before := s.Moves()
	do(t, tb, "u1", table.Undo{By: me, To: before - 2})
	s = tb.State()
	if s.Moves() != before || s.Ask == nil || s.Ask.Needs != other {
		t.Fatalf("it was not asked: %+v", s.Ask)
	}
	_, err := tb.Do(within(t), "u2", table.Undo{By: me, To: before - 2})
	refused(t, err, table.RefusedAsked)
	do(t, tb, "no", table.Agree{By: other, Refuse: true})
	if tb.State().Ask != nil || tb.State().Moves() != before {
		t.Fatal("a refusal did not end it")
	}
	_, err = tb.Do(within(t), "late", table.Agree{By: other})
	refused(t, err, table.RefusedNoAsk)
	do(t, tb, "u3", table.Undo{By: me, To: before - 2})
	do(t, tb, "yes", table.Agree{By: other})
	s = tb.State()
	if s.Moves() != before-2 || s.Ask != nil {
		t.Fatal("agreed, and not undone")
	}
	// The next move cancels a proposal.
	do(t, tb, "", drive(t, s))
	if s = tb.State(); s.Moves() > 0 {
		do(t, tb, "u4", table.Undo{By: other, To: 0})
		if tb.State().Ask != nil {
			do(t, tb, "", answer(tb.State(), r))
			if tb.State().Ask != nil {
				t.Fatal("the proposal outlived the position that it was about")
			}
		}
	}
}

// If a move revealed a card, an undo of it needs the agreement of every seat, and marks the game.
func TestUndoAcrossAReveal(t *testing.T) {
	_, tb := lone(t, "tablereveal", header(t, 2, "players", "3"), time.Hour)
	s := tb.State()
	seat := s.Pos.Decision().Owing().First()
	do(t, tb, "draw", table.Answer{Seat: seat, Question: s.Question(), Move: "draw"})
	for s := tb.State(); s.Pos.Vocabulary().Questions[s.Pos.Decision().Question] != "action"; s = tb.State() {
		do(t, tb, "", answer(s, rand.New(rand.NewPCG(1, 1))))
	}
	do(t, tb, "u", table.Undo{By: engine.SeatsOf(seat), To: 0})
	s = tb.State()
	if s.Ask == nil || !s.Ask.Reveals || s.Ask.Needs != s.Seats().Without(seat) {
		t.Fatalf("whose agreement is needed: %+v", s.Ask)
	}
	others := s.Ask.Needs
	do(t, tb, "a1", table.Agree{By: engine.SeatsOf(others.First())})
	if tb.State().Moves() == 0 {
		t.Fatal("undone before everybody agreed")
	}
	do(t, tb, "a2", table.Agree{By: others.Without(others.First())})
	if s = tb.State(); s.Moves() != 0 || !s.Marked {
		t.Fatalf("%d moves stand, marked: %v", s.Moves(), s.Marked)
	}
	// A player who holds all seats needs no one's agreement.
	do(t, tb, "", table.Answer{Seat: seat, Question: s.Question(), Move: "draw"})
	do(t, tb, "solo", table.Undo{By: s.Seats(), To: 0})
	if tb.State().Moves() != 0 {
		t.Fatal("a person alone was asked")
	}
}

// A seat may undo its own last choice, even if other seats have answered since. If the seat passed on playing
// an event after that choice, the undo takes back both. A seat that has chosen nothing is offered no undo.
func TestUndoOfOnesOwn(t *testing.T) {
	n := newNode(t, memstore.New(), newClock(), true)
	for deal := range uint64(60) {
		tb := n.begun(t, fmt.Sprintf("tableown%d", deal), header(t, deal, "players", "3"), time.Hour)
		first := tb.State().Pos.Decision().Owing().First()
		do(t, tb, "", drive(t, tb.State()))
		do(t, tb, "", table.Answer{Seat: first, Question: tb.State().Question(), Move: "draw"})
		s, passed := tb.State(), false
		for ; s.Pos.Decision().Owing().Has(first); s = tb.State() {
			passed = true
			do(t, tb, "", table.Answer{Seat: first, Question: s.Question(), Move: "pass"})
		}
		if !passed {
			continue // the seat holds no event
		}
		next := s.Pos.Decision().Owing().First()
		do(t, tb, "", answer(s, rand.New(rand.NewPCG(1, 1))))
		s = tb.State()
		offered := func(seat engine.Seat) string {
			_, undo, _ := strings.Cut(string(s.AppendUpdate(nil, table.Viewer{Seats: engine.SeatsOf(seat)}, s.N)), `"undo":`)
			return undo
		}
		// After the drive, the seat ends its turn.
		if want := `{"to":1,`; !strings.HasPrefix(offered(first), want) {
			t.Errorf("seat %d is offered %.30q of %d moves, want %s", first, offered(first), s.Moves(), want)
		}
		if last := fmt.Sprintf(`{"to":%d,`, s.Moves()-1); !strings.HasPrefix(offered(next), last) {
			t.Errorf("seat %d is offered %.30q, want %s", next, offered(next), last)
		}
		if third := s.Seats().Without(first).Without(next).First(); offered(third) != "" {
			t.Errorf("seat %d has chosen nothing, and is offered %.30q", third, offered(third))
		}
		return
	}
	t.Fatal("in no deal an event was let rest")
}

// More than half of the seats can give up the game.
func TestGiveUp(t *testing.T) {
	n, tb := lone(t, "tablegiveup", header(t, 3, "players", "4"), time.Hour)
	do(t, tb, "g", table.Propose{By: engine.SeatsOf(0, 1), What: table.ProposeEnd})
	if tb.State().Over || tb.State().Ask == nil {
		t.Fatal("two of four are not more than half")
	}
	do(t, tb, "a", table.Agree{By: engine.SeatsOf(3)})
	if s := tb.State(); !s.Over || !s.GivenUp {
		t.Fatal("three of four did not end it")
	}
	_, err := tb.Do(within(t), "x", table.Undo{By: tb.State().Seats(), To: 0})
	refused(t, err, table.RefusedOver)
	if id := <-n.ended; id != "tablegiveup" {
		t.Fatal(id)
	}
}

// The table does not wait for a seat with a standing pass when players may play events between two steps.
func TestStandingPasses(t *testing.T) {
	_, tb := lone(t, "tablestanding", header(t, 5, "players", "2", "epidemics", "5", "hands", "hidden", "events", "secret"), time.Hour)
	_, err := tb.Do(within(t), "bad", table.StandingPasses{Seat: 0, Passes: []string{"draw"}})
	refused(t, err, table.RefusedStanding)
	_, err = tb.Do(within(t), "bad", table.StandingPasses{Seat: 5, Passes: []string{"pass"}})
	refused(t, err, table.RefusedSeat)
	for seat := range engine.Seat(2) {
		do(t, tb, "", table.StandingPasses{Seat: seat, Passes: []string{"pass"}})
	}
	r := rand.New(rand.NewPCG(5, 5))
	for i := 0; i < 60 && !tb.State().Over; i++ {
		do(t, tb, "", answer(tb.State(), r))
		s := tb.State()
		if !s.Over && s.Pos.Vocabulary().Questions[s.Pos.Decision().Question] == "window" {
			t.Fatal("a window stands open for a seat that always passes")
		}
	}
	promised := strings.Count(tb.State().Transcript(table.Viewer{}), "# as promised")
	if promised == 0 {
		t.Fatal("nothing was passed")
	}
	// If a seat sets a standing pass while the open question allows that pass, the table passes for it
	// immediately.
	_, tb = lone(t, "tablestanding2", header(t, 5, "players", "2", "epidemics", "5", "hands", "hidden", "events", "secret"), time.Hour)
	for s := tb.State(); s.Pos.Vocabulary().Questions[s.Pos.Decision().Question] != "window"; s = tb.State() {
		do(t, tb, "", table.Answer{Seat: s.Pos.Decision().Owing().First(), Question: s.Question(), Move: "draw"})
	}
	window := tb.State()
	for seat := range window.Pos.Decision().Owing().Each {
		do(t, tb, "", table.StandingPasses{Seat: seat, Passes: []string{"pass"}})
	}
	if tb.State().Question() == window.Question() {
		t.Fatal("the window stayed open")
	}
}

// A seat can have the table answer every question about its hand by showing the hand. The player who asked then
// continues the turn. An undo needs the consent of the seat that showed its hand.
func TestStandingTell(t *testing.T) {
	_, tb := lone(t, "tabletell", header(t, 5, "players", "2", "epidemics", "5", "hands", "hidden"), time.Hour)
	s := tb.State()
	by := s.Pos.Decision().Owing().First()
	do(t, tb, "", table.StandingPasses{Seat: 1 - by, Passes: []string{"tell"}})
	do(t, tb, "", table.Answer{Seat: by, Question: s.Question(), Move: "ask-hands"})
	plays := tb.State().LastPlays()
	if len(plays) != 2 || plays[1] != (table.Play{Seat: 1 - by, Move: "tell", Why: table.WhyStanding}) {
		t.Errorf("%+v", plays)
	}
	if s = tb.State(); s.Pos.Decision().Owing().First() != by {
		t.Error("the seat on turn does not go on")
	}
	do(t, tb, "back", table.Undo{By: engine.SeatsOf(by), To: 0})
	if s = tb.State(); s.Ask == nil || !s.Ask.Reveals || s.Ask.Needs != engine.SeatsOf(1-by) {
		t.Errorf("what was said is taken back as if nobody had heard it: %+v", s.Ask)
	}
}

// A delayed spectator sees the game a fixed number of moves late. Entries that are not moves, and undone moves,
// do not shorten the delay.
func TestDelayCannotBeShortened(t *testing.T) {
	_, tb := lone(t, "tabledelay", header(t, 1), time.Hour)
	r := rand.New(rand.NewPCG(1, 1))
	playOut(t, tb, r, 10)
	late := table.Viewer{Watch: table.WatchDelayed}
	if n := tb.State().For(late).Moves(); n != 0 {
		t.Fatalf("%d moves are seen after 10", n)
	}
	refusals := 0
	for i := range 80 {
		passes := []string{"pass"}
		if i%2 == 1 {
			passes = nil
		}
		if _, err := tb.Do(within(t), "", table.StandingPasses{Seat: 0, Passes: passes}); err != nil {
			refused(t, err, table.RefusedTooManyNonMoves)
			refusals++
		}
	}
	if refusals == 0 {
		t.Fatal("promises without end")
	}
	if n := tb.State().For(late).Moves(); n != 0 {
		t.Fatalf("%d moves are seen after promises", n)
	}
	before := tb.State().N
	do(t, tb, "", table.StandingPasses{Seat: 1}) // no effect, because the seat has no standing passes
	if tb.State().N != before {
		t.Fatal("a promise that changes nothing is an entry")
	}
	playOut(t, tb, r, 20)
	if !tb.State().Over {
		_, err := tb.Do(within(t), "", table.StandingPasses{Seat: 0, Passes: []string{"pass", "pass"}})
		refused(t, err, table.RefusedStanding)
	}
	if s := tb.State(); s.For(late).Moves() > max(0, s.Moves()-table.Delay) && !s.Over {
		t.Fatalf("%d of %d moves are seen", s.For(late).Moves(), s.Moves())
	}
}

// A player gains no time by making a move and taking it back.
func TestUndoStopsNoClock(t *testing.T) {
	n, tb := lone(t, "tablestall", header(t, 1), 2*time.Minute)
	end := tb.State().Deadline()
	for range 3 {
		n.clock.add(30 * time.Second)
		c := drive(t, tb.State())
		do(t, tb, "", c)
		do(t, tb, "", table.Undo{By: engine.SeatsOf(c.Seat), To: 0})
	}
	if tb.State().Deadline() != end {
		t.Fatal("the time was prolonged")
	}
}

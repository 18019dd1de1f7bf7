package table_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/internal/store"
	"theriac/internal/table"
)

// If a seat's time runs out, the table makes the move that the rules prescribe. The seat's time is for the
// whole turn.
func TestClock(t *testing.T) {
	n, tb := lone(t, "tableclock", header(t, 1), 2*time.Minute)
	s := tb.State()
	seat := s.Pos.Decision().Owing().First()
	if s.Deadline() != n.clock.Now().Add(2*time.Minute).UnixMilli() {
		t.Fatal("when is the time up?")
	}
	n.clock.add(90 * time.Second)
	do(t, tb, "", drive(t, tb.State()))
	if tb.State().Deadline() != s.Deadline() {
		t.Fatal("an action gave the turn more time")
	}
	n.clock.add(29 * time.Second)
	if tb.State().Moves() != 1 {
		t.Fatal("too early")
	}
	n.clock.add(2 * time.Second)
	waitFor(t, func() bool { return tb.State().Moves() > 1 })
	s = tb.State()
	if s.Pos.Decision().Owing().Has(seat) {
		t.Fatal("the table still waits for who did not answer")
	}
	if !strings.Contains(s.Transcript(table.Viewer{}), "# the time was up") {
		t.Fatal("the log does not say why")
	}
	if s.Deadline() <= n.clock.Now().UnixMilli() {
		t.Fatal("the next one has no time")
	}
}

// A player may have to answer a question about a card immediately before their turn. They still get the full
// time for the turn, even if the time for the answer ran out.
func TestTurnAfterAnswer(t *testing.T) {
	n, tb := lone(t, "tableanswer", headerOf(t, pharmacy.Game, 1, "players", "3"), time.Minute)
	sent := func() (to engine.Seat) {
		t.Helper()
		s := tb.State()
		from := s.Pos.Decision().Owing().First()
		to = (from + 1) % 3
		do(t, tb, "", table.Answer{Seat: from, Question: s.Question(), Move: "send left " + strconv.Itoa(int(to))})
		return to
	}
	turnOf := func(seat engine.Seat) {
		t.Helper()
		d := tb.State().Pos.Decision()
		if d.Question != pharmacy.QuestionTurn || !d.Owing().Has(seat) {
			t.Fatalf("the turn is not that of seat %d: %+v", seat, d)
		}
		if got, want := tb.State().Deadline(), n.clock.Now().Add(time.Minute).UnixMilli(); got != want {
			t.Fatalf("the turn of seat %d has %d ms more or less", seat, got-want)
		}
	}
	seat := sent()
	n.clock.add(50 * time.Second)
	do(t, tb, "", table.Answer{Seat: seat, Question: tb.State().Question(), Move: "keep"})
	turnOf(seat)

	seat = sent()
	moves := tb.State().Moves()
	n.clock.add(61 * time.Second)
	waitFor(t, func() bool { return tb.State().Moves() > moves })
	if got := tb.State().Moves(); got != moves+1 {
		t.Fatalf("%d moves were made for who did not answer once", got-moves)
	}
	turnOf(seat)
}

// A game in which no player ever answers still comes to its end. Its reminders fire even if no node has the
// game in memory.
func TestNobodyAnswers(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a, b := nodes(t, open, clock)
		if err := a.Begin(within(t), "tablenobody", header(t, 2, "players", "2"), table.Limit{Each: time.Hour}); err != nil {
			t.Fatal(err)
		}
		for day := 0; ; day++ {
			if day > 400 {
				t.Fatal("the game never ended")
			}
			clock.add(61 * time.Minute)
			for _, n := range []*node{a, b} { // the reminder fires on both nodes, but only one of them writes
				if err := n.FireDue(within(t)); err != nil {
					t.Fatal(err)
				}
				n.Sweep(0)
			}
			if len(a.ended)+len(b.ended) > 0 {
				break
			}
		}
		tb := newNode(t, open(), clock, false).open(t, "tablenobody")
		if err := tb.Fresh(within(t)); err != nil || !tb.State().Over {
			t.Fatal("not over: ", err)
		}
		if ids, err := a.log.Due(within(t), clock.Now().Add(3*time.Hour)); err != nil || len(ids) != 0 {
			t.Fatal("a finished game is still called:", ids, err)
		}
	})
}

// Suppose that the player on turn moves while another player plays an event. The event is still accepted,
// because it is still legal at the next question.
func TestInterjectionStands(t *testing.T) {
	_, tb := lone(t, "tableinterject", header(t, 2, "players", "4"), time.Hour)
	r := rand.New(rand.NewPCG(9, 9))
	for !tb.State().Over {
		s := tb.State()
		d := s.Pos.Decision()
		step := s.Pos.Vocabulary().Questions[d.Question]
		for seat := range (d.May &^ d.Owing()).Each {
			list := s.Pos.AppendMoves(nil, seat)
			if step != "action" || len(list) == 0 {
				continue
			}
			c := table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(list[0])}
			do(t, tb, "", drive(t, s))
			if now := tb.State(); now.Question() == s.Question() || now.Pos.Decision().Owing().Has(seat) ||
				!engine.Listed(now.Pos.AppendMoves(nil, seat), list[0]) {
				break
			}
			if _, err := tb.Do(within(t), "interject", c); err != nil {
				t.Fatal("an interjection lost to an action:", err)
			}
			// A repeated answer of the player on turn is rejected as stale, because it was meant for the
			// earlier position.
			_, err := tb.Do(within(t), "stale", table.Answer{Seat: d.Owing().First(), Question: s.Question(), Move: "draw"})
			refused(t, err, table.RefusedStale)
			return
		}
		do(t, tb, "", answer(tb.State(), r))
	}
	t.Fatal("nobody had an event: choose another seed")
}

package table_test

import (
	"testing"
	"time"

	"theriac/engine"
	"theriac/games/world"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// liveTable begins a game with a live clock, whose limit is for a whole turn.
func liveTable(t *testing.T, n *node, id string, h engine.Header, limit time.Duration) *table.Live {
	t.Helper()
	if err := n.Begin(within(t), id, h, table.Limit{Each: limit, Live: true}); err != nil {
		t.Fatal(err)
	}
	return n.open(t, id)
}

// With a live clock, a question to another player does not give the player on turn new time.
func TestTurnBudget(t *testing.T) {
	for _, live := range []bool{true, false} {
		clock := newClock()
		n := newNode(t, memstore.New(), clock, true)
		h := header(t, 3, "players", "2", "roles", "dispatcher,medic")
		if err := n.Begin(within(t), "tablebudget", h, table.Limit{Each: 2 * time.Minute, Live: live}); err != nil {
			t.Fatal(err)
		}
		tb := n.open(t, "tablebudget")
		asker, ok := askOther(t, tb, clock)
		if !ok {
			t.Fatal("no player can ask the other one")
		}
		// askOther let a minute pass before the question. The answer takes another half a minute.
		clock.add(30 * time.Second)
		s := tb.State()
		other := s.Pos.Decision().Owing().First()
		if got, want := s.Deadline(), clock.Now().Add(90*time.Second).UnixMilli(); got != want {
			t.Fatalf("live %v: the asked player has %d ms more or less", live, got-want)
		}
		do(t, tb, "", table.Answer{Seat: other, Question: s.Question(), Move: "refuse"})
		s = tb.State()
		if !s.Pos.Decision().Owing().Has(asker) {
			t.Fatalf("the turn is over after the refusal")
		}
		left := 2 * time.Minute
		if live {
			left = time.Minute
		}
		if got, want := s.Deadline(), clock.Now().Add(left).UnixMilli(); got != want {
			t.Fatalf("live %v: the player on turn has %d ms more or less", live, got-want)
		}
	}
}

// askOther lets a minute pass, and then the dispatcher on turn asks the other player for consent to move their pawn.
func askOther(t *testing.T, tb *table.Live, clock *fakeClock) (asker engine.Seat, ok bool) {
	t.Helper()
	clock.add(time.Minute)
	asker = tb.State().Pos.Decision().Owing().First()
	for _, want := range []string{"move-pawn", "consent"} {
		ok = false
		s := tb.State()
		for _, m := range s.Pos.AppendMoves(nil, asker) {
			next := s.Pos.Clone()
			if _, _, err := next.Play(m); err != nil {
				t.Fatal(err)
			}
			v := s.Pos.Vocabulary()
			if ok = v.Questions[next.Decision().Question] == want; ok {
				do(t, tb, "", table.Answer{Seat: asker, Question: s.Question(), Move: v.Move(m)})
				break
			}
		}
	}
	return asker, ok
}

// A vote counts people, not seats, and gives the same result on every node and after every restart. The log has the
// voters of each entry.
func TestVotesInTheLog(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		clock := newClock()
		a, b := nodes(t, open, clock)
		ta := liveTable(t, a, "tablevotes", header(t, 1, "players", "4"), time.Minute)
		tb := b.open(t, "tablevotes")
		people := []engine.Seats{engine.SeatsOf(0, 1, 2), engine.SeatsOf(3)}
		do(t, ta, "p", table.Propose{By: people[0], What: table.ProposePause, Voters: people})
		if s := ta.State(); s.Paused() || s.Ask == nil || s.Ask.Needs != people[1] {
			t.Fatalf("%+v", s.Ask)
		}
		if r := do(t, ta, "p", table.Propose{By: people[0], What: table.ProposePause, Voters: people}); !r.Again {
			t.Fatal("a repeated proposal is a second one")
		}
		do(t, tb, "y", table.Agree{By: people[1], Voters: people})
		_, err := tb.Do(within(t), "m", drive(t, tb.State()))
		refused(t, err, table.RefusedPaused)
		do(t, tb, "b", table.Propose{By: people[1], What: table.ProposeBot, Seat: 2, Level: "steady", Voters: people})
		clock.add(59 * time.Minute)
		do(t, ta, "n", table.Agree{By: people[0], Voters: people})
		fresh := newNode(t, open(), clock, a == b)
		tc := fresh.open(t, "tablevotes")
		for _, s := range []*table.State{ta.State(), tc.State()} {
			if g := s.Granted(2); g.Level != "steady" || g.N != s.N || !s.Paused() || s.Ask != nil {
				t.Fatalf("%+v paused %v ask %+v", g, s.Paused(), s.Ask)
			}
		}
		clock.add(2 * time.Minute) // the pause has lasted for an hour
		waitFor(t, func() bool { return !tc.State().Paused() })
		if got := time.UnixMilli(tc.State().Deadline()).Sub(clock.Now()); got > time.Minute || got <= 0 {
			t.Errorf("%v are left after the pause", got)
		}
	})
}

// In teams, it takes a majority of each team that is present.
func TestVotesOfTeams(t *testing.T) {
	n := newNode(t, memstore.New(), newClock(), true)
	tb := liveTable(t, n, "tableteams", headerOf(t, world.Game, 1, "box", "all", "mode", "teams", "players", "4"), time.Minute)
	team := engine.TeamOf(tb.State().Game, tb.State().Header().Settings, 0)
	rival := (engine.AllSeats(4) &^ team).First()
	var voters []engine.Seats
	for seat := range engine.AllSeats(4).Each {
		voters = append(voters, engine.SeatsOf(seat))
	}
	do(t, tb, "", table.Propose{By: team, What: table.ProposeEnd, Voters: voters})
	do(t, tb, "", table.Agree{By: engine.SeatsOf(rival), Voters: voters})
	if tb.State().Over {
		t.Fatal("half of a team ended the game")
	}
	// The other rival is gone, so the one who agreed is the whole team.
	gone := voters[:0:0]
	for _, v := range voters {
		if v&team != 0 || v.Has(rival) {
			gone = append(gone, v)
		}
	}
	do(t, tb, "", table.Recount{Voters: gone})
	if !tb.State().Over {
		t.Fatal("everybody present agrees, and it is not over")
	}
}

// A proposal falls when no majority can come about any more. Moves do not cancel it, and after a minute another one
// replaces it, so that an unanswered proposal blocks no other.
func TestProposalsEnd(t *testing.T) {
	clock := newClock()
	n := newNode(t, memstore.New(), clock, true)
	tb := liveTable(t, n, "tableend", header(t, 1, "players", "4"), time.Hour)
	do(t, tb, "", table.Propose{By: 1, What: table.ProposeEnd})
	do(t, tb, "", drive(t, tb.State()))
	do(t, tb, "", table.Agree{By: 2, Refuse: true})
	if tb.State().Ask == nil {
		t.Fatal("one of four ended a proposal")
	}
	do(t, tb, "", table.Agree{By: 4, Refuse: true})
	if tb.State().Ask != nil {
		t.Fatal("half are against it, and it is still open")
	}
	do(t, tb, "", table.Propose{By: 1, What: table.ProposeEnd})
	_, err := tb.Do(within(t), "", table.Propose{By: 2, What: table.ProposePause})
	refused(t, err, table.RefusedAsked)
	clock.add(time.Minute)
	do(t, tb, "", table.Propose{By: 2, What: table.ProposePause})
	if tb.State().Ask.What != table.ProposePause {
		t.Fatalf("%+v", tb.State().Ask)
	}
}

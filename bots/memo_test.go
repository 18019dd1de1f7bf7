package bots

import (
	"slices"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// bill counts the questions in one turn and the moves tried to answer them.
type bill struct{ questions, tried int }

// bills has a planner play games of the base box. It returns the planner's moves, and a bill for each turn.
func bills(t *testing.T, most int) (moves []engine.Move, turns []bill) {
	t.Helper()
	rules, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
		{Name: "players", Value: "4"}, {Name: "epidemics", Value: "5"}, {Name: "hands", Value: "open"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	for number := range uint64(3) {
		m := newPlanner(setting{width: 8, plans: 4, rollouts: 40, fast: 2, turns: 2, side: 10, trust: 6, prior: 0.003, most: most}, tuned, base)
		var s epidemic.State
		chance, _ := engine.NumberedSeed(number).Rand()
		rules.Deal(&s, chance, nil)
		all := engine.AllSeats(4)
		var memo []byte
		at := -1
		for seed := uint64(0); s.End == epidemic.Running; seed++ {
			v := s.Knows(all)
			q := ai.Question{Seats: all, View: &v, Owing: s.Decision().Owing(), Seed: seed, Memo: memo}
			for seat := range all.Each {
				q.Moves = s.AppendMoves(q.Moves, seat)
			}
			before := 0
			if m.turn != nil {
				before = m.tried()
			}
			a := m.Choose(&q)
			if at != int(s.Turn) {
				at = int(s.Turn)
				turns = append(turns, bill{})
			}
			if m.turn != nil && m.tried() > before {
				turns[len(turns)-1].questions++
				turns[len(turns)-1].tried += m.tried() - before
			}
			memo = a.Memo
			moves = append(moves, a.Move)
			s.Play(a.Move, nil)
		}
	}
	return moves, turns
}

// A turn stays within its limit of work, no matter how many questions it has. A limit that no turn reaches
// does not change how a level plays.
func TestTurnsAreBounded(t *testing.T) {
	free, turns := bills(t, 0)
	longest, many := slices.MaxFunc(turns, func(a, b bill) int { return a.tried - b.tried }), 0
	for _, b := range turns {
		if b.questions > 2 {
			many++
		}
	}
	if many < 10 {
		t.Errorf("only %d of %d turns have more than two questions", many, len(turns))
	}
	if same, _ := bills(t, 3*longest.tried); !slices.Equal(same, free) {
		t.Error("a bound that no turn comes near changes moves")
	}
	most := longest.tried / 2
	_, turns = bills(t, most)
	// The limit interrupts neither the search for plans nor the current trial, so a turn may exceed it
	// slightly.
	short := slices.MaxFunc(turns, func(a, b bill) int { return a.tried - b.tried })
	t.Logf("%d turns, the longest took %d (%d questions), with a bound of %d it took %d", len(turns), longest.tried, longest.questions, most, short.tried)
	if short.tried > most+most/10 {
		t.Errorf("a turn of %d questions took %d, where %d are allowed", short.questions, short.tried, most)
	}
}

// A memo carries the bill with or without a plan. The bill counts only for its own turn.
func TestBillsStayWithTheTurn(t *testing.T) {
	m := newPlanner(setting{width: 3, fast: 2, most: 10_000_000}, tuned, base)
	m.turn, m.play.fast = &turn{tried: 41_500}, &turn{}
	plan := append([]byte{7, 0}, make([]byte, 2*stepSize)...)
	for _, plan := range [][]byte{plan, plan[:2], nil} {
		memo := m.bill(plan, 7)
		if n := spentOn(memo, 7); n != 42_000 {
			t.Errorf("%d of 42,000 are on the bill behind %v", n, plan)
		}
		if n := spentOn(memo, 8); n != 0 {
			t.Errorf("the next turn begins with %d", n)
		}
		if rest, _ := split(memo); len(plan) > 0 && !slices.Equal(rest, plan) || len(plan) == 0 && !slices.Equal(rest, noPlan) {
			t.Errorf("the plan %v became %v", plan, rest)
		}
	}
	if rest, bill := split(plan); !slices.Equal(rest, plan) || bill != nil {
		t.Errorf("a plan without a bill became %v and %v", rest, bill)
	}
}

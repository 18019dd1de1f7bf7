package history

import (
	"slices"
	"testing"
	"time"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/puzzles"
)

func finished(won engine.Seats, cause string, seats ...lobby.Seat) lobby.Table {
	return lobby.Table{
		ID: "t", Game: "world", Status: lobby.Finished, Seats: seats, Settings: engine.Settings{{Name: "epidemics", Value: "5"}},
		Outcome: lobby.Outcome{Won: won, Cause: cause, Turns: 9, Cast: []string{"medic", "scientist"}},
	}
}

// A game counts for a person who held a seat to the end. Lessons, puzzles and other people's games
// do not count.
func TestPart(t *testing.T) {
	me, other, bot := lobby.Seat{Holder: "me"}, lobby.Seat{Holder: "other"}, lobby.Seat{Bot: "steady"}
	both := engine.Seats(0).With(0).With(1)
	for _, c := range []struct {
		seats   []lobby.Seat
		company string
		roles   []string
	}{
		{[]lobby.Seat{me, me}, Alone, []string{"medic", "scientist"}},
		{[]lobby.Seat{me, bot}, Bots, []string{"medic"}},
		{[]lobby.Seat{other, me}, People, []string{"scientist"}},
		{[]lobby.Seat{me, bot, other}, People, []string{"medic"}},
	} {
		g, ok := Of(finished(both, "end/win", c.seats...), "me")
		if !ok || g.Company != c.company || !slices.Equal(g.Roles, c.roles) || !g.Won || g.Level != "epidemics.5" {
			t.Errorf("%+v, not %+v", g, c)
		}
	}
	lesson, asked, running := finished(both, "end/win", me), finished(both, "end/win", me), finished(0, "", me)
	lesson.Lesson, asked.Puzzle, running.Status = "first", "p", lobby.Playing
	branch := finished(both, "end/win", me)
	branch.Branch = &lobby.Branch{Table: "other", At: 3}
	for _, table := range []lobby.Table{lesson, asked, branch, running, finished(both, "end/win", other, bot), finished(both, "end/win", lobby.Seat{Holder: "me", Standin: "steady"}, bot)} {
		if g, ok := Of(table, "me"); ok {
			t.Errorf("%+v counts: %+v", table, g)
		}
	}
	if g, ok := Of(finished(engine.Seats(0).With(1), "end/best", me, other), "me"); !ok || g.Won {
		t.Errorf("a rival's win is counted: %+v", g)
	}
}

func TestSums(t *testing.T) {
	game := func(name, level, role, company, cause string) Game {
		return Game{Game: name, Level: level, Roles: []string{role}, Company: company, Cause: cause, Won: cause == "end/win"}
	}
	s := Add([]Game{
		game("world", "epidemics.6", "medic", Bots, "end/win"), game("world", "epidemics.4", "medic", Alone, "end/cards"), game("world", "epidemics.4", "pilot", Alone, "end/outbreaks"),
		game("iberia", "epidemics.5", "nurse", People, "end/cards"), game("world", "epidemics.6", "medic", Bots, "end/outbreaks"),
	})
	if s.Played != 5 || s.Won != 1 {
		t.Errorf("%+v", s)
	}
	for what, c := range map[string]struct{ got, want []Sum }{
		"games":   {s.Games, []Sum{{"world", "", 4, 1}, {"iberia", "", 1, 0}}},
		"levels":  {s.Levels, []Sum{{"iberia", "epidemics.5", 1, 0}, {"world", "epidemics.4", 2, 0}, {"world", "epidemics.6", 2, 1}}},
		"roles":   {s.Roles, []Sum{{"world", "medic", 3, 1}, {"iberia", "nurse", 1, 0}, {"world", "pilot", 1, 0}}},
		"company": {s.Company, []Sum{{"", Bots, 2, 1}, {"", Alone, 2, 0}, {"", People, 1, 0}}},
		"causes":  {s.Causes, []Sum{{"world", "end/outbreaks", 2, 0}, {"iberia", "end/cards", 1, 0}, {"world", "end/cards", 1, 0}}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: %+v, not %+v", what, c.got, c.want)
		}
	}
}

func TestPuzzleRuns(t *testing.T) {
	at := time.Date(2031, 1, 1, 0, 0, 0, 0, time.UTC)
	r := puzzles.Progress{Rating: puzzles.NewRating(), Attempts: map[string]puzzles.Attempt{"open": {Verdict: puzzle.Open, At: at}}}
	for i, v := range []puzzle.Verdict{puzzle.Solved, puzzle.Solved, puzzle.Failed, puzzle.Solved} {
		r.Attempts[string('a'+rune(i))] = puzzles.Attempt{Verdict: v, At: at.AddDate(0, 0, i), After: float64(1500 + i)}
	}
	if p := PuzzlesOf(r); p.Solved != 3 || p.Failed != 1 || p.Run != 1 || p.BestRun != 2 || !slices.Equal(p.Course, []int{1500, 1501, 1502, 1503}) {
		t.Errorf("%+v", p)
	}
}

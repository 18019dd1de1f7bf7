package story_test

import (
	"errors"
	"math"
	"testing"

	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/pharmacy"
	"theriac/games/world"
)

// scripted is an evaluator that computes chances from the question's seed, so that tests can predict them.
type scripted struct {
	asked []ai.Evaluation
	plans func(q *ai.Evaluation) []ai.Plan
}

func (*scripted) Reference() string { return "somebody" }

func (*scripted) Stage(v engine.View) ai.Stage {
	p := v.(*epidemic.View)
	return ai.Stage{Turn: int(p.Turn), Active: p.Active, Acting: p.Stage == 0}
}

func (e *scripted) Chance(q *ai.Evaluation) ai.Estimate {
	e.asked = append(e.asked, *q)
	return ai.Estimate{Chance: float64(q.Seed*7919%101) / 100, Error: 0.01}
}

func (e *scripted) Plans(q *ai.Evaluation) []ai.Plan {
	e.asked = append(e.asked, *q)
	if e.plans == nil {
		return nil
	}
	return e.plans(q)
}

// game plays a game mostly with default moves, which waste actions.
func game(t *testing.T, seed uint64) (engine.Header, []engine.Move) {
	t.Helper()
	set, err := engine.Resolve(world.Game.Options(), engine.Settings{{Name: "players", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: "world", Revision: world.Game.Revision(), Settings: set, Seed: engine.NumberedSeed(seed)}
	s, err := world.Game.New(h)
	if err != nil {
		t.Fatal(err)
	}
	var moves []engine.Move
	for !s.Decision().Over {
		by := s.Decision().Owing().First()
		list := s.AppendMoves(nil, by)
		m := s.Default(by)
		if len(moves)%3 == 0 {
			m = list[0]
		}
		moves = append(moves, m)
		if _, _, err := s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return h, moves
}

// For any evaluator, skill and luck add up to the change in the chance to win. Each turn ends with the chance
// that the next begins with, and the last chance is the game's result.
func TestStory(t *testing.T) {
	h, moves := game(t, 5)
	e := &scripted{}
	tale, err := story.Begin(world.Game, h, moves, e, nil, story.Budget{Chance: 10, Plans: 20})
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	s := tale.Tell(e, func(n int) { done = n })
	if done != len(tale.Jobs) || s.Done != s.Of || s.Of != done || s.Reference != "somebody" || s.End != 0 || len(s.Turns) < 5 {
		t.Fatalf("%d of %d done, %d turns, end %v", s.Done, s.Of, len(s.Turns), s.End)
	}
	sum := s.Start.Chance
	for i, turn := range s.Turns {
		if turn.Turn != i+1 || turn.Seat < 0 || turn.Seat > 1 || i > 0 && (turn.From != s.Turns[i-1].To || turn.Seat == s.Turns[i-1].Seat) {
			t.Errorf("turn %d: %+v", i+1, turn)
		}
		if turn.Acted < turn.From || turn.Acted >= turn.To || i > 0 && turn.Before != s.Turns[i-1].Next {
			t.Errorf("turn %d: %+v", i+1, turn)
		}
		if i+1 < len(s.Turns) && math.Abs(turn.Skill.Error-math.Sqrt2/100) > 1e-9 {
			t.Errorf("turn %d: an error of %v", i+1, turn.Skill.Error)
		}
		sum += turn.Skill.Chance + turn.Luck.Chance
	}
	if s.Turns[len(s.Turns)-1].To != len(moves) || s.Turns[0].From != 0 {
		t.Errorf("%d moves, but the turns go from %d to %d", len(moves), s.Turns[0].From, s.Turns[len(s.Turns)-1].To)
	}
	if math.Abs(sum-s.End) > 1e-9 {
		t.Errorf("it adds up to %v", sum)
	}
	if len(s.Points) == 0 || len(s.Close) == 0 {
		t.Error("nothing stands out")
	}
	for i, p := range s.Points {
		if i > 0 && math.Abs(p.By) > math.Abs(s.Points[i-1].By) {
			t.Errorf("point %d is larger than the one before", i)
		}
	}
}

// The evaluator gets only what all players know together, which is the same for every position that they
// cannot distinguish from the real one. The moves of a turn are those that were played.
func TestJobsKnowNoMore(t *testing.T) {
	h, moves := game(t, 6)
	e := &scripted{}
	tale, err := story.Begin(world.Game, h, moves, e, nil, story.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := world.Game.New(h)
	if err != nil {
		t.Fatal(err)
	}
	views := []string{}
	for i := 0; ; i++ {
		views = append(views, string(engine.AppendCode(nil, s.View(engine.AllSeats(2)).Code)))
		if i == len(moves) {
			break
		}
		if _, _, err := s.Play(moves[i]); err != nil {
			t.Fatal(err)
		}
	}
	if tale.First*3 != len(tale.Jobs)*2 {
		t.Errorf("%d of %d jobs make the first chart", tale.First, len(tale.Jobs))
	}
	for i, j := range tale.Jobs {
		if got := string(engine.AppendCode(nil, j.View.Code)); got != views[j.At] || j.Plans != (i >= tale.First) || j.Seats != 3 {
			t.Errorf("job %d after %d moves shows %s", i, j.At, got)
		}
		for k, m := range j.Moves {
			if m != moves[j.At+k] {
				t.Errorf("job %d: move %d is not what was played", i, k)
			}
		}
	}
}

// The story contains a plan only if it is clearly better. An unfinished story contains the turns whose
// chances are known.
func TestMissed(t *testing.T) {
	h, moves := game(t, 5)
	better := 0.2
	e := &scripted{plans: func(q *ai.Evaluation) []ai.Plan {
		list := engine.MovesFrom(q.View, q.View.(*epidemic.View).Active)
		return []ai.Plan{
			{Moves: list[:1], Estimate: ai.Estimate{Chance: 0.3 + better, Error: 0.05}, Idea: "move", Reason: ai.Reason{Key: "bot.move", Args: [][2]string{{"city", "lima"}}}},
			{Moves: q.Moves, Estimate: ai.Estimate{Chance: 0.3, Error: 0.05}},
		}
	}}
	tell := func() (*story.Tale, story.Story) {
		tale, err := story.Begin(world.Game, h, moves, e, nil, story.Budget{})
		if err != nil {
			t.Fatal(err)
		}
		return tale, tale.Tell(e, func(int) {})
	}
	_, s := tell()
	for _, turn := range s.Turns {
		if turn.Missed == nil || turn.Better == nil || turn.Better.Moves[0][:2] != string(rune('0'+turn.Seat))+" " || turn.Better.Reason.Key != "bot.move" {
			t.Fatalf("turn %d: %+v", turn.Turn, turn.Better)
		}
	}
	better = 0.1
	if _, s = tell(); s.Turns[0].Missed != nil || s.Turns[0].Better != nil {
		t.Errorf("%+v is told as missed", s.Turns[0].Missed)
	}
	tale, err := story.Begin(world.Game, h, moves, e, nil, story.Budget{})
	if err != nil {
		t.Fatal(err)
	}
	if s := tale.Story(); len(s.Turns) != 0 || s.Done != 0 {
		t.Errorf("%+v before it has begun", s)
	}
	for i := range 5 {
		tale.Take(i, tale.Jobs[i].Do(e))
		tale.Take(i, tale.Jobs[i].Do(e)) // the same answer may arrive twice
	}
	if s := tale.Story(); len(s.Turns) != 2 || s.Done != 5 || len(s.Points) != 0 {
		t.Errorf("%d turns after 5 jobs", len(s.Turns))
	}
}

// Begin rejects a game that can have no story, and returns the reason.
func TestNoStory(t *testing.T) {
	h, moves := game(t, 5)
	e := &scripted{}
	if _, err := story.Begin(world.Game, h, moves, nil, nil, story.Budget{}); !errors.Is(err, story.ErrNoChances) {
		t.Error(err)
	}
	if _, err := story.Begin(world.Game, h, moves[:len(moves)-1], e, nil, story.Budget{}); !errors.Is(err, story.ErrRunning) {
		t.Error(err)
	}
	set, err := engine.Resolve(pharmacy.Game.Options(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := story.Begin(pharmacy.Game, engine.Header{Settings: set}, nil, e, nil, story.Budget{}); !errors.Is(err, story.ErrRivals) {
		t.Error(err)
	}
}

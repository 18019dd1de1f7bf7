package work

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/games/labs"
)

// oracle is an evaluator that returns the question it received, or fails.
type oracle struct {
	how   string
	plans []ai.Plan
	asked ai.Evaluation
	looks int // number of times that the evaluator checked its time limit
}

func (o *oracle) Reference() string              { return "steady" }
func (o *oracle) Stage(engine.View) (s ai.Stage) { return s }

func (o *oracle) Chance(q *ai.Evaluation) ai.Estimate {
	if o.how == "panic" {
		panic("no idea")
	}
	o.asked = *q
	for o.how == "long" && !q.Stop() {
		o.looks++
	}
	return ai.Estimate{Chance: 0.5, Error: 0.125}
}

func (o *oracle) Plans(q *ai.Evaluation) []ai.Plan {
	o.asked = *q
	return o.plans
}

// through has a thinker answer an item, encoded as in the queue.
func through(t *testing.T, th *Thinker, it *Item) Answer {
	t.Helper()
	data, err := json.Marshal(it)
	if err != nil {
		t.Fatal(err)
	}
	var a Answer
	if err := json.Unmarshal(th.AnswerTo(data), &a); err != nil {
		t.Fatal(err)
	}
	if a.ID != it.ID || a.Kind != it.Kind {
		t.Fatalf("the answer is to another item: %+v", a)
	}
	return a
}

// An evaluator receives the question of the item, and its answer is returned with the names of moves.
func TestChanceAndPlans(t *testing.T) {
	e := games.Entries[0]
	h, pos := begin(t, e.Rules, nil, 3)
	seat := pos.Decision().Owing().First()
	list, v := pos.AppendMoves(nil, seat), pos.Vocabulary()
	o := &oracle{plans: []ai.Plan{{
		Moves: list[:1], Estimate: ai.Estimate{Chance: 0.25, Error: 0.01}, Idea: "move",
		Reason: ai.Reason{Key: "bot.move", Args: [][2]string{{"city", "paris"}}},
	}, {Moves: nil, Idea: "treat"}}}
	th := Thinker{Now: time.Now, evaluators: map[string]ai.Evaluator{h.Game: o}}

	it := AskChance(h, pos, engine.SeatsOf(seat))
	it.ID, it.Seed, it.Budget, it.Most, it.Acted = "c", 9, 40, 1000, true
	a := through(t, &th, it)
	if a.Failed != "" || a.Estimate == nil || *a.Estimate != (ai.Estimate{Chance: 0.5, Error: 0.125}) || a.Reference != "steady" {
		t.Errorf("a chance: %+v", a)
	}
	if o.asked.Seed != 9 || !o.asked.Acted || o.asked.Budget != 40 || o.asked.Seats != it.Seats || len(o.asked.Moves) > 0 {
		t.Errorf("the evaluator was asked %+v", o.asked)
	}

	it = AskPlans(h, pos, engine.SeatsOf(seat), list[1:2])
	it.ID, it.Most = "p", 1000
	a = through(t, &th, it)
	if a.Failed != "" || len(a.Plans) != 2 || a.Plans[0].Moves[0] != (Move{seat, v.Move(list[0])}) || len(a.Plans[1].Moves) > 0 {
		t.Fatalf("plans: %+v", a)
	}
	if p := a.Plans[0]; p.Idea != "move" || p.Reason != "bot.move" || p.Args[0] != [2]string{"city", "paris"} || p.Estimate.Chance != 0.25 {
		t.Errorf("a plan: %+v", p)
	}
	if len(o.asked.Moves) != 1 || o.asked.Moves[0] != list[1] {
		t.Errorf("compared with %v", o.asked.Moves)
	}
}

// A worker reports a failure if it cannot answer: for an unknown kind or game, after a panic, or if a plan
// cannot be played. After a panic it creates a new evaluator.
func TestEvaluatorFails(t *testing.T) {
	e := games.Entries[0]
	h, pos := begin(t, e.Rules, nil, 3)
	seat := engine.SeatsOf(pos.Decision().Owing().First())
	failed := func(th *Thinker, it *Item, why string) {
		t.Helper()
		it.ID = "q"
		if a := through(t, th, it); !strings.Contains(a.Failed, why) || a.Estimate != nil || a.Plans != nil {
			t.Errorf("%s: %+v", why, a)
		}
	}
	with := func(o *oracle) *Thinker {
		return &Thinker{Now: time.Now, evaluators: map[string]ai.Evaluator{h.Game: o}}
	}
	it := AskChance(h, pos, seat)
	it.Kind = "prophecy"
	failed(&Thinker{Now: time.Now}, it, "kind")
	th := with(&oracle{how: "panic"})
	failed(th, AskChance(h, pos, seat), "no idea")
	if len(th.evaluators) > 0 {
		t.Error("an evaluator that panicked is asked again")
	}
	failed(with(&oracle{plans: []ai.Plan{{Moves: []engine.Move{{Seat: 3}}}}}), AskPlans(h, pos, seat, nil), "not listed")
	it = AskPlans(h, pos, seat, nil)
	it.With = []Move{{Move: "no such move"}}
	failed(with(&oracle{}), it, "no such move")
	it = AskChance(h, pos, seat)
	it.Game = "nothing"
	failed(with(&oracle{}), it, "game")

	// A worker that knows only bots treats an item of any other kind as a question to a bot without a level.
	it = AskPlans(h, pos, seat, nil)
	it.Kind = KindMove
	failed(with(&oracle{}), it, "level")
}

// An evaluator stops when its processor time or its elapsed time is used up.
func TestCore(t *testing.T) {
	h, pos := begin(t, games.Entries[0].Rules, nil, 3)
	for _, c := range []struct {
		core, most int64
		looks      int
	}{{100, 10_000, 9}, {0, 50, 5}} {
		o := &oracle{how: "long"}
		used, now := time.Duration(0), time.Unix(0, 0)
		th := Thinker{
			Now:        func() time.Time { now = now.Add(10 * time.Millisecond); return now },
			Used:       func() time.Duration { used += 10 * time.Millisecond; return used },
			evaluators: map[string]ai.Evaluator{h.Game: o},
		}
		it := AskChance(h, pos, engine.SeatsOf(0))
		it.Core, it.Most = c.core, c.most
		if a := th.Think(it); a.Failed != "" || o.looks != c.looks {
			t.Errorf("%+v: looked %d times: %+v", c, o.looks, a)
		}
	}
}

// A question for chances or plans contains only what its seats know.
func TestEvaluatorSeesViews(t *testing.T) {
	met := 0
	for _, e := range labs.Entries {
		for i, set := range e.Variants() {
			if i%10 != 0 {
				continue
			}
			h, pos := begin(t, e.Rules, set, uint64(i))
			dice := ai.Dice(i)
			for moves := 0; moves < 25 && !pos.Decision().Over; moves++ {
				step(t, pos, &dice)
			}
			seats := engine.SeatsOf(engine.Seat(dice.N(len(h.Seats))))
			chance := engine.Rand{Next: uint32(dice.N(1 << 30))}
			data, err := json.Marshal(AskPlans(h, pos, seats, nil))
			if err != nil {
				t.Fatal(err)
			}
			other, err := json.Marshal(AskPlans(h, pos.View(seats).Draw(&chance), seats, nil))
			if err != nil || !bytes.Equal(data, other) {
				t.Fatalf("%s %v: seats %b are told what they do not know:\n%s\n%s", h.Game, set, seats, data, other)
			}
			if !pos.SameForAll() {
				met++
			}
		}
	}
	if met < 5 {
		t.Errorf("only %d positions hide something", met)
	}
}

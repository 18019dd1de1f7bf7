package bots

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// dealt returns a level's planner at a table of four players, with its view of a deal. The planner has
// already drawn a position from the view.
func dealt(t *testing.T, level string, deal uint64) (*planner, *epidemic.View) {
	t.Helper()
	rules, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
		{Name: "players", Value: "4"}, {Name: "epidemics", Value: "5"}, {Name: "hands", Value: "open"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	chance, _ := engine.NumberedSeed(deal).Rand()
	rules.Deal(&s, chance, nil)
	l, err := Named(level)
	if err != nil {
		t.Fatal(err)
	}
	m, v := l.New().(*planner), s.Knows(engine.AllSeats(4))
	m.prepare(&v, engine.AllSeats(4))
	v.Fill(&m.trial, &chance)
	return m, &v
}

// With fixed collectors, only the assigned hand counts for each colour. So a position is never worth more
// than if any hand can collect it.
func TestCollectorsBind(t *testing.T) {
	worse := 0
	for deal := range uint64(5) {
		m, _ := dealt(t, "steady", deal)
		v := m.turn
		look := func(d int, who collectors) (outlook, float64) {
			v.collect = who
			v.begin(&m.trial)
			v.toStations(&m.trial)
			return v.colour(&m.trial, d, v.counted(&m.trial)), v.of(&m.trial, v.Key(&m.trial))
		}
		for d := range v.diseases {
			free, value := look(d, collectors{})
			for h := range v.holders {
				var who collectors
				who[d] = uint8(h + 1)
				bound, less := look(d, who)
				if bound.holder != h || bound.turns < free.turns || less > value {
					t.Errorf("deal %d, colour %d, given to hand %d: hand %d collects it in %.1f turns, which is worth %.2f; else %.1f and %.2f",
						deal, d, h, bound.holder, bound.turns, less, free.turns, value)
				}
				if h == free.holder && bound != free {
					t.Errorf("deal %d, colour %d: given to its best hand it looks like %+v instead of %+v", deal, d, bound, free)
				}
				if less < value {
					worse++
				}
			}
		}
	}
	if worse < 30 {
		t.Errorf("only %d bound hands were worse than the best", worse)
	}
}

// The first assignment gives each colour to its best hand. Each of the others changes one colour, beginning
// with the change that costs the fewest turns.
func TestAssignments(t *testing.T) {
	for deal := range uint64(5) {
		m, _ := dealt(t, "steady", deal)
		v := m.turn
		v.begin(&m.trial)
		v.toStations(&m.trial)
		list := v.assignments(&m.trial, 6)
		if len(list) != 6 {
			t.Fatalf("there are %d assignments", len(list))
		}
		x := v.counted(&m.trial)
		for d := range v.diseases {
			if h := v.colour(&m.trial, d, x).holder; int(list[0][d]) != h+1 {
				t.Errorf("hand %d collects colour %d, which hand %d is best for", int(list[0][d])-1, d, h)
			}
		}
		lost := 0.0
		for i, who := range list[1:] {
			changed := 0
			for d := range v.diseases {
				if who[d] == list[0][d] {
					continue
				}
				changed++
				loss := v.turnsIn(&m.trial, d, int(who[d])-1, x) - v.turnsIn(&m.trial, d, int(list[0][d])-1, x)
				if loss < lost {
					t.Errorf("assignment %d loses %.2f turns, and the one before %.2f", i+1, loss, lost)
				}
				lost = loss
			}
			if changed != 1 {
				t.Errorf("assignment %d changes %d colours", i+1, changed)
			}
		}
		m.trial.Cured |= 1
		v.begin(&m.trial)
		for _, who := range v.assignments(&m.trial, 6) {
			if who[0] != 0 {
				t.Errorf("hand %d collects a colour that has its cure", int(who[0])-1)
			}
		}
	}
}

// A level with collectors compares plans for several assignments of colours to hands. After its rollouts, any
// hand may collect any colour again.
func TestPlansOfCollectors(t *testing.T) {
	m, v := dealt(t, "steady,rollouts=24,plans=12,collects=3,each=2", 1)
	m.collectPlans()
	plans := map[collectors]int{}
	for i := range m.ideas {
		plans[m.ideas[i].who]++
	}
	if len(plans) != 4 || plans[collectors{}] != 6 || len(m.ideas) != m.plans {
		t.Errorf("%d plans of %d assignments, %d of them for any hand", len(m.ideas), len(plans), plans[collectors{}])
	}
	chance, _ := engine.NumberedSeed(9).Rand()
	m.decide(v, &chance, nil)
	if m.play.fast.collect != (collectors{}) || m.turn.collect != (collectors{}) {
		t.Error("the hands stay bound behind a rollout")
	}
	end := m.trial
	m.play.turns = 100
	m.play.runWith(&end, collectors{1, 1, 1, 1}, nil)
	if m.play.turns = m.turns; end.End == epidemic.Running || m.play.fast.collect != (collectors{}) {
		t.Error("the hands stay bound behind the end of a game")
	}
	for i := range m.ideas {
		if who := m.ideas[i].who; who != (collectors{}) {
			before := m.trial
			free := m.play.run(&before)
			before = m.trial
			if bound := m.play.runWith(&before, who, nil); bound != free {
				return // the rollout's result differs, so it does keep to the fixed collectors
			}
		}
	}
	t.Error("rollouts do not keep to the collectors")
}

// Value and net rank plans together: a plan that both rank highest comes first overall.
func TestValueAndNetRank(t *testing.T) {
	others := 0
	for deal := range uint64(5) {
		m, _ := dealt(t, "steady,mix=0.2", deal)
		m.collectPlans()
		last := 1e9
		for i := range m.ideas {
			p := &m.ideas[i]
			m.turn.fillInputs(&p.end, &m.play.in)
			odds := m.net.LogOdds(m.play.in[:]) + 0.2*p.value
			if odds > last {
				t.Errorf("deal %d: plan %d is liked more than the one before", deal, i)
			}
			last = odds
			if p.value > m.ideas[0].value {
				others++
			}
		}
	}
	if others == 0 {
		t.Error("value alone ranks the plans")
	}
}

// The position at the end of a rollout is judged without fixed collectors, even if the rollout used them: the
// net was trained without any.
func TestEndsAreJudgedFree(t *testing.T) {
	m, _ := dealt(t, "steady", 2)
	who := collectors{4, 4, 4, 4}
	x := m.trial
	m.play.fast.collect = who
	m.play.fast.play(&x)
	bound := m.play.chance(&x)
	m.play.free()
	free := m.play.chance(&x)
	m.play.turns = 0
	if got := m.play.runWith(&m.trial, who, nil); got != free || got == bound {
		t.Errorf("the end is judged %.4f, where it is %.4f for any hands and %.4f for the given ones", got, free, bound)
	}
}

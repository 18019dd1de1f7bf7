package bots

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

// Once their buffers have grown, the search of a turn and a rollout allocate no memory.
func TestSearchAllocatesNothing(t *testing.T) {
	rules, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
		{Name: "players", Value: "4"}, {Name: "epidemics", Value: "5"}, {Name: "hands", Value: "open"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	chance, _ := engine.NumberedSeed(4).Rand()
	rules.Deal(&s, chance, nil)
	m := newPlanner(settings["steady"], tuned, base)
	v := s.Knows(engine.AllSeats(4))
	m.prepare(&v, engine.AllSeats(4))
	for range 30 { // the buffers grow
		m.turn.search(&s)
	}
	if n := testing.AllocsPerRun(20, func() { m.turn.search(&s) }); n > 0 {
		t.Errorf("a search allocates %.0f times", n)
	}
	draw := chance.Fork()
	run := func() {
		m.luck = numbered(draw, 3)
		v.Fill(&m.trial, &m.luck)
		m.play.runWith(&m.trial, collectors{2, 1}, nil)
	}
	for range 30 {
		run()
	}
	if n := testing.AllocsPerRun(20, run); n > 0 {
		t.Errorf("a rollout allocates %.0f times", n)
	}
}

// BenchmarkTurn measures the search of a turn.
func BenchmarkTurn(b *testing.B) {
	rules, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
		{Name: "players", Value: "4"}, {Name: "epidemics", Value: "5"}, {Name: "hands", Value: "open"},
	}})
	if err != nil {
		b.Fatal(err)
	}
	var s epidemic.State
	chance, _ := engine.NumberedSeed(4).Rand()
	rules.Deal(&s, chance, nil)
	t := newTurn(newBoard(rules), &tuned.base, 40)
	for b.Loop() {
		t.search(&s)
	}
	b.ReportMetric(float64(t.beam.Looked)/float64(b.N), "positions/op")
}

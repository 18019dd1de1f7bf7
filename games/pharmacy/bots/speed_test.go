package bots

import (
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

func BenchmarkPlayouts(b *testing.B) {
	rules, err := pharmacy.Game.Compile(engine.Header{Game: "pharmacy", Revision: 1})
	if err != nil {
		b.Fatal(err)
	}
	var s pharmacy.State
	chance, _ := engine.NumberedSeed(1).Rand()
	rules.Deal(&s, chance, nil)
	e := searching(1000)
	seat := s.Asked.First()
	v := s.Knows(engine.SeatsOf(seat))
	list := s.AppendMoves(nil, seat)
	b.ReportAllocs()
	for range b.N {
		e.Choose(&ai.Question{Seats: engine.SeatsOf(seat), View: &v, Moves: list, Owing: engine.SeatsOf(seat), Seed: 1})
	}
	b.ReportMetric(float64(e.rollouts)/b.Elapsed().Seconds(), "playouts/s")
}

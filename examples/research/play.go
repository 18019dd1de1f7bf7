package main

import (
	"theriac/ai"
	"theriac/engine"
)

// play plays a game to its end. The agent plays every seat: where hands are open, all of
// them at once, as one mind; where they are hidden, each seat by what it knows itself.
func play(s engine.Session, agent ai.Player, open bool, seed uint64) error {
	dice := ai.Dice(seed)
	var memo [engine.MaxSeats][]byte // what the last answer for a seat asked to be told
	for d := s.Decision(); !d.Over; d = s.Decision() {
		seats := engine.SeatsOf(d.Owing().First())
		if open {
			seats = d.Asked()
		}
		first := d.Owing().First()
		q := ai.Question{
			Seats: seats, View: s.View(seats), Owing: d.Owing() & seats,
			Seed: uint64(dice.N(1 << 31)), Memo: memo[first],
		}
		for seat := range seats.Each {
			q.Moves = s.AppendMoves(q.Moves, seat)
		}
		a := agent.Choose(&q)
		memo[first] = a.Memo
		if _, _, err := s.Play(a.Move); err != nil { // a move that is not listed is refused
			return err
		}
	}
	return nil
}

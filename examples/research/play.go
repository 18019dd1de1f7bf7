package main

import (
	"theriac/ai"
	"theriac/engine"
)

// play plays a game to its end, with the agent on every seat. With open hands, the agent plays all seats as one
// player. With hidden hands, it uses only each seat's own knowledge.
func play(s engine.Session, agent ai.Player, open bool, seed uint64) error {
	dice := ai.Dice(seed)
	var memo [engine.MaxSeats][]byte // by seat: the memo from its last answer
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
		if _, _, err := s.Play(a.Move); err != nil { // Play rejects a move that is not legal
			return err
		}
	}
	return nil
}

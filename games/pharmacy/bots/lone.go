package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Lone plays a range of numbered games, in which one player sits among others, at each seat in turn. It returns
// how many games that player wins; a shared win counts as a fraction. The same numbers and seed deal the same
// games, so that two players can be compared on the same cards.
func Lone(r *pharmacy.Rules, lone ai.Player, others []ai.Player, from, to int, seed uint64) float64 {
	base, _ := engine.NumberedSeed(seed).Rand()
	var buf [engine.MaxMoves]engine.Move
	wins := 0.0
	for i := from; i < to; i++ {
		chance := base
		for b := range 8 {
			chance.Key[b] ^= byte(i >> (8 * b))
		}
		var s pharmacy.State
		var memos [engine.MaxSeats][]byte
		r.Deal(&s, chance.Fork(), nil)
		own := engine.Seat(i % r.Players)
		dice := ai.Dice(seed<<32 + uint64(i))
		for d := s.Decision(); !d.Over; d = s.Decision() {
			seat := d.Owing().First()
			p := lone
			if seat != own {
				p = others[(i+int(seat))%len(others)]
			}
			by := engine.SeatsOf(seat)
			v := s.Knows(by)
			q := ai.Question{
				Seats: by, View: &v, Moves: s.AppendMoves(buf[:0], seat), Owing: by, Seed: uint64(dice.N(1 << 31)), Memo: memos[seat],
			}
			a := p.Choose(&q)
			memos[seat] = a.Memo
			s.Play(a.Move, nil)
		}
		if end, _ := s.Outcome(); end.Won.Has(own) {
			wins += 1 / float64(end.Won.Len())
		}
	}
	return wins
}

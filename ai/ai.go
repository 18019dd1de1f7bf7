package ai

import "theriac/engine"

// Dice is fast chance for choosing moves. It is no source of the game's own
// chance, which is the position's.
type Dice uint64

// N rolls a number below n.
func (d *Dice) N(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return int(uint64(uint32(z)) * uint64(n) >> 32)
}

// Candidates adds every move that any seat could make now.
func Candidates[S any, P engine.State[S]](dst []engine.Move, s P, d engine.Decision) []engine.Move {
	for set := d.Asked(); set != 0; set &= set - 1 {
		dst = s.AppendMoves(dst, set.First())
	}
	return dst
}

// Playout plays a position to its end, every move of every seat being equally
// likely, and counts the moves. buf is scratch memory.
func Playout[S any, P engine.State[S]](s P, dice *Dice, buf []engine.Move) (moves int) {
	for {
		d := s.Decision()
		if d.Over {
			return moves
		}
		list := Candidates[S](buf[:0], s, d)
		s.Play(list[dice.N(len(list))], nil)
		moves++
	}
}

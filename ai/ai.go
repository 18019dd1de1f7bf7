package ai

import "theriac/engine"

// Dice is a fast random source for choosing moves. Random events of the game do not use it: their randomness
// is part of the position.
type Dice uint64

// N returns a random number below n.
func (d *Dice) N(n int) int {
	*d += 0x9e3779b97f4a7c15
	z := uint64(*d)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	z ^= z >> 31
	return int(uint64(uint32(z)) * uint64(n) >> 32)
}

// Candidates appends to dst every move that some asked seat could make now.
func Candidates[S any, P engine.State[S]](dst []engine.Move, s P, d engine.Decision) []engine.Move {
	for set := d.Asked(); set != 0; set &= set - 1 {
		dst = s.AppendMoves(dst, set.First())
	}
	return dst
}

// Playout plays a position to its end and returns the number of moves. It chooses uniformly among the moves
// of all seats. buf is scratch memory.
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

package bots

import (
	"math/bits"

	"theriac/games/epidemic"
)

// What a board with tracks, and regions that carry tokens, adds to the value.

// unbuilt is the steps that a cure is thought to be away whose station is not built.
const unbuilt = 3

// shielded is the cities that a role keeps cubes away from.
func (v *value) shielded(s *epidemic.State, pawn int) uint64 {
	if !v.regions {
		return v.links[pawn] | 1<<pawn
	}
	if s.Shield == epidemic.NoRegion {
		return 0
	}
	return v.rules.CitiesIn(s.Shield)
}

// watered is the cities that tokens guard.
func (v *value) watered(s *epidemic.State) uint64 {
	set := uint64(0)
	for of := s.Tokened; of != 0; of &= of - 1 {
		set |= v.rules.CitiesIn(epidemic.Region(bits.TrailingZeros64(of)))
	}
	return set
}

// tokens is what tokens are worth: the cubes that they will keep away.
func (v *value) tokens(s *epidemic.State) float64 {
	sum := 0.0
	for of := s.Tokened; of != 0; of &= of - 1 {
		r := bits.TrailingZeros64(of)
		come := 0.0
		for set := v.rules.CitiesIn(epidemic.Region(r)); set != 0; set &= set - 1 {
			c := bits.TrailingZeros64(set)
			come += v.known.round[c] * (1 + float64(s.CubesAt(epidemic.City(c), epidemic.Disease(v.board.colour[c]))))
		}
		n := float64(s.Tokens[r])
		sum += 0.1*n + 0.35*min(n, come)
	}
	return sum
}

// rails is what tracks are worth: longer ones lead farther, to more stations, and early
// ones serve longer.
func (v *value) rails(s *epidemic.State) float64 {
	if s.Tracks == [2]uint64{} {
		return 0
	}
	left := float64(s.DeckLen) / 49
	seen, best, joined := uint64(0), 0, 0
	for c := range v.cities {
		if seen>>c&1 != 0 {
			continue
		}
		all := s.ByTrack(epidemic.City(c)) | 1<<c
		seen |= all
		n := bits.OnesCount64(all) - 1
		joined += n
		best = max(best, n)
	}
	return (0.25*float64(min(best, 12)) + 0.05*float64(joined-best)) * left
}

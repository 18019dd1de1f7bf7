package bots

import (
	"math/bits"

	"theriac/games/epidemic"
)

// The functions in this file add tracks, regions and tokens to the value of a position.

// unbuilt is the assumed distance, in steps, to a station that a cure needs but that does not exist yet.
const unbuilt = 3

// shielded returns the cities that a pawn's role keeps free of new cubes.
func (v *value) shielded(s *epidemic.State, pawn int) uint64 {
	if !v.regions {
		return v.links[pawn] | 1<<pawn
	}
	if s.Shield == epidemic.NoRegion {
		return 0
	}
	return v.rules.CitiesIn(s.Shield)
}

// watered returns the cities at the borders of regions with tokens, which prevent cubes there.
func (v *value) watered(s *epidemic.State) uint64 {
	set := uint64(0)
	for of := s.Tokened; of != 0; of &= of - 1 {
		set |= v.rules.CitiesIn(epidemic.Region(bits.TrailingZeros64(of)))
	}
	return set
}

// tokens returns the value of tokens: the cubes that they will prevent.
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

// rails returns the value of tracks. Longer tracks connect more stations, and the earlier a track is built,
// the longer it is useful.
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

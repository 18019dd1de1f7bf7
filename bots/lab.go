package bots

import (
	"math/bits"

	"theriac/games/epidemic"
)

// What the laboratory adds to the value: how far lines of research are, and what the
// cubes in dishes can still fill.

// labFurther is the cards that the research of a cure still takes, and whether the cure
// is ready to be found.
func (v *value) labFurther(s *epidemic.State, d epidemic.Disease) (more int, ready bool) {
	i, ok := s.LineFor(d)
	if !ok {
		return 2, false
	}
	if !s.Lab.Lines[i].Tested() {
		return 1, false
	}
	return 0, s.Researched(d)
}

// needsSequence says that a sequence card is worth drawing: a line has none, or one that
// leads to no cure that is missing. Which card comes is not known, so that none is drawn
// in the hope of a better one.
func (v *value) needsSequence(s *epidemic.State) bool {
	for i := range s.Lab.Lines {
		l := &s.Lab.Lines[i]
		switch {
		case l.Empty():
			if i == 0 || bits.OnesCount64(s.Stations) > 1 {
				return true
			}
		case !l.Characterised() && !v.leadsOn(s, l):
			return true
		}
	}
	return false
}

// leadsOn says that a line could still lead to a cure that no other line is for.
func (v *value) leadsOn(s *epidemic.State, l *epidemic.Research) bool {
	for set := v.rules.Vials(l.Sequence) &^ s.Cured; set != 0; set &= set - 1 {
		if _, other := s.LineFor(epidemic.Disease(bits.TrailingZeros8(set))); !other {
			return true
		}
	}
	return false
}

// Points of a line of research: for saying what it is for, for all of its circles, for
// the test.
const (
	labTold   = 3.0
	labFull   = 9.0
	labTested = 2.5
)

// bench is what the laboratory holds.
func (v *value) bench(s *epidemic.State) float64 {
	var dishes stock
	dishes.take(s)
	// A cure keeps what its line was worth.
	sum := (labTold + labFull + labTested) * float64(bits.OnesCount8(s.Cured))
	for i := range s.Lab.Lines {
		l := &s.Lab.Lines[i]
		switch {
		case l.Empty():
		case l.Characterised():
			sum += labTold + v.filled(l, l.Cure, &dishes)
			if l.Tested() {
				sum += labTested
			}
		default:
			sum += 0.5 + v.mayFill(s, l, &dishes)
		}
	}
	for dish := range s.Lab.Dishes {
		for _, n := range s.Lab.Dishes[dish] {
			sum -= 0.05 * float64(n) // what nothing needs is better left in the supply
		}
	}
	return sum
}

// mayFill is what a line could come to that is for no cure yet.
func (v *value) mayFill(s *epidemic.State, l *epidemic.Research, dishes *stock) float64 {
	best, left := 0.0, *dishes
	for set := v.rules.Vials(l.Sequence) &^ s.Cured; set != 0; set &= set - 1 {
		d := epidemic.Disease(bits.TrailingZeros8(set))
		if _, other := s.LineFor(d); other || int(d) >= v.diseases {
			continue
		}
		try := *dishes
		if x := 0.7*v.filled(l, d, &try) + 0.3; x > best {
			best, left = x, try
		}
	}
	*dishes = left
	return best
}

// filled is how full a line is that leads to a cure, with what dishes can add. It takes
// from them what it counts.
func (v *value) filled(l *epidemic.Research, cure epidemic.Disease, dishes *stock) float64 {
	circles := v.rules.Circles(l.Sequence)
	var open [maxDiseases]int
	total, done := 0, 0.0
	for kind, n := range circles {
		total += int(n)
		done += float64(l.Filled[kind])
		d := kind
		if kind == epidemic.GreyCircle {
			d = int(cure)
		}
		open[d] += int(n) - int(l.Filled[kind])
	}
	if total == 0 {
		return labFull
	}
	for d, n := range open {
		if n > 0 && d < v.diseases {
			done += dishes.fill(d, n)
		}
	}
	return labFull * done / float64(total)
}

// stock is the cubes in dishes by how far they are: grown, ready, sampled.
type stock [3][maxDiseases]float64

// Parts of a filled circle that cubes on their way count as.
var onTheWay = [3]float64{0.75, 0.6, 0.4}

// take counts the cubes of the dishes. Of a sample with several colours one can be kept
// whole.
func (x *stock) take(s *epidemic.State) {
	for dish := range s.Lab.Dishes {
		of := &s.Lab.Dishes[dish]
		switch epidemic.Dish(dish) {
		case epidemic.Grown:
			for d, n := range of {
				x[0][d] += float64(n)
			}
		case epidemic.FirstReady, epidemic.LastReady:
			for d, n := range of {
				x[1][d] += 1.6 * float64(n) // growing doubles them
			}
		default:
			most := uint8(0)
			for _, n := range of {
				most = max(most, n)
			}
			for d, n := range of {
				switch n {
				case 0:
				case most:
					x[2][d] += 1.5 * float64(n)
					most = 0xff // one of several
				default:
					x[2][d] += 0.6
				}
			}
		}
	}
}

// fill takes up to n cubes of a colour, the nearest first, and says what they count as.
func (x *stock) fill(d, n int) float64 {
	sum, left := 0.0, float64(n)
	for i := range x {
		use := min(left, x[i][d])
		x[i][d] -= use
		left -= use
		sum += onTheWay[i] * use
	}
	return sum
}

package bots

import (
	"math/bits"

	"theriac/games/epidemic"
)

// The functions in this file add the laboratory to the value of a position: the progress of its lines of
// research, and what the cubes in dishes can still fill.

// labFurther returns how many cards the research for a cure still needs, and whether the research is
// complete.
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

// needsSequence reports whether a sequence card would be useful: a line of research has none, or has one that
// cannot lead to a missing cure. The bot does not draw in hope of a better card, because the next card is
// unknown.
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

// leadsOn reports whether a line of research can still lead to a missing cure that no other line is working
// on.
func (v *value) leadsOn(s *epidemic.State, l *epidemic.Research) bool {
	for set := v.rules.Vials(l.Sequence) &^ s.Cured; set != 0; set &= set - 1 {
		if _, other := s.LineFor(epidemic.Disease(bits.TrailingZeros8(set))); !other {
			return true
		}
	}
	return false
}

// A line of research scores these points when its disease is chosen, when all circles are full, and when its
// cure is tested.
const (
	labTold   = 3.0
	labFull   = 9.0
	labTested = 2.5
)

// bench returns the value of what is in the laboratory, as part of a position's value.
func (v *value) bench(s *epidemic.State) float64 {
	var dishes stock
	dishes.take(s)
	// A cure that has been found counts as much as its completed research did.
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
			sum -= 0.05 * float64(n) // unneeded cubes are better left in the supply
		}
	}
	return sum
}

// mayFill returns the potential value of a line of research that has no disease yet.
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

// filled returns how full the circles for a cure are, including cubes in dishes that can fill them. It
// subtracts those cubes from dishes.
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

// stock counts the cubes in dishes by stage (grown, ready, sampled) and colour.
type stock [3][maxDiseases]float64

// onTheWay is what a cube counts at each stage, as a fraction of a filled circle.
var onTheWay = [3]float64{0.75, 0.6, 0.4}

// take counts the cubes in the dishes. Of a sample with several colours, only one colour can be kept in full.
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
				x[1][d] += 1.6 * float64(n) // because growing will double them
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
					most = 0xff // only the first of the colours with the most cubes counts fully
				default:
					x[2][d] += 0.6
				}
			}
		}
	}
}

// fill removes up to n cubes of a colour, taking the most advanced stage first, and returns their total
// value.
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

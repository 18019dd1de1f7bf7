package train

import (
	"cmp"
	"math"
	"slices"

	"theriac/ai"
)

// Evolution looks for better weights by trial. Each generation draws sets of weights
// around a middle; whoever uses it plays games with each and says how well it did, and the
// middle moves to the mean of the better half. Weights are changed by factors, so that
// large and small ones move alike, and keep their signs.
type Evolution struct {
	Middle []float64
	// Spread is how far a set lies from the middle: 0.2 changes most weights by less than
	// a fifth. It shrinks by a twentieth with each generation.
	Spread float64
	Size   int // sets in a generation
	Dice   ai.Dice

	drawn [][]float64
}

// Next draws a generation. The middle itself is its first set, so that it is judged too.
func (e *Evolution) Next() [][]float64 {
	e.drawn = e.drawn[:0]
	for i := range e.Size {
		set := slices.Clone(e.Middle)
		for j := range set {
			if i > 0 {
				set[j] *= math.Exp(e.Spread * normal(&e.Dice))
			}
		}
		e.drawn = append(e.drawn, set)
	}
	return e.drawn
}

// Learn moves the middle, by how well each set of the generation did: more is better. The
// best sets count most.
func (e *Evolution) Learn(scores []float64) {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	half := (len(order) + 1) / 2
	logs, total := make([]float64, len(e.Middle)), 0.0
	for rank, i := range order[:half] {
		share := math.Log(float64(half)+0.5) - math.Log(float64(rank)+1)
		total += share
		for j, x := range e.drawn[i] {
			if e.Middle[j] != 0 {
				logs[j] += share * math.Log(x/e.Middle[j])
			}
		}
	}
	for j := range e.Middle {
		e.Middle[j] *= math.Exp(logs[j] / total)
	}
	e.Spread *= 0.95
}

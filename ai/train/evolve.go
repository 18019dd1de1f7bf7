package train

import (
	"cmp"
	"math"
	"slices"

	"theriac/ai"
)

// Evolution improves weights by trial and error. Each generation is a number of candidates drawn around a
// mean, which the caller scores by playing games. The mean then moves towards the better half. Weights are
// multiplied by random factors, so they keep their signs, and large and small ones change alike.
type Evolution struct {
	Middle []float64
	// Spread is the standard deviation of the candidates' weights around the mean, on a logarithmic scale. At
	// 0.2, most weights differ by less than a fifth. It shrinks by 5 % in each generation.
	Spread float64
	Size   int // number of candidates in a generation
	Dice   ai.Dice

	drawn [][]float64
}

// Next draws a generation of candidates. The first is the mean itself, so that it is also scored.
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

// Learn moves the mean towards the candidates with the highest scores, weighted by rank.
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

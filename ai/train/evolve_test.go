package train

import (
	"math"
	"testing"

	"theriac/ai"
)

// Evolution finds the best factors for a noisy objective. It leaves signs and zeros unchanged.
func TestEvolution(t *testing.T) {
	top := []float64{2, -0.5, 30, 0, 0.01}
	away := func(x []float64) float64 {
		sum := 0.0
		for j := range top {
			if top[j] != 0 {
				d := math.Log(x[j] / top[j])
				sum += d * d
			}
		}
		return sum
	}
	e := Evolution{Middle: []float64{1, -1, 15, 0, 0.02}, Spread: 0.3, Size: 16, Dice: 5}
	noise := ai.Dice(9)
	before := away(e.Middle)
	for range 40 {
		var scores []float64
		for _, set := range e.Next() {
			scores = append(scores, -away(set)+0.05*normal(&noise))
		}
		e.Learn(scores)
	}
	if after := away(e.Middle); after > before/20 || math.IsNaN(after) {
		t.Errorf("from %.3f to %.3f away from the top: %v", before, after, e.Middle)
	}
	if e.Middle[1] >= 0 || e.Middle[3] != 0 {
		t.Errorf("a sign or a zero has changed: %v", e.Middle)
	}
}

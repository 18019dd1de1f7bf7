package puzzles

import (
	"math"
	"testing"
)

// The code reproduces the worked example in Glickman's paper "Example of the Glicko-2 system".
func TestPublishedExample(t *testing.T) {
	r := Rating{1500, 200, 0.06}.After(
		Score{Rating{1400, 30, 0.06}, 1}, Score{Rating{1550, 100, 0.06}, 0}, Score{Rating{1700, 300, 0.06}, 0})
	if math.Abs(r.Rating-1464.06) > 0.01 || math.Abs(r.Deviation-151.52) > 0.01 || math.Abs(r.Volatility-0.05999) > 0.00001 {
		t.Errorf("the example gives %+v", r)
	}
}

// Without games, a rating keeps its value but becomes less certain. A win raises it, a loss lowers it, and a
// surprising result changes it more. If a strong player repeatedly loses to a beginner, the volatility
// increases.
func TestRatings(t *testing.T) {
	r := Rating{1600, 80, 0.06}
	if idle := r.After(); idle.Rating != 1600 || idle.Deviation <= 80 {
		t.Errorf("idle: %+v", idle)
	}
	easy, hard := Rating{1200, 60, 0.06}, Rating{2000, 60, 0.06}
	if a, b := r.After(Score{easy, 1}).Rating, r.After(Score{hard, 1}).Rating; a <= 1600 || b-1600 <= a-1600 {
		t.Errorf("a win against the weaker one gives %.1f, against the stronger one %.1f", a, b)
	}
	if a, b := r.After(Score{easy, 0}).Rating, r.After(Score{hard, 0}).Rating; b >= 1600 || a >= b {
		t.Errorf("a loss against the weaker one gives %.1f, against the stronger one %.1f", a, b)
	}
	odd := Rating{2200, 50, 0.06}
	for range 5 {
		odd = odd.After(Score{Rating{1000, 50, 0.06}, 0})
	}
	if odd.Volatility <= 0.06 {
		t.Errorf("its volatility is %.5f", odd.Volatility)
	}
}

package ai

import "math"

// Platt is a straight line that corrects log-odds, for chances that are systematically too extreme or too
// cautious (Platt scaling).
type Platt struct{ Shift, Slope float64 }

// Fair returns the corrected chance for an uncorrected one.
func (p Platt) Fair(chance float64) float64 {
	return Logistic(p.Shift + p.Slope*LogOdds(chance))
}

// LogOdds returns the log-odds of a chance. It treats 0 and 1 as nearly certain, so the result is always
// finite.
func LogOdds(chance float64) float64 {
	c := min(0.999, max(0.001, chance))
	return math.Log(c / (1 - c))
}

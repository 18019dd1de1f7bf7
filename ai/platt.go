package ai

import "math"

// Platt is a straight line for the logarithm of the odds: it turns chances that are too bold
// or too shy into fair ones.
type Platt struct{ Shift, Slope float64 }

// Fair is the chance that a chance stands for.
func (p Platt) Fair(chance float64) float64 {
	return Logistic(p.Shift + p.Slope*LogOdds(chance))
}

// LogOdds is the logarithm of the odds of a chance; of certain ones that of nearly certain
// ones.
func LogOdds(chance float64) float64 {
	c := min(0.999, max(0.001, chance))
	return math.Log(c / (1 - c))
}

package puzzles

import "math"

// Rating is a player's strength in the Glicko-2 system (Mark E. Glickman, 2013). It has the rating, its
// uncertainty, and how much it is expected to change.
type Rating struct {
	Rating     float64 `json:"rating"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility"`
}

// NewRating returns the rating of a new player.
func NewRating() Rating { return Rating{Rating: 1500, Deviation: 350, Volatility: 0.06} }

// Score is the result of a game against an opponent: 1 for a win, 0 for a loss.
type Score struct {
	Against Rating
	Points  float64
}

const (
	glickoScale = 173.7178
	glickoTau   = 0.5 // limits how fast the volatility changes
)

// After returns the rating that results from the games of one period.
func (r Rating) After(scores ...Score) Rating {
	mu, phi, sigma := (r.Rating-1500)/glickoScale, r.Deviation/glickoScale, r.Volatility
	if len(scores) == 0 {
		return Rating{r.Rating, glickoScale * math.Hypot(phi, sigma), sigma}
	}
	var information, sum float64
	for _, s := range scores {
		other := s.Against.Deviation / glickoScale
		g := 1 / math.Sqrt(1+3*other*other/(math.Pi*math.Pi))
		expected := 1 / (1 + math.Exp(-g*(mu-(s.Against.Rating-1500)/glickoScale)))
		information += g * g * expected * (1 - expected)
		sum += g * (s.Points - expected)
	}
	v := 1 / information
	sigma = volatility(sigma, phi, v, v*sum)
	before := math.Hypot(phi, sigma)
	phi = 1 / math.Sqrt(1/(before*before)+information)
	return Rating{1500 + glickoScale*(mu+phi*phi*sum), glickoScale * phi, sigma}
}

// volatility computes the new volatility by the Illinois variant of regula falsi.
func volatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(glickoTau*glickoTau)
	}
	low, high := a, a-glickoTau
	if square := delta * delta; square > phi*phi+v {
		high = math.Log(square - phi*phi - v)
	} else {
		for f(high) < 0 {
			high -= glickoTau
		}
	}
	fLow, fHigh := f(low), f(high)
	for math.Abs(high-low) > 1e-6 {
		mid := low + (low-high)*fLow/(fHigh-fLow)
		fMid := f(mid)
		if fMid*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = mid, fMid
	}
	return math.Exp(low / 2)
}

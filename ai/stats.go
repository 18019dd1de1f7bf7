package ai

import "math"

// Wilson returns the Wilson score interval for the chance to win, given the number of wins in n games. It
// contains the true chance with 95 % confidence, even for few games or for chances near 0 or 1.
func Wilson(wins, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, f := float64(wins)/float64(n), float64(n)
	middle := (p + z*z/(2*f)) / (1 + z*z/f)
	half := z * math.Sqrt(p*(1-p)/f+z*z/(4*f*f)) / (1 + z*z/f)
	return max(0, middle-half), min(1, middle+half)
}

// SignTest returns the chance that two equally strong players would differ at least this much on the same
// deals. The first player won a deals that the second lost, and the second won b deals that the first lost.
func SignTest(a, b int) float64 {
	n, k := a+b, min(a, b)
	if a == b {
		return 1
	}
	sum := 0.0
	for i := 0; i <= k; i++ {
		sum += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return min(1, 2*sum)
}

func logChoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// Logistic converts log-odds to a chance.
func Logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

package ai

// Halving finds the best of several alternatives (arms) by trials. After each round it keeps the better half,
// so good arms get more trials. All arms in a round get trials with the same numbers, and thus the same
// random events, so luck does not explain their differences.
type Halving struct {
	Budget int // total number of trials
	// Rate returns how good an arm seems so far. Sum is the sum of its results, and N is their number.
	Rate func(arm int) float64
	// Try plays a trial and returns its result.
	Try func(arm, trial int) float64
	// Keep reports whether an arm stays until the last round, whatever its results. If it is nil, no arm
	// does.
	Keep func(arm int) bool
	// Stop reports whether to end before the next trial; nil means never.
	Stop func() bool

	Sum  []float64
	N    []int
	left []int
}

// Best returns the best of n arms. It skips arms for which out returns true, unless all would be skipped.
func (h *Halving) Best(n int, out func(arm int) bool) int {
	h.Sum, h.N, h.left = grow(h.Sum, n), grow(h.N, n), h.left[:0]
	for i := range n {
		h.Sum[i], h.N[i] = 0, 0
		if out == nil || !out(i) {
			h.left = append(h.left, i)
		}
	}
	if len(h.left) == 0 {
		return 0
	}
	rounds := 0
	for n := len(h.left); n > 1; n = (n + 1) / 2 {
		rounds++
	}
	trial := 0
	for range rounds {
		each := max(1, h.Budget/rounds/len(h.left))
		for range each {
			if h.Stop != nil && h.Stop() {
				h.order()
				return h.left[0]
			}
			for _, arm := range h.left {
				h.Sum[arm] += h.Try(arm, trial)
				h.N[arm]++
			}
			trial++
		}
		h.order()
		half := (len(h.left) + 1) / 2
		for _, arm := range h.left[half:] {
			if h.Keep != nil && h.Keep(arm) {
				h.left[half] = arm
				half++
			}
		}
		h.left = h.left[:half]
	}
	return h.left[0]
}

// order sorts the remaining arms, best first. Ties keep their order.
func (h *Halving) order() {
	for i := 1; i < len(h.left); i++ {
		for j := i; j > 0 && h.Rate(h.left[j]) > h.Rate(h.left[j-1]); j-- {
			h.left[j], h.left[j-1] = h.left[j-1], h.left[j]
		}
	}
}

// grow returns a slice of length n. It reuses the memory of s if that is large enough.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

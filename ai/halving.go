package ai

// Halving shares trials out among arms, more to those that do well: in rounds, each of
// which keeps the better half. Every arm of a round gets the same trials, told by their
// number, so that all meet the same chance and their differences are not luck.
type Halving struct {
	Budget int // trials in all
	// Rate is how good an arm looks so far; the sum of its trials and their number are
	// in Sum and N.
	Rate func(arm int) float64
	// Try plays a trial and says how it went.
	Try func(arm, trial int) float64
	// Keep says that an arm stays to the last round however it does; nil for none.
	Keep func(arm int) bool
	// Stop ends the search between two trials; nil for never.
	Stop func() bool

	Sum  []float64
	N    []int
	left []int
}

// Best finds the best of n arms. Arms for which out says so are not looked at, unless
// there is no other.
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

// order sorts the arms that are left, the best first; equals keep their order.
func (h *Halving) order() {
	for i := 1; i < len(h.left); i++ {
		for j := i; j > 0 && h.Rate(h.left[j]) > h.Rate(h.left[j-1]); j-- {
			h.left[j], h.left[j-1] = h.left[j-1], h.left[j]
		}
	}
}

// grow makes a slice n long, with its memory where that is enough.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

package bots

import (
	"math"
	"testing"
)

// A reference that decides once for a good plan and once for a bad one makes the chance as
// uncertain as they are apart; one that decides alike makes it as uncertain as its trials.
func TestChoices(t *testing.T) {
	trials := func(wins, n int) (s sampling) {
		for i := range n {
			s.add(float64((wins - 1 - i + n) / n)) // 1 for the first of them, 0 for the rest
		}
		return s
	}
	good, bad := &plan{}, &plan{}

	var alike choices
	alike.add(good)
	alike.add(good)
	alike[0].sampling = trials(90, 100)
	if len(alike) != 1 || alike.estimate(nil) != alike[0].sampling.estimate() {
		t.Errorf("%d plans, %v", len(alike), alike.estimate(nil))
	}

	var apart choices
	apart.add(good)
	apart.add(bad)
	apart.add(good)
	apart[0].sampling, apart[1].sampling = trials(180, 200), trials(30, 100)
	got := apart.estimate(nil)
	if math.Abs(got.Chance-0.7) > 0.005 {
		t.Errorf("the chance of two plans of 0.9 and one of 0.3 is %v", got.Chance)
	}
	// Three decisions that win 0.9, 0.9 and 0.3 spread by 0.35: by 0.2 in their mean.
	if math.Abs(got.Error-0.2) > 0.01 {
		t.Errorf("its error is %v", got.Error)
	}
}

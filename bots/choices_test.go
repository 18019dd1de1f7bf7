package bots

import (
	"math"
	"testing"
)

// If the reference sometimes chooses a good plan and sometimes a bad one, the error of the estimate is as
// large as that difference suggests. If it always chooses the same plan, only the error of the trials counts.
func TestChoices(t *testing.T) {
	trials := func(wins, n int) (s sampling) {
		for i := range n {
			s.add(float64((wins - 1 - i + n) / n)) // the first trials are won and add 1; the rest are lost and add 0
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
	// The three choices win with probability 0.9, 0.9 and 0.3. Their standard deviation is 0.35, so the
	// standard error of the mean is 0.2.
	if math.Abs(got.Error-0.2) > 0.01 {
		t.Errorf("its error is %v", got.Error)
	}
}

package train_test

import (
	"math"
	"testing"

	"theriac/ai"
	"theriac/ai/train"
)

// forecasts returns forecasts for games with known chances. say converts a true chance to the forecast.
func forecasts(say func(chance float64) float64) (list []train.Forecast) {
	dice := ai.Dice(11)
	for game := range 6000 {
		chance := float64(1+dice.N(98)) / 100
		came := 0.0
		if float64(dice.N(10000)) < chance*10000 {
			came = 1
		}
		for range 2 {
			list = append(list, train.Forecast{Game: game, Players: 2 + game%3, Level: 4, Said: say(chance), Came: came})
		}
	}
	return list
}

// Correct forecasts fit the outcomes in every tenth and have the greatest possible skill. Overconfident ones
// do not fit until the fitted line corrects them.
func TestCalibration(t *testing.T) {
	fair := train.Calibrate(forecasts(func(p float64) float64 { return p }))
	for i := range fair.Tenths {
		if r := &fair.Tenths[i]; !r.Fits() || r.Cases < 400 || math.Abs(r.Won-r.Said) > 1.6*r.Half {
			t.Errorf("tenth %d of a fair forecaster: %+v", i, *r)
		}
	}
	if fair.Games != 6000 || fair.Cases != 12000 || math.Abs(fair.Skill-1.0/3) > 0.03 || math.Abs(fair.Skill-fair.Within) > 0.01 {
		t.Errorf("a fair forecaster: %+v", fair)
	}
	too := forecasts(func(p float64) float64 { return ai.Logistic(0.5 + 2*ai.LogOdds(p)) })
	bold := train.Calibrate(too)
	misfits := 0
	for i := range bold.Tenths {
		if !bold.Tenths[i].Fits() {
			misfits++
		}
	}
	if misfits < 3 || bold.Skill > fair.Skill-0.02 {
		t.Errorf("a bold forecaster has %d misfits and skill %.3f", misfits, bold.Skill)
	}
	line := train.FitPlatt(too)
	if math.Abs(line.Slope-0.5) > 0.05 || math.Abs(line.Shift+0.25) > 0.06 {
		t.Errorf("the line of a bold forecaster is %+v", line)
	}
	if got := line.Fair(ai.Logistic(0.5 + 2*ai.LogOdds(0.7))); math.Abs(got-0.7) > 0.02 {
		t.Errorf("what is 0.7 becomes %.3f", got)
	}
}

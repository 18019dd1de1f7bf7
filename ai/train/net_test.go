package train_test

import (
	"testing"

	"theriac/ai"
	"theriac/ai/train"
)

// Fit trains a net on exclusive or, which no weighted sum of the inputs can express, and the net gives
// correct chances. It survives being encoded and decoded.
func TestNet(t *testing.T) {
	dice := ai.Dice(3)
	var cases []train.Case
	for i := range 4000 {
		a, b := dice.N(2), dice.N(2)
		c := train.Case{Inputs: []float32{float32(a), float32(b), float32(dice.N(100)) / 100}, Game: i}
		if a != b && dice.N(10) > 0 || a == b && dice.N(10) == 0 { // a win in nine of ten cases if a and b differ, otherwise in one of ten
			c.Won = 1
		}
		cases = append(cases, c)
	}
	net := ai.NewNet(3, 8)
	training := train.Training{Epochs: 30, Passes: 1, Rate: 0.02, Lambda: 1, Dice: 5}
	training.Fit(net, cases[:3500])
	score, constant := train.Brier(net, cases[3500:])
	if score > 0.12 || constant < 0.2 {
		t.Errorf("Brier %.3f of a constant's %.3f", score, constant)
	}
	if p := ai.Logistic(net.LogOdds([]float32{1, 0, 0.5})); p < 0.8 || p > 0.97 {
		t.Errorf("it says %.2f where nine of ten are won", p)
	}
	again := ai.ReadNet(net.Bytes())
	if again == nil || again.LogOdds([]float32{1, 1, 0}) != net.LogOdds([]float32{1, 1, 0}) {
		t.Error("it is not read back as it was written")
	}
	if ai.ReadNet(net.Bytes()[:40]) != nil || ai.ReadNet(nil) != nil {
		t.Error("half a net was read")
	}
}

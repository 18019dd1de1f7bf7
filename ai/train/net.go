// Package train fits what bots know: nets, weights, and the lines that correct their chances. It also
// measures how well chances fit outcomes.
//
// The package refuses to be part of any player: it stores its results in types of package ai, which players
// read.
package train

import (
	"math"

	"theriac/ai"
)

// Case is a position from a finished game, as inputs for a net.
type Case struct {
	Inputs []float32
	Won    float32 // 1 for a win, 0 for a loss, or the estimate for a later position
	Game   int     // the game's number; positions from the same game must be adjacent
}

// Training defines how to fit a net: with Adam, in several epochs over all cases in small batches, where
// Decay keeps the weights small. After the first pass, a position's target mixes its game's outcome, weighted
// by Lambda, with the net's estimate for the next position. So the target depends less on luck.
type Training struct {
	Epochs, Passes      int
	Rate, Decay, Lambda float64
	Dice                ai.Dice
	Begun               bool // the net was fitted before, so training continues from its weights
	// Each, if not nil, is called after each epoch with the loss.
	Each func(pass, epoch int, loss float64)
}

const trainBatch = 64

// Fit trains the net on the cases, changing its weights in place.
func (t *Training) Fit(n *ai.Net, cases []Case) {
	if !t.Begun {
		begin(n, cases, &t.Dice)
	}
	ends := make([]float32, len(cases))
	for i := range cases {
		ends[i] = cases[i].Won
	}
	for pass := range max(1, t.Passes) {
		if pass > 0 {
			for i := len(cases) - 1; i >= 0; i-- {
				cases[i].Won = ends[i]
				if i+1 < len(cases) && cases[i+1].Game == cases[i].Game {
					next := ai.Logistic(n.LogOdds(cases[i+1].Inputs))
					cases[i].Won = float32((1-t.Lambda)*next + t.Lambda*float64(cases[i+1].Won))
				}
			}
		}
		t.pass(n, cases, pass)
	}
	for i := range cases {
		cases[i].Won = ends[i]
	}
}

// adam holds the state of the Adam optimiser for one group of weights.
type adam struct{ w, grad, mean, square []float32 }

func (t *Training) pass(n *ai.Net, cases []Case, pass int) {
	last := []float32{n.Last}
	var groups []adam
	for _, w := range [][]float32{n.In, n.Bias, n.Out, n.Linear, last} {
		groups = append(groups, adam{w, make([]float32, len(w)), make([]float32, len(w)), make([]float32, len(w))})
	}
	order := make([]int, len(cases))
	for i := range order {
		order[i] = i
	}
	x, act := make([]float32, n.Inputs), make([]float32, n.Hidden)
	step := 0
	for epoch := range t.Epochs {
		for i := len(order) - 1; i > 0; i-- {
			j := t.Dice.N(i + 1)
			order[i], order[j] = order[j], order[i]
		}
		rate := float32(t.Rate * math.Pow(0.1, float64(epoch)/float64(max(1, t.Epochs-1))))
		loss := 0.0
		for at := 0; at+trainBatch <= len(order); at += trainBatch {
			for i := range groups {
				clear(groups[i].grad)
			}
			for _, k := range order[at : at+trainBatch] {
				loss += gradient(n, &cases[k], groups, x, act, last[0])
			}
			step++
			first := 1 - float32(math.Pow(0.9, float64(step)))
			second := 1 - float32(math.Pow(0.999, float64(step)))
			for i := range groups {
				groups[i].step(rate, float32(t.Decay), first, second)
			}
		}
		n.Last = last[0]
		if t.Each != nil {
			t.Each(pass, epoch, loss/float64(max(1, len(order))))
		}
	}
}

// gradient adds the gradient of one case to groups and returns the loss.
func gradient(n *ai.Net, c *Case, groups []adam, x, act []float32, last float32) float64 {
	z := last
	for i := range x {
		x[i] = (c.Inputs[i] - n.Mean[i]) * n.Scale[i]
		z += x[i] * n.Linear[i]
	}
	for h := range n.Hidden {
		w := n.In[h*n.Inputs:][:len(x)]
		v := n.Bias[h]
		for i := range w {
			v += w[i] * x[i]
		}
		act[h] = max(v, 0)
		z += act[h] * n.Out[h]
	}
	q := ai.Logistic(float64(z))
	y := float64(c.Won)
	g := float32(q-y) / trainBatch
	in, bias, out, linear := groups[0].grad, groups[1].grad, groups[2].grad, groups[3].grad
	groups[4].grad[0] += g
	for i := range x {
		linear[i] += g * x[i]
	}
	for h := range n.Hidden {
		out[h] += g * act[h]
		if act[h] > 0 {
			gh := g * n.Out[h]
			bias[h] += gh
			row := in[h*n.Inputs:][:len(x)]
			for i := range row {
				row[i] += gh * x[i]
			}
		}
	}
	const tiny = 1e-9
	return -y*math.Log(max(q, tiny)) - (1-y)*math.Log(max(1-q, tiny))
}

func (a *adam) step(rate, decay, first, second float32) {
	for i, g := range a.grad {
		a.mean[i] = 0.9*a.mean[i] + 0.1*g
		a.square[i] = 0.999*a.square[i] + 0.001*g*g
		a.w[i] -= rate * (a.mean[i]/first/(float32(math.Sqrt(float64(a.square[i]/second)))+1e-8) + decay*a.w[i])
	}
}

// begin normalises the inputs by their mean and standard deviation, and gives the hidden layer small random
// weights.
func begin(n *ai.Net, cases []Case, dice *ai.Dice) {
	mean, square := make([]float64, n.Inputs), make([]float64, n.Inputs)
	for i := range cases {
		for j, x := range cases[i].Inputs {
			mean[j] += float64(x)
			square[j] += float64(x) * float64(x)
		}
	}
	k := float64(max(1, len(cases)))
	for j := range mean {
		m := mean[j] / k
		n.Mean[j], n.Scale[j] = float32(m), 0
		if sd := math.Sqrt(max(0, square[j]/k-m*m)); sd > 1e-4 {
			n.Scale[j] = float32(1 / sd)
		}
	}
	for i := range n.In {
		n.In[i] = float32(0.1 * normal(dice))
	}
	for i := range n.Out {
		n.Out[i] = float32(0.1 * normal(dice))
	}
}

// normal returns an approximately normal random number: the sum of twelve uniform ones.
func normal(d *ai.Dice) float64 {
	sum := -6.0
	for range 12 {
		sum += float64(d.N(1<<24)) / (1 << 24)
	}
	return sum
}

// Brier returns the mean squared difference between a net's chances and the outcomes, and the same for the
// best constant chance.
func Brier(n *ai.Net, cases []Case) (score, constant float64) {
	won := 0.0
	for i := range cases {
		q, y := ai.Logistic(n.LogOdds(cases[i].Inputs)), float64(cases[i].Won)
		score += (q - y) * (q - y)
		won += y
	}
	k := float64(max(1, len(cases)))
	return score / k, won / k * (1 - won/k)
}

package bots

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Choice is a question that a player was asked, and what it chose.
type Choice struct {
	View   pharmacy.View
	Moves  []engine.Move
	Chosen int // in Moves
}

// Observe lets players play games against each other and notes what they choose where
// there is a choice.
func Observe(r *pharmacy.Rules, p ai.Player, from, to int, seed uint64) []Choice {
	watched := &watched{Player: p}
	Lone(r, watched, []ai.Player{watched}, from, to, seed)
	return watched.choices
}

// watched is a player whose choices are noted.
type watched struct {
	ai.Player
	choices []Choice
}

// Choose lets the player choose.
func (w *watched) Choose(q *ai.Question) ai.Answer {
	a := w.Player.Choose(q)
	if len(q.Moves) > 1 {
		c := Choice{View: *q.View.(*pharmacy.View), Moves: append([]engine.Move(nil), q.Moves...)}
		for i, m := range q.Moves {
			if m == a.Move {
				c.Chosen = i
			}
		}
		w.choices = append(w.choices, c)
	}
	return a
}

// fitWarmth is the difference in worth at which a move is thought to be chosen e times as
// often.
const fitWarmth = 60.0

// surprise is how unlikely choices are to who judges by the weights: the mean of the
// logarithms, which is less where it is better.
func surprise(w *Weights, choices []Choice) float64 {
	var j judge
	sum := 0.0
	for i := range choices {
		c := &choices[i]
		seat := c.Moves[0].Seat
		j.begin(c.View.Rules(), &c.View.Public)
		j.look(w, &c.View.Public)
		own, all := 0.0, 0.0
		for k, m := range c.Moves {
			n := math.Exp(float64(max(-6000, min(6000, j.like(m, c.View.Hands[seat], c.View.Face)))) / fitWarmth)
			all += n
			if k == c.Chosen {
				own = n
			}
		}
		sum -= math.Log(max(own/all, .002))
	}
	return sum / float64(len(choices))
}

// Imitate finds weights by which a judge chooses as a player does: it changes some of them
// by chance and keeps what makes the choices less surprising. It says how surprising they
// were before and after.
func Imitate(start Weights, choices []Choice, changes int, seed uint64) (w Weights, before, after float64) {
	dice := ai.Dice(seed)
	w, before = start, surprise(&start, choices)
	after = before
	for range changes {
		next := changed(w, &dice)
		if n := surprise(&next, choices); n < after {
			w, after = next, n
		}
	}
	return w, before, after
}

// changed changes some weights by chance.
func changed(w Weights, dice *ai.Dice) Weights {
	scale := 1 + dice.N(100)
	for range 1 + dice.N(3) {
		i := dice.N(len(w))
		w[i] += stepOf(i) * (dice.N(201) - 100) * scale / 10000
	}
	w[wNoise], w[wFear] = max(1, w[wNoise]), max(0, w[wFear])
	return w
}

// stepOf is how far a weight is changed at most.
func stepOf(i int) int {
	switch i {
	case wCare:
		return 1500
	case wHarmMost:
		return 600
	case wPayCount, wHarm, wRiskHarm, wMenace, wInfect, wSickly, wNoise, wOpen:
		return 25
	case wFearFrom:
		return 6
	case wFear:
		return 80
	}
	return 200
}

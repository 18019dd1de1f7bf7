package lab

import (
	"math"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
)

// choice is a question that a player was asked, and the move that the player chose.
type choice struct {
	View   pharmacy.View
	Moves  []engine.Move
	Chosen int // index in Moves
}

// observe has copies of a player play games against each other. It returns the choices that they made between
// several moves.
func observe(r *pharmacy.Rules, p ai.Player, from, to int, seed uint64) []choice {
	watched := &watched{Player: p}
	bots.Lone(r, watched, []ai.Player{watched}, from, to, seed)
	return watched.choices
}

// watched is a player whose choices are recorded.
type watched struct {
	ai.Player
	choices []choice
}

// Choose returns the move of the underlying player, and records it.
func (w *watched) Choose(q *ai.Question) ai.Answer {
	a := w.Player.Choose(q)
	if len(q.Moves) > 1 {
		c := choice{View: *q.View.(*pharmacy.View), Moves: append([]engine.Move(nil), q.Moves...)}
		for i, m := range q.Moves {
			if m == a.Move {
				c.Chosen = i
			}
		}
		w.choices = append(w.choices, c)
	}
	return a
}

// fitWarmth is a difference in value between two moves. A judge is assumed to choose a move that is better by
// this much e (2.718) times as often.
const fitWarmth = 60.0

// surprise returns how badly a judge with the given weights predicts choices: the mean negative log likelihood.
// A lower value is better.
func surprise(w *bots.Weights, choices []choice) float64 {
	var likes []int
	sum := 0.0
	for i := range choices {
		c := &choices[i]
		likes = w.Likes(&c.View, c.Moves, likes[:0])
		own, all := 0.0, 0.0
		for k, like := range likes {
			n := math.Exp(float64(max(-6000, min(6000, like))) / fitWarmth)
			all += n
			if k == c.Chosen {
				own = n
			}
		}
		sum -= math.Log(max(own/all, .002))
	}
	return sum / float64(len(choices))
}

// imitate finds weights with which a judge chooses as an observed player does. It changes weights at random and
// keeps each change that reduces the surprise, which is returned as it was before and after.
func imitate(start bots.Weights, choices []choice, changes int, seed uint64) (w bots.Weights, before, after float64) {
	dice := ai.Dice(seed)
	w, before = start, surprise(&start, choices)
	after = before
	for range changes {
		next := w.Changed(&dice)
		if n := surprise(&next, choices); n < after {
			w, after = next, n
		}
	}
	return w, before, after
}

package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Inputs is how many numbers describe a position to the bots' net: the first of those that
// describe it to a judge.
const Inputs = numInputs

// Describe is the numbers that describe a position to a judge, if a player's answer ends the
// actions of a turn there; nil otherwise.
func Describe(p ai.Player, q *ai.Question, a ai.Answer) []float32 {
	of, ok := p.(*mind)
	if !ok || of.turn == nil || a.Silent || a.Move.Verb != of.turn.draw {
		return nil
	}
	var s epidemic.State
	var in judged
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	q.View.(*epidemic.View).Fill(&s, &chance)
	t := of.turn
	t.begin(&s)
	t.fillJudged(&s, &in, t.Key(&s))
	return in[:]
}

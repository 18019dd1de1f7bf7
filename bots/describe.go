package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Inputs is the number of inputs of the bots' net. A judge has the same inputs, followed by more.
const Inputs = numInputs

// Describe returns a judge's inputs for the position after a player's answer. It returns nil unless the
// answer ends a turn's actions.
func Describe(p ai.Player, q *ai.Question, a ai.Answer) []float32 {
	of, ok := p.(*planner)
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

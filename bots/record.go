package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Recorder is a player that writes down, at the end of each turn's actions, the numbers
// that describe the position: what nets learn from once the game is over.
type Recorder struct {
	ai.Player
	Cases []ai.Case

	of    *mind
	state epidemic.State
	in    judged
}

// NewRecorder makes a recorder of a level's player.
func NewRecorder(l ai.Level) *Recorder {
	p := l.New()
	return &Recorder{Player: p, of: p.(*mind)}
}

// Inputs is how many numbers describe a position to the bots' net: the first of those that
// describe it to a judge.
const Inputs = numInputs

// Choose answers as the player does.
func (r *Recorder) Choose(q *ai.Question) ai.Answer {
	a := r.Player.Choose(q)
	if r.of.turn == nil || a.Silent || a.Move.Verb != r.of.turn.draw {
		return a
	}
	chance, _ := engine.NumberedSeed(q.Seed).Rand()
	q.View.(*epidemic.View).Fill(&r.state, &chance)
	t := r.of.turn
	t.begin(&r.state)
	t.fillJudged(&r.state, &r.in, t.Key(&r.state))
	r.Cases = append(r.Cases, ai.Case{Inputs: append([]float32(nil), r.in[:]...)})
	return a
}

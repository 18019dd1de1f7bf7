package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// plain is a bot that plays the move that a judge values most, without a search.
type plain struct {
	weights *Weights
	judge   judge
	list    []engine.Move
}

// Choose answers for the first seat that owes an answer.
func (p *plain) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	v, seat := q.View.(*pharmacy.View), q.Owing.First()
	p.list = appendOwn(p.list[:0], q)
	dice := ai.Dice(q.Seed)
	p.judge.begin(v.Rules(), &v.Public)
	p.judge.look(p.weights, &v.Public)
	return ai.Answer{Move: p.judge.choose(p.list, v.Hands[seat], v.Face, &dice)}
}

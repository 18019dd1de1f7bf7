package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Levels are the bots of the card game, the weakest first.
var Levels = []ai.Level{
	{Name: "novice", New: func() ai.Player { return &novice{} }},
	{Name: "steady", New: func() ai.Player { return searching(steadyBudget) }},
	{Name: "expert", New: func() ai.Player { return searching(expertBudget) }},
}

// Opponents are players that levels are measured against. They search as long as an
// expert does.
var Opponents = []ai.Level{
	// The reader takes what others lay down for what it would pay them to lay down.
	{Name: "reader", New: func() ai.Player {
		e := searching(expertBudget)
		e.reading = reading{Warmth: 80, Doubt: 50}
		return e
	}},
	// The best response expects others to choose as experts were seen to choose.
	{Name: "best-response", New: func() ai.Player {
		e := searching(expertBudget)
		e.fixed = &model{&response, &response, 1}
		return e
	}},
}

// How many playouts an answer may cost.
const (
	steadyBudget = 80
	expertBudget = 240
)

// searching is a player that searches.
func searching(budget int) *expert {
	return &expert{budget: budget, reading: reading{Warmth: 200, Doubt: 400}, mix: 5}
}

// novice plays as an honest Pharmacist does.
type novice struct{ list []engine.Move }

// Choose answers for the first seat that owes; it never interjects.
func (p *novice) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	v := q.View.(*pharmacy.View)
	p.list = appendOwn(p.list[:0], q)
	bot := Pharmacist{Dice: ai.Dice(q.Seed)}
	m := bot.Choose(v, p.list)
	return ai.Answer{Move: m, Reason: reason(v.Rules(), &v.Public, m)}
}

// appendOwn adds the moves of the seat that a question is put to.
func appendOwn(dst []engine.Move, q *ai.Question) []engine.Move {
	for _, m := range q.Moves {
		if m.Seat == q.Owing.First() {
			dst = append(dst, m)
		}
	}
	return dst
}

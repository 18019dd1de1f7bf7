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

// Opponents are the bots used to measure the levels. Their searches are as long as the expert's.
var Opponents = []ai.Level{
	// The reader assumes that others put down the risk cards that are worth most to them.
	{Name: "reader", New: func() ai.Player {
		e := searching(expertBudget)
		e.reading = reading{Warmth: 80, Doubt: 50}
		return e
	}},
	// The best response assumes that others choose as experts were observed to choose.
	{Name: "best-response", New: func() ai.Player {
		e := searching(expertBudget)
		e.fixed = &model{&response, &response, 1}
		return e
	}},
}

// Each level may use this many playouts for an answer.
const (
	steadyBudget = 80
	expertBudget = 240
)

// searching returns an expert with the given budget of playouts.
func searching(budget int) *expert {
	return &expert{budget: budget, reading: reading{Warmth: 200, Doubt: 400}, mix: 5}
}

// novice plays like an honest Pharmacist.
type novice struct{ list []engine.Move }

// Choose answers for the first seat that owes an answer; it never interjects.
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

// appendOwn appends the moves of the seat that a question asks.
func appendOwn(dst []engine.Move, q *ai.Question) []engine.Move {
	for _, m := range q.Moves {
		if m.Seat == q.Owing.First() {
			dst = append(dst, m)
		}
	}
	return dst
}

package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Levels are the bots of the card game, the weakest first.
var Levels = []ai.Level{
	{Name: "novice", New: func() ai.Player { return simple{} }},
}

// simple plays as an honest Pharmacist.
type simple struct{}

// Choose answers for the first seat that owes; it never interjects.
func (simple) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	var mine []engine.Move
	for _, m := range q.Moves {
		if m.Seat == q.Owing.First() {
			mine = append(mine, m)
		}
	}
	bot := Pharmacist{Dice: ai.Dice(q.Seed)}
	return ai.Answer{Move: bot.Choose(q.View.(*pharmacy.View), mine)}
}

package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// Levels are the bots of the map games, the weakest first.
var Levels = []ai.Level{
	{Name: "novice", New: func() ai.Player { return &careless{} }},
}

// careless plays by Eager's likes.
type careless struct{}

// Choose answers for the first seat that owes; it never interjects.
func (careless) Choose(q *ai.Question) ai.Answer {
	if q.Owing.Empty() {
		return ai.Answer{Silent: true}
	}
	var mine []engine.Move
	for _, m := range q.Moves {
		if m.Seat == q.Owing.First() {
			mine = append(mine, m)
		}
	}
	bot := Eager{Dice: ai.Dice(q.Seed)}
	return ai.Answer{Move: bot.Choose(q.View.(*epidemic.View), mine)}
}

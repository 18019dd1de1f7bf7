package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// talk returns a move that tells the others what the bot holds, or asks what they hold, if some cards in
// hands are unknown. Talking costs no action, so the bot does it before it plans.
func (m *planner) talk(q *ai.Question, s *epidemic.State) (engine.Move, bool) {
	if m.mute > 0 && s.Asking() == epidemic.QuestionAction {
		return engine.Move{}, false
	}
	for _, x := range q.Moves {
		if q.Owing.Has(x.Seat) && m.turn.intent[x.Verb] == epidemic.Tells {
			return x, true
		}
	}
	return engine.Move{}, false
}

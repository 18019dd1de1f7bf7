package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
)

// talk says what the bot holds, or asks what others hold, where hands are hidden and
// something is not known yet. It comes before any plan, and costs nothing.
func (m *mind) talk(q *ai.Question, s *epidemic.State) (engine.Move, bool) {
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

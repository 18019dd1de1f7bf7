package maplab

import (
	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// turnsApart is the number of turns between forecasts in one game. Positions closer together would be nearly
// the same.
const turnsApart = 5

// forecasts plays games with the reference player. On some turns, it asks the evaluator for the chance to
// win, before and after the actions. It returns these estimates with each game's outcome, ordered by game.
func forecasts(g *epidemic.Ruleset, c sim.Config) ([]train.Forecast, error) {
	return noted(g, c, func(level ai.Level) func() noter[train.Forecast] {
		evaluator := bots.NewEvaluator(level.Name)
		return func() noter[train.Forecast] { return &watcher{Player: level.New(), evaluator: evaluator} }
	})
}

// watcher is a player that also asks an evaluator to estimate some of its positions.
type watcher struct {
	ai.Player
	evaluator ai.Evaluator
	said      []train.Forecast
	next      int // the next turn to evaluate
	met       int // the latest turn that has begun
	last      ai.Evaluation
	acting    bool // last belongs to a turn that is evaluated and whose actions are not over
}

// begin prepares the watcher for a game. The game's number determines which turns it evaluates.
func (w *watcher) begin(game int) {
	w.said, w.met, w.acting = w.said[:0], 0, false
	w.next = 1 + game%turnsApart
}

// Choose returns the underlying player's answer.
func (w *watcher) Choose(q *ai.Question) ai.Answer {
	st := w.evaluator.Stage(q.View)
	if w.acting && (!st.Acting || st.Turn != w.met) {
		w.last.Acted = true
		w.say(w.met)
		w.acting, w.next = false, w.met+turnsApart
	}
	if st.Acting && st.Turn >= w.next {
		w.last = ai.Evaluation{Seats: q.Seats, View: q.View, Seed: q.Seed + 1<<62}
		w.acting = true
		if st.Turn != w.met {
			w.met = st.Turn
			w.say(st.Turn)
		}
	}
	return w.Player.Choose(q)
}

func (w *watcher) say(turn int) {
	e := w.evaluator.Chance(&w.last)
	w.said = append(w.said, train.Forecast{Turn: turn, Acted: w.last.Acted, Said: e.Chance, Error: e.Error})
}

// end returns the forecasts of a game, together with its outcome.
func (w *watcher) end(game int, s *epidemic.State) []train.Forecast {
	for i := range w.said {
		f := &w.said[i]
		f.Game, f.Players, f.Level = game, s.Rules().Players, s.Rules().Epidemics
		if s.End.Wins() {
			f.Came = 1
		}
	}
	return w.said
}

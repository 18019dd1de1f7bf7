package maplab

import (
	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// turnsApart is how many turns apart the positions are that forecasts are made of: those of one
// game say nearly the same about one end.
const turnsApart = 5

// forecasts plays games of a reference, asks its evaluator about some turns before their
// actions and after them, and says what came, in the order of the games.
func forecasts(g *epidemic.Ruleset, c sim.Config) ([]train.Forecast, error) {
	return noted(g, c, func(level ai.Level) func() noter[train.Forecast] {
		evaluator := bots.NewEvaluator(level.Name)
		return func() noter[train.Forecast] { return &watcher{Player: level.New(), evaluator: evaluator} }
	})
}

// watcher is a player whose positions an evaluator is asked about.
type watcher struct {
	ai.Player
	evaluator ai.Evaluator
	said      []train.Forecast
	next      int // the turn that is asked about
	met       int // the turn whose beginning was seen last
	last      ai.Evaluation
	acting    bool // last is a question for an action of a turn that is asked about
}

// begin makes ready for a game: which turns are asked about follows from its number.
func (w *watcher) begin(game int) {
	w.said, w.met, w.acting = w.said[:0], 0, false
	w.next = 1 + game%turnsApart
}

// Choose answers as the player does.
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

// end says what came.
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

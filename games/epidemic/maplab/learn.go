package maplab

import (
	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// noter is a player that records data about the games it plays.
type noter[T any] interface {
	ai.Player
	begin(game int)
	end(game int, s *epidemic.State) []T
}

// noted plays games of a level and returns the data that its players recorded, ordered by game. It calls
// players once for each worker; the result makes that worker's players.
func noted[T any](g *epidemic.Ruleset, c sim.Config, players func(level ai.Level) func() noter[T]) ([]T, error) {
	rules, err := g.Compile(c.Header)
	if err != nil {
		return nil, err
	}
	level, err := bots.Named(c.Bot)
	if err != nil {
		return nil, err
	}
	chances := c.Chances()
	return sim.Gather(c, func() func(i int) ([]T, error) {
		w := &worker{Config: c, rules: rules, chance: chances, part: newResult(rules, c)}
		var all []noter[T]
		player := players(level)
		w.sit(&table{groups: groupsOf(g, &c), bot: func() ai.Player {
			all = append(all, player())
			return all[len(all)-1]
		}})
		return func(i int) (notes []T, _ error) {
			for _, p := range all {
				p.begin(i)
			}
			rules.Deal(&w.state, w.chance(i), nil)
			w.playParty(i)
			for _, p := range all {
				notes = append(notes, p.end(i, &w.state)...)
			}
			return notes, nil
		}
	})
}

// learn plays games of a level. It returns the positions at the end of each turn's actions, each with the
// outcome of its game.
func learn(g *epidemic.Ruleset, c sim.Config) ([]train.Case, error) {
	return noted(g, c, func(level ai.Level) func() noter[train.Case] {
		return func() noter[train.Case] { return &recorder{Player: level.New()} }
	})
}

// recorder is a player that records the inputs of a neural net at the end of each turn's actions. After the
// game, they become training data.
type recorder struct {
	ai.Player
	cases []train.Case
}

func (r *recorder) begin(int) { r.cases = r.cases[:0] }

// Choose returns the underlying player's answer.
func (r *recorder) Choose(q *ai.Question) ai.Answer {
	a := r.Player.Choose(q)
	if in := bots.Describe(r.Player, q, a); in != nil {
		r.cases = append(r.cases, train.Case{Inputs: in})
	}
	return a
}

// end returns the recorded cases of a game, together with its outcome.
func (r *recorder) end(game int, s *epidemic.State) []train.Case {
	for i := range r.cases {
		r.cases[i].Game = game
		if s.End.Wins() {
			r.cases[i].Won = 1
		}
	}
	return r.cases
}

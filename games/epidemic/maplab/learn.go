package maplab

import (
	"slices"

	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
	"theriac/games/epidemic"
	"theriac/internal/sim"
)

// learn plays games of a level and returns the positions at the ends of turns with how
// their games ended, in the order of the games.
func learn(g *epidemic.Ruleset, c sim.Config) ([]train.Case, error) {
	rules, err := g.Compile(c.Header)
	if err != nil {
		return nil, err
	}
	level, err := bots.Named(c.Bot)
	if err != nil {
		return nil, err
	}
	c.Batch = 1
	chances := c.Chances()
	var all []train.Case
	sim.Share(c, func() *learner {
		w := &learner{worker: worker{Config: c, rules: rules, chance: chances, part: newResult(rules, c)}}
		w.sit(&table{groups: groupsOf(g, &c), bot: func() ai.Player {
			r := &recorder{Player: level.New()}
			w.recorders = append(w.recorders, r)
			return r
		}})
		return w
	}, func(w *learner) { all = append(all, w.cases...) })
	slices.SortStableFunc(all, func(a, b train.Case) int { return a.Game - b.Game })
	return all, nil
}

// learner plays games and keeps their positions.
type learner struct {
	worker
	recorders []*recorder
	cases     []train.Case
}

// Play plays some games.
func (w *learner) Play(from, to int) {
	for i := from; i < to; i++ {
		w.rules.Deal(&w.state, w.chance(i), nil)
		w.playParty(i)
		won := float32(0)
		if w.state.End.Wins() {
			won = 1
		}
		for _, r := range w.recorders {
			for _, c := range r.cases {
				c.Won, c.Game = won, i
				w.cases = append(w.cases, c)
			}
			r.cases = r.cases[:0]
		}
	}
}

// recorder is a player that writes down, at the end of each turn's actions, the numbers that
// describe the position: what nets learn from once the game is over.
type recorder struct {
	ai.Player
	cases []train.Case
}

// Choose answers as the player does.
func (r *recorder) Choose(q *ai.Question) ai.Answer {
	a := r.Player.Choose(q)
	if in := bots.Describe(r.Player, q, a); in != nil {
		r.cases = append(r.cases, train.Case{Inputs: in})
	}
	return a
}

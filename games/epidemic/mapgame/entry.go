// Package mapgame is what every map game brings to everything around its rules: how it
// is drawn in the terminal, how it is simulated, how the suite plays it, and what the
// web client draws it with.
//
// It refuses to contain a rule, and to know one of the games.
package mapgame

import (
	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/entry"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/internal/sim"
	"theriac/internal/terminal/present"
)

// Entry is the entry of a map game.
func Entry(g *epidemic.Ruleset, variants func() []engine.Settings, ledger func(lang string) string) entry.Entry {
	return entry.Entry{
		Rules: g, Variants: variants, Ledger: ledger,
		Suite:    func() enginetest.Suite { return epidemictest.Subject(g, variants()) },
		Merge:    func(pieces [][]byte) (sim.Result, error) { return merge(pieces) },
		Learn:    func(c sim.Config) ([]ai.Case, error) { return learn(g, c) },
		Bots:     bots.Levels,
		Simulate: func(c sim.Config) (sim.Result, error) { return simulate(g, c) },
		Present: func(v engine.View, texts present.Texts, st present.Style) present.Presenter {
			return &presenter{v.(*epidemic.View), texts, st}
		},
	}
}

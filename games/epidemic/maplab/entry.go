// Package maplab is what every map game brings to the laboratory: how many of its games are
// played and counted, how the conformance suite plays it, what its bots learn from, and how
// puzzles are found.
//
// It refuses to contain a rule, to know one of the games, and to be part of a server.
package maplab

import (
	"theriac/ai/puzzle"
	"theriac/ai/train"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/entry"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/lab"
	"theriac/internal/sim"
)

// Entry is what a map game brings.
func Entry(e entry.Entry, g *epidemic.Ruleset, variants func() []engine.Settings) lab.Entry {
	return lab.Entry{
		Entry: e, Variants: variants,
		Suite:     func() enginetest.Suite { return epidemictest.Subject(g, variants()) },
		Simulate:  func(c sim.Config) (sim.Result, error) { return simulate(g, c) },
		Merge:     func(pieces [][]byte) (sim.Result, error) { return merge(pieces) },
		Learn:     func(c sim.Config) ([]train.Case, error) { return learn(g, c) },
		Puzzles:   func(c sim.Config) ([]puzzle.Puzzle, error) { return findPuzzles(g, c) },
		Forecasts: func(c sim.Config) ([]train.Forecast, error) { return forecasts(g, c) },
	}
}

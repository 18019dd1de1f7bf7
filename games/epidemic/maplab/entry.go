// Package maplab provides what every map game needs in the laboratory. It simulates games, runs the
// conformance suite, collects training data for bots, and searches for puzzles.
//
// It deliberately contains no rule, does not depend on any one game, and is never part of a server.
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

// Entry returns the entry that registers a map game with the laboratory.
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

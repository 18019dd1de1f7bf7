// Package lab says what a game brings to the laboratory, which measures games and bots, and
// to the generator of the web client's files. Package labs has the list.
//
// It refuses to know a game, and to be part of a server: that is package entry.
package lab

import (
	"theriac/ai/puzzle"
	"theriac/ai/train"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/entry"
	"theriac/internal/sim"
)

// Entry is one game with everything that is needed to study it.
type Entry struct {
	entry.Entry
	// Variants are the option sets that the suite and the builds play in turn.
	Variants func() []engine.Settings
	// Suite begins a run of the conformance suite.
	Suite func() enginetest.Suite
	// Simulate plays many games and counts; nil where a game has no simulation.
	Simulate func(sim.Config) (sim.Result, error)
	// Merge adds up pieces of a simulation that were written as JSON; nil where there
	// are none.
	Merge func(pieces [][]byte) (sim.Result, error)
	// Learn plays games of a bot and returns positions of them with how they ended, for
	// a net to learn from; nil where no bot of the game has one.
	Learn func(sim.Config) ([]train.Case, error)
	// Respond watches the strongest level play against itself and finds the numbers by which
	// its best response expects it to choose; nil where seats are no rivals.
	Respond func(w Watching) ([]int, error)
	// Puzzles looks for puzzles in games of a bot; nil where a game has none.
	Puzzles func(sim.Config) ([]puzzle.Puzzle, error)
	// Forecasts plays games of a bot and returns what the evaluator says of some of their
	// positions and what came, those of one game after each other; or what the ranker says of
	// each seat. Nil where a game has neither.
	Forecasts func(c sim.Config) ([]train.Forecast, error)
	// Client is the files that the web client draws the game with, where they are not
	// those of every map game.
	Client func() ([]File, error)
}

// Watching is how long a player is watched, and how long numbers are looked for.
type Watching struct {
	Games   int // that are watched
	Changes int // that are tried
	Seed    uint64
	// Progress receives a line now and then.
	Progress func(text string, args ...any)
}

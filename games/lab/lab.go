// Package lab describes what a game provides to the laboratory, which measures games and bots, and to the
// generator of the web client's files. Package labs lists the games.
//
// It deliberately does not depend on any game, and is never part of a server: what a server needs is in package
// entry.
package lab

import (
	"theriac/ai/puzzle"
	"theriac/ai/train"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/entry"
	"theriac/internal/sim"
)

// Entry is one game, with everything that the laboratory and the generator need from it.
type Entry struct {
	entry.Entry
	// Variants returns the settings that the conformance suite and the laboratory cycle through.
	Variants func() []engine.Settings
	// Suite returns a new run of the conformance suite.
	Suite func() enginetest.Suite
	// Simulate plays many games and counts the results. It is nil if the game has no simulation.
	Simulate func(sim.Config) (sim.Result, error)
	// Merge adds up the JSON results of a simulation that was run in parts. It is nil if the game has no
	// simulation.
	Merge func(pieces [][]byte) (sim.Result, error)
	// Learn has a bot play games. It returns some of their positions with the outcomes, to train a net. It is
	// nil if no bot of the game has a net.
	Learn func(sim.Config) ([]train.Case, error)
	// Respond observes games of the strongest level against itself. It returns the weights that best predict
	// that level's choices. It is nil if seats do not compete.
	Respond func(w Watching) ([]int, error)
	// Puzzles searches games that a bot plays for puzzles. It is nil if the game has none.
	Puzzles func(sim.Config) ([]puzzle.Puzzle, error)
	// Forecasts has a bot play games. For some positions, it returns what the evaluator predicted, or the
	// ranker for each seat, together with the outcome, grouped by game. It is nil if the game has neither.
	Forecasts func(c sim.Config) ([]train.Forecast, error)
	// Client returns the files that the web client needs to draw the game. It is nil if the files that every
	// map game has are enough.
	Client func() ([]File, error)
}

// Watching configures a run of Respond.
type Watching struct {
	Games   int // the number of games to observe
	Changes int // the number of random changes to the weights to try
	Seed    uint64
	// Progress is called now and then with a line of text to show.
	Progress func(text string, args ...any)
}

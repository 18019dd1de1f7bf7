// Package lab provides what the laboratory needs from the card game. It simulates many games, runs the
// conformance suite, searches for puzzles, fits the best response to the bots, and generates the web client's
// data.
//
// It deliberately contains no rule, and is never part of a server.
package lab

import (
	"theriac/engine/enginetest"
	"theriac/games/lab"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/entry"
	"theriac/games/pharmacy/pharmacytest"
	"theriac/internal/sim"
)

// Entry is the game's entry for the laboratory.
var Entry = lab.Entry{
	Entry:    entry.Entry,
	Variants: pharmacy.Variants,
	Suite:    func() enginetest.Suite { return pharmacytest.Subject() },
	Simulate: func(c sim.Config) (sim.Result, error) { return simulate(c) },
	Respond:  respond, Puzzles: findPuzzles, Forecasts: forecasts, Client: clientFiles,
}

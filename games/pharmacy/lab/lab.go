// Package lab is what the card game brings to the laboratory: how many of its games are played
// and counted, how the conformance suite plays it, how puzzles are found, how the best
// response to its bots is fitted, and what the web client draws it with.
//
// It refuses to contain a rule, and to be part of a server.
package lab

import (
	"theriac/engine/enginetest"
	"theriac/games/lab"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/entry"
	"theriac/games/pharmacy/pharmacytest"
	"theriac/internal/sim"
)

// Entry is the game.
var Entry = lab.Entry{
	Entry:    entry.Entry,
	Variants: pharmacy.Variants,
	Suite:    func() enginetest.Suite { return pharmacytest.Subject() },
	Simulate: func(c sim.Config) (sim.Result, error) { return simulate(c) },
	Respond:  respond, Puzzles: findPuzzles, Forecasts: forecasts, Client: clientFiles,
}

// Package lab registers Brimful with the laboratory, which measures games and bots.
//
// It deliberately contains no rules.
package lab

import (
	"theriac/engine/enginetest"
	"theriac/examples/brimful"
	"theriac/examples/brimful/entry"
	"theriac/games/lab"
)

// Entry describes the game to the laboratory.
var Entry = lab.Entry{
	Entry: entry.Entry, Variants: brimful.Variants,
	Suite: func() enginetest.Suite { return subject() },
}

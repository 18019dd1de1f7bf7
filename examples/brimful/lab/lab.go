// Package lab is what Brimful brings to the laboratory.
//
// It refuses to contain a rule.
package lab

import (
	"theriac/engine/enginetest"
	"theriac/examples/brimful"
	"theriac/examples/brimful/entry"
	"theriac/games/lab"
)

// Entry is the game.
var Entry = lab.Entry{
	Entry: entry.Entry, Variants: brimful.Variants,
	Suite: func() enginetest.Suite { return subject() },
}

// Package labs is the explicit list of what the games bring to the laboratory: a new game is a
// line here, as in package games.
//
// It refuses to contain anything else.
package labs

import (
	"theriac/games/lab"

	iberia "theriac/games/iberia/lab"
	pharmacy "theriac/games/pharmacy/lab"
	world "theriac/games/world/lab"
)

// Entries are the games, in the order in which package games has them.
var Entries = []lab.Entry{
	world.Entry,
	iberia.Entry,
	pharmacy.Entry,
}

// Find is the entry of the game of that name.
func Find(name string) (lab.Entry, bool) {
	for _, e := range Entries {
		if e.Rules.Name() == name {
			return e, true
		}
	}
	return lab.Entry{}, false
}

// Package labs is the explicit list of what the games provide to the laboratory. A new game needs a line
// here, as in package games.
//
// It deliberately contains nothing else.
package labs

import (
	"theriac/games/lab"

	iberia "theriac/games/iberia/lab"
	pharmacy "theriac/games/pharmacy/lab"
	world "theriac/games/world/lab"
)

// Entries are the laboratory entries of all games, in the order of package games.
var Entries = []lab.Entry{
	world.Entry,
	iberia.Entry,
	pharmacy.Entry,
}

// Find returns the entry of the game with the given name.
func Find(name string) (lab.Entry, bool) {
	for _, e := range Entries {
		if e.Rules.Name() == name {
			return e, true
		}
	}
	return lab.Entry{}, false
}

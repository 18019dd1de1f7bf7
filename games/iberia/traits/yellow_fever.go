package traits

import "theriac/games/epidemic"

// YellowFever also spreads to the neighbouring ports when it is placed in a port, but not beyond them.
//
// Rule: iberia/trait/yellow-fever.
var YellowFever = &epidemic.Trait{
	ID: "yellow-fever", Rule: "trait/yellow-fever", Disease: "yellow",
	Echoes: func(s *epidemic.State, c epidemic.City) uint64 {
		ports := s.Rules().Ports()
		if ports>>c&1 == 0 {
			return 0
		}
		return ports & s.Rules().Links(c)
	},
}

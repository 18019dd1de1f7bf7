package traits

import "theriac/games/epidemic"

// Cholera also spreads, in an outbreak, to the cities two lines away that have no cube of any colour.
//
// Rule: iberia/trait/cholera.
var Cholera = &epidemic.Trait{
	ID: "cholera", Rule: "trait/cholera", Disease: "blue",
	Reaches: func(s *epidemic.State, c epidemic.City) uint64 {
		near := s.Rules().Links(c)
		far := uint64(0)
		for n := range epidemic.EachCity(near) {
			far |= s.Rules().Links(n)
		}
		far &^= near | 1<<c
		return far &^ s.Infected(far)
	},
}

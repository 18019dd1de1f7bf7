package epidemic

// strainCards reads cards of the virulent strain.
func (a *arranger) strainCards() []uint8 {
	list := a.values(a.s.rules.Strain)
	for _, x := range list {
		if a.why == "" && a.s.rules.strains>>x&1 == 0 {
			a.why = "the table does not play with that card"
		}
	}
	return list
}

// force puts cards in force, as if they had come.
func (a *arranger) force() {
	s := a.s
	for _, x := range a.strainCards() {
		s.VirulentStrain.Force |= 1 << x
		s.VirulentStrain.Drawn |= 1 << x
	}
	s.listStrains()
}

// nextStrains puts cards that have not come in front of the others.
func (a *arranger) nextStrains() {
	s := a.s
	list := a.strainCards()
	n := s.listStrains()
	for i, x := range list {
		for at := range n - i {
			if s.strainDeck[at] == x {
				last := n - 1 - i
				s.strainDeck[at], s.strainDeck[last] = s.strainDeck[last], s.strainDeck[at]
				break
			}
		}
	}
}

package epidemictest

import "theriac/games/epidemic"

// strainCards parses strain cards.
func (a *arranger) strainCards() []uint8 {
	list := a.values(a.r.Strain)
	for _, x := range list {
		if !a.r.HasStrain(int(x)) {
			a.Fail("the table does not play with that card")
			return nil
		}
	}
	return list
}

// force puts strain cards in force, as if they had been drawn.
func (a *arranger) force() {
	for _, x := range a.strainCards() {
		a.s.VirulentStrain.Force |= 1 << x
		a.s.VirulentStrain.Drawn |= 1 << x
	}
	a.listStrains()
}

// nextStrains chooses the strain cards that come next.
func (a *arranger) nextStrains() {
	list := a.strainCards()
	n := a.listStrains()
	deck := a.h.Strains[:n]
	for i, x := range list {
		last := n - 1 - i
		for at := range deck[:last+1] {
			if deck[at] == x {
				deck[at], deck[last] = deck[last], deck[at]
				break
			}
		}
	}
}

// listStrains lists the strain cards that have not been drawn, in the order of the box. It returns their
// number.
func (a *arranger) listStrains() int {
	h, n := a.hidden(), 0
	clear(h.Strains[:])
	for i := range a.r.Strains {
		if a.r.HasStrain(i) && a.s.VirulentStrain.Drawn>>i&1 == 0 {
			h.Strains[n] = uint8(i)
			n++
		}
	}
	return n
}

// strainsLeft returns the number of strain cards that have not been drawn.
func strainsLeft(s *epidemic.State) int {
	n := 0
	for i := range s.Rules().Strains {
		if s.Rules().HasStrain(i) && s.VirulentStrain.Drawn>>i&1 == 0 {
			n++
		}
	}
	return n
}

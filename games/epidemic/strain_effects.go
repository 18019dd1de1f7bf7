package epidemic

import "theriac/engine"

// The functions in this file implement the strain cards in force. Each changes one rule of the base game,
// through a field of Module.

// firstCubes returns how many virulent cubes an infection card places in a city, and why.
func (s *State) firstCubes(c City, d Disease, n uint8, why cause) (uint8, cause) {
	if !s.isVirulent(d) || s.CubesAt(c, d) > 0 || s.IsEradicated(d) {
		return n, why
	}
	if x, ok := s.strainWith(hasFirst); ok && x.First > n {
		return x.First, byFirst
	}
	return n, why
}

// turnsMore makes an infection step draw additional cards after it has drawn a city of the virulent disease,
// but only once.
func (s *State) turnsMore(d Disease, out *engine.Facts) {
	if !s.isVirulent(d) || s.VirulentStrain.More || s.IsEradicated(d) {
		return
	}
	if x, ok := s.strainWith(hasMore); ok {
		s.VirulentStrain.More = true
		s.Pending += x.More
		out.Add(FactMoreInfection, x.Rule, x.More)
	}
}

// counts returns how many spaces an outbreak moves the marker, and the rule that sets this number.
func (s *State) counts(d Disease, n uint8, rule string) (uint8, string) {
	if s.isVirulent(d) {
		if x, ok := s.strainWith(hasCounts); ok {
			return x.Counts, x.Rule
		}
	}
	return n, rule
}

// reaches returns how many cubes the current outbreak places in a city, and why.
func (s *State) reaches(n uint8, why cause) (uint8, cause) {
	if s.isVirulent(s.Spread.Disease) && s.Spread.Done == 1 {
		if x, ok := s.strainWith(hasReaches); ok {
			return x.Reaches, byReach
		}
	}
	return n, why
}

// pins returns the rule that keeps a pawn from leaving its city by an action, or an empty string. It applies
// if the city has virulent cubes and the pawn's seat has not treated them there in its own turn.
func (s *State) pins(pawn engine.Seat) string {
	w := &s.VirulentStrain
	if w.Force == 0 {
		return ""
	}
	c := s.Pawns[pawn]
	if s.CubesAt(c, w.Disease) == 0 || pawn == s.Active && w.Treated&bit(c) != 0 {
		return ""
	}
	if _, holds := s.strainWith(hasHolds); !holds {
		return ""
	}
	return "strain/held"
}

// strainRule returns the rule that explains why the virulent strain places cubes, or an empty string.
func (s *State) strainRule(why cause) string {
	has := hasFirst
	if why == byReach {
		has = hasReaches
	}
	if x, ok := s.strainWith(has); ok {
		return x.Rule
	}
	return ""
}

// strainNeed adds the cards that strain cards demand to the price of a cure. If some cards must name cities
// with the disease, the additional ones must, too.
func (s *State) strainNeed(need CureNeed, d Disease) CureNeed {
	if !s.isVirulent(d) {
		return need
	}
	if x, ok := s.strainWith(hasCureMore); ok {
		need.Cards += int(x.CureMore)
		need.Rule = x.Rule
		if need.Marked > 0 {
			need.Marked += int(x.CureMore)
		}
	}
	return need
}

// LoseSupply removes n cubes of a disease from the supply and the game, or all if there are fewer.
func (s *State) LoseSupply(d Disease, n uint8, out *engine.Facts, rule string) {
	n = min(n, s.Supply[d])
	s.Supply[d] -= n
	s.Away[d] += n
	out.Add(FactCubesLost, rule, uint8(d), n)
}

// AddWhere places one virulent cube in every city that has exactly the given number of them.
func (s *State) AddWhere(has uint8, out *engine.Facts) {
	s.addWhere(s.VirulentStrain.Disease, has, byStrain, out)
}

// Return brings back an eradicated disease. It places cubes in those of its cities whose infection cards are
// in the discard. The disease remains cured.
func (s *State) Return(d Disease, out *engine.Facts, rule string) {
	set := s.InfectionDiscard & s.rules.ofKind[d]
	if !s.IsEradicated(d) || set == 0 {
		out.Add(FactNoEffect, rule)
		return
	}
	s.Eradicated &^= 1 << d
	out.Add(FactReturned, rule, uint8(d))
	for ; set != 0 && s.End == Running; set &= set - 1 {
		s.infect(firstCity(set), d, 1, byStrain, out)
	}
	s.checkEradicated(d, out)
}

package epidemic

import "theriac/engine"

// What the cards in force change, each where the rules of the base game ask.

// firstCubes is how many cubes of the virulent strain come into a city by an infection
// card, and why.
func (s *State) firstCubes(c City, d Disease, n uint8, why cause) (uint8, cause) {
	if !s.isVirulent(d) || s.CubesAt(c, d) > 0 || s.IsEradicated(d) {
		return n, why
	}
	if x, ok := s.strainWith(hasFirst); ok && x.First > n {
		return x.First, byFirst
	}
	return n, why
}

// turnsMore lets an infection step that has turned the virulent strain turn more
// cards, once.
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

// counts is how far an outbreak moves the marker, and by which rule.
func (s *State) counts(d Disease, n uint8, rule string) (uint8, string) {
	if s.isVirulent(d) {
		if x, ok := s.strainWith(hasCounts); ok {
			return x.Counts, x.Rule
		}
	}
	return n, rule
}

// reaches is how many cubes the outbreak that goes on places in a city, and why.
func (s *State) reaches(n uint8, why cause) (uint8, cause) {
	if s.isVirulent(s.Spread.Disease) && s.Spread.Done == 1 {
		if x, ok := s.strainWith(hasReaches); ok {
			return x.Reaches, byReach
		}
	}
	return n, why
}

// pins is the rule by which a pawn cannot leave its city by an action: the virulent strain
// is there, and its seat has not treated it there in this turn of its own.
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

// strainRule is the rule by which the virulent strain places cubes.
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

// strainNeed adds to what a cure takes, and to how many of the cards have to be of marked
// cities where some have.
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

// LoseSupply takes cubes of a disease out of the game, as far as the supply has
// them.
func (s *State) LoseSupply(d Disease, n uint8, out *engine.Facts, rule string) {
	n = min(n, s.Supply[d])
	s.Supply[d] -= n
	s.Away[d] += n
	out.Add(FactCubesLost, rule, uint8(d), n)
}

// AddWhere places one cube of the virulent strain in every city that has exactly so
// many.
func (s *State) AddWhere(has uint8, out *engine.Facts) {
	s.addWhere(s.VirulentStrain.Disease, has, byStrain, out)
}

// Return brings an eradicated disease back to those of its own cities whose cards
// lie in the infection discard. Its cure stays.
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

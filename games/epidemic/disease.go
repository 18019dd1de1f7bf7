package epidemic

import "theriac/engine"

const full = 3 // cubes of one colour that a city can hold

// infect would place n cubes of a disease in a city. What does not fit breaks
// out instead.
func (s *State) infect(c City, d Disease, n uint8, out *engine.Facts, rule string) {
	if s.IsEradicated(d) {
		out.Add(FactPlacementPrevented, "disease/eradicated", uint8(c), uint8(d))
		return
	}
	if by, blocked := s.blocker(c, d); blocked {
		out.Add(FactPlacementPrevented, s.ruleOf(by).block, uint8(c), uint8(d))
		return
	}
	room := full - s.CubesAt(c, d)
	if put := min(n, room); put > 0 {
		if put > s.Supply[d] {
			s.end(LostCubes, out)
			return
		}
		s.putCubes(c, d, put, out, rule)
	}
	if n > room {
		s.breakOut(c, d)
	}
}

// blocker is a seat whose role keeps the disease out of the city.
func (s *State) blocker(c City, d Disease) (engine.Seat, bool) {
	for set := s.guards; set != 0; set &= set - 1 {
		if seat := set.First(); s.Role(seat).Blocks(s, seat, c, d) {
			return seat, true
		}
	}
	return 0, false
}

// findGuards notes whose role can keep cubes away.
func (p *Public) findGuards(r *Rules) {
	p.guards = 0
	for seat := range r.Players {
		if r.Roles[p.Roles[seat]].Blocks != nil {
			p.guards |= 1 << seat
		}
	}
}

func (s *State) putCubes(c City, d Disease, n uint8, out *engine.Facts, rule string) {
	s.Supply[d] -= n
	s.Cubes[c] += uint16(n) << (cubeBits * d)
	out.Add(FactCubesPlaced, rule, uint8(c), uint8(d), n)
}

// RemoveCubes takes n cubes off a city.
func (s *State) RemoveCubes(c City, d Disease, n uint8, out *engine.Facts, rule string) {
	s.Cubes[c] -= uint16(n) << (cubeBits * d)
	s.Supply[d] += n
	out.Add(FactCubesRemoved, rule, uint8(c), uint8(d), n)
	s.checkEradicated(d, out)
}

// checkEradicated eradicates a cured disease that has no cube on the board.
func (s *State) checkEradicated(d Disease, out *engine.Facts) {
	if s.IsCured(d) && !s.IsEradicated(d) && s.Supply[d] == s.rules.Numbers.Cubes {
		s.Eradicated |= 1 << d
		out.Add(FactEradicated, "disease/eradication", uint8(d))
	}
}

// Cure notes that a cure was found.
func (s *State) Cure(d Disease, out *engine.Facts, rule string) {
	s.Cured |= 1 << d
	out.Add(FactCured, rule, uint8(d))
	for seat := range engine.Seat(s.rules.Players) {
		s.stands(seat, out)
	}
	s.checkEradicated(d, out)
	if s.Cured == 1<<len(s.rules.Diseases)-1 {
		s.end(Won, out)
	}
}

// stands lets a role act on the city its pawn is in.
func (s *State) stands(seat engine.Seat, out *engine.Facts) {
	if f := s.Role(seat).Stands; f != nil {
		f(s, seat, out)
	}
}

// MovePawn puts a pawn into a city.
func (s *State) MovePawn(pawn engine.Seat, c City, out *engine.Facts, rule string) {
	s.Pawns[pawn] = c
	out.Add(FactPawnMoved, rule, uint8(pawn), uint8(c))
	s.stands(pawn, out)
}

// breakOut lines a city up to break out, once for each infection card.
func (s *State) breakOut(c City, d Disease) {
	sp := &s.Spread
	if sp.N == maxBreaks || s.brokeOut(c) {
		return
	}
	if sp.N == 0 {
		sp.Disease, sp.Floor = d, s.Depth
	}
	sp.City[sp.N] = c
	sp.N++
}

// brokeOut says whether a city has broken out for this card, or waits to.
func (s *State) brokeOut(c City) bool {
	for _, b := range s.Spread.City[:s.Spread.N] {
		if b == c {
			return true
		}
	}
	return false
}

// spread carries the chain on: it finishes the current outbreak before those it
// sets off, and stops where a placement asks a question.
func (s *State) spread(out *engine.Facts) {
	sp := &s.Spread
	if sp.Left == 0 {
		if sp.Done == sp.N {
			*sp = Spread{}
			return
		}
		s.nextOutbreak(out)
	}
	for sp.Left != 0 && s.End == Running && s.Depth == sp.Floor {
		c := firstCity(sp.Left)
		sp.Left &= sp.Left - 1
		if s.hasBroken(c) {
			out.Add(FactOutbreakSpared, "outbreak/once", uint8(c), uint8(sp.Disease))
		} else {
			s.infect(c, sp.Disease, 1, out, "outbreak/spread")
		}
	}
}

// nextOutbreak counts the next outbreak of the chain; it then reaches all
// neighbours.
func (s *State) nextOutbreak(out *engine.Facts) {
	sp := &s.Spread
	c, rule := sp.City[sp.Done], "outbreak/start"
	if sp.Done > 0 {
		rule = "outbreak/chain"
	}
	sp.Done++
	s.Outbreaks++
	out.Add(FactOutbreak, rule, uint8(c), uint8(sp.Disease), s.Outbreaks)
	if s.Outbreaks >= s.rules.Numbers.Outbreaks {
		s.end(LostOutbreaks, out)
		return
	}
	sp.Left = s.rules.links[c]
}

// hasBroken says whether a city's outbreak for this card has been dealt with.
func (s *State) hasBroken(c City) bool {
	for _, b := range s.Spread.City[:s.Spread.Done] {
		if b == c {
			return true
		}
	}
	return false
}

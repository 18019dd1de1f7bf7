package epidemic

import "theriac/engine"

const full = 3 // cubes of one colour that a city can hold

// infect would place n cubes of a disease in a city. What does not fit breaks
// out instead.
func (s *State) infect(c City, d Disease, n uint8, why cause, out *engine.Facts) {
	if s.IsEradicated(d) {
		out.Add(FactPlacementPrevented, "disease/eradicated", uint8(c), uint8(d))
		return
	}
	if by, blocked := s.blocker(c, d); blocked {
		out.Add(FactPlacementPrevented, s.ruleOf(by).block, uint8(c), uint8(d))
		return
	}
	if s.Tokened&s.rules.regionsOf[c] != 0 {
		var asked bool
		if n, asked = s.keepAway(c, d, n, why, out); asked || n == 0 {
			return
		}
	}
	room := s.room(c, d)
	put := min(n, room)
	if put > s.Supply[d] {
		s.end(LostCubes, out)
		return
	}
	over := put > 0 && s.CubesAt(c, d)+put > full // only where a station takes patients in
	switch {
	case over:
		s.putCubes(c, d, put, out, s.rules.over.fourth)
	case put > 0:
		s.putCubes(c, d, put, out, s.causeRule(why, d))
	}
	switch {
	case over && s.Spread.N == 0: // in a chain the outbreak that goes on is finished first
		s.overflow(c, d, out)
	case n > room && !s.takesIn(c):
		if s.InForce != 0 && s.Spread.N > 0 {
			if e, stopped := s.unchained(); stopped {
				out.Add(FactPlacementPrevented, e.Rule, uint8(c), uint8(d))
				break
			}
		}
		s.breakOut(c, d)
	}
	if s.Traits != 0 && put > 0 && why != byEcho {
		s.echoes(c, d)
	}
}

// reach places cubes of an outbreak, or of one beside, where none has broken out
// for this card.
func (s *State) reach(c City, d Disease, n uint8, why cause, out *engine.Facts) {
	switch {
	case s.hasBroken(c):
		out.Add(FactOutbreakSpared, "outbreak/once", uint8(c), uint8(d))
	case s.Fled&bit(c) != 0:
		out.Add(FactOutbreakSpared, s.rules.over.once, uint8(c), uint8(d))
	default:
		s.infect(c, d, n, why, out)
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
	if s.rules.Plays(Laboratory) {
		s.Lab.Appeared |= 1 << d
	}
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
	if !s.rules.Lasting && s.IsCured(d) && !s.IsEradicated(d) && s.OnBoard(d) == 0 {
		s.Eradicated |= 1 << d
		out.Add(FactEradicated, "disease/eradication", uint8(d))
		s.awardEradication(d, out)
	}
}

// Cure notes that a cure was found.
func (s *State) Cure(d Disease, out *engine.Facts, rule string) {
	s.Cured |= 1 << d
	out.Add(FactCured, rule, uint8(d))
	s.awardCure(d, out)
	for seat := range engine.Seat(s.rules.Players) {
		s.stands(seat, out)
	}
	s.checkEradicated(d, out)
	s.strainCured(d, out)
	s.checkWon(out)
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
	if f := s.Role(pawn).Arrives; f != nil {
		f(s, pawn, out)
	}
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
		if s.overflowNext(sp.Disease, out) {
			return
		}
		if sp.Done == sp.N {
			*sp = Spread{}
			return
		}
		s.nextOutbreak(out)
	}
	for sp.Left != 0 && s.End == Running && s.Depth == sp.Floor && s.Echo == 0 {
		next, _ := s.nextReached()
		if s.Tokened != 0 && s.contested(next) != 0 {
			s.ask(Frame{Question: QuestionCity, Seat: s.Active, Verb: s.rules.reachNext})
			return
		}
		s.reachOut(firstCity(next), out)
	}
}

// nextReached is the cities that an outbreak reaches next, and why: the neighbours
// come first.
func (s *State) nextReached() (uint64, cause) {
	sp := &s.Spread
	if near := sp.Left & s.rules.links[sp.City[sp.Done-1]]; near != 0 {
		return near, bySpread
	}
	return sp.Left, byTrait
}

// reachOut places the cubes of the outbreak that goes on.
func (s *State) reachOut(c City, out *engine.Facts) {
	_, why := s.nextReached()
	n, why := s.reaches(why)
	s.Spread.Left &^= bit(c)
	s.reach(c, s.Spread.Disease, n, why, out)
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
	n, rule := s.counts(sp.Disease, rule)
	s.Outbreaks = min(s.Outbreaks+n, s.rules.Numbers.Outbreaks)
	out.Add(FactOutbreak, rule, uint8(c), uint8(sp.Disease), s.Outbreaks)
	if s.Outbreaks >= s.rules.Numbers.Outbreaks {
		s.end(LostOutbreaks, out)
		return
	}
	sp.Left = s.rules.links[c]
	if s.Traits != 0 {
		if reaches := s.trait(sp.Disease).Reaches; reaches != nil {
			sp.Left |= reaches(s, c)
		}
	}
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

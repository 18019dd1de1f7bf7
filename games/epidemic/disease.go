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
	on := &s.rules.on
	if on.KeepsAway != nil {
		var asked bool
		if n, asked = on.KeepsAway(s, c, d, n, why, out); asked || n == 0 {
			return
		}
	}
	limit := uint8(full)
	if s.takesIn(c) {
		limit++
	}
	room := limit - min(limit, s.CubesAt(c, d))
	put := min(n, room)
	if put > s.Supply[d] {
		s.end(LostCubes, out)
		return
	}
	over := put > 0 && s.CubesAt(c, d)+put > full // only where a way lets a city take it in
	switch {
	case over:
		s.putCubes(c, d, put, out, on.FourthRule(s.rules))
	case put > 0:
		s.putCubes(c, d, put, out, s.causeRule(why, d))
	}
	switch {
	case over && s.Spread.N == 0: // in a chain the outbreak that goes on is finished first
		on.Overflow(s, c, d, out)
	case n > room && limit == full:
		if s.InForce != 0 && s.Spread.N > 0 {
			if e, stopped := s.unchained(); stopped {
				out.Add(FactPlacementPrevented, e.Rule, uint8(c), uint8(d))
				break
			}
		}
		s.breakOut(c, d)
	}
	if put > 0 && on.Placed != nil {
		on.Placed(s, c, d, why)
	}
}

// reach places cubes of an outbreak in a neighbour that has not broken out
// for this card.
func (s *State) reach(c City, d Disease, n uint8, why cause, out *engine.Facts) {
	switch {
	case s.hasBroken(c):
		out.Add(FactOutbreakSpared, "outbreak/once", uint8(c), uint8(d))
	default:
		if spares := s.rules.on.Spares; spares != nil {
			if rule := spares(s, c); rule != "" {
				out.Add(FactOutbreakSpared, rule, uint8(c), uint8(d))
				return
			}
		}
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
		if s.rules.on.Eradicated != nil {
			s.rules.on.Eradicated(s, d, out)
		}
	}
}

// Cure notes that a cure was found.
func (s *State) Cure(d Disease, out *engine.Facts, rule string) {
	s.Cured |= 1 << d
	out.Add(FactCured, rule, uint8(d))
	on := &s.rules.on
	if on.Cured != nil {
		on.Cured(s, d, out)
	}
	for seat := range engine.Seat(s.rules.Players) {
		s.stands(seat, out)
	}
	s.checkEradicated(d, out)
	if on.CureDone != nil {
		on.CureDone(s, d, out)
	}
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
	sp, on := &s.Spread, &s.rules.on
	if sp.Left == 0 {
		if on.OverflowNext != nil && on.OverflowNext(s, sp.Disease, out) {
			return
		}
		if sp.Done == sp.N {
			*sp = Spread{}
			return
		}
		s.nextOutbreak(out)
	}
	for sp.Left != 0 && s.End == Running && s.Depth == sp.Floor && (on.Waiting == nil || !on.Waiting(s)) {
		next, _ := s.nextReached()
		if on.AskNext != nil && on.AskNext(s, next) {
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
	return sp.Left, byWiderSpread
}

// reachOut places the cubes of the outbreak that goes on.
func (s *State) reachOut(c City, out *engine.Facts) {
	_, why := s.nextReached()
	n := uint8(1)
	if s.rules.on.Reaches != nil {
		n, why = s.rules.on.Reaches(s, n, why)
	}
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
	n, on := uint8(1), &s.rules.on
	if on.Counts != nil {
		n, rule = on.Counts(s, sp.Disease, n, rule)
	}
	s.Outbreaks = min(s.Outbreaks+n, s.rules.Numbers.Outbreaks)
	out.Add(FactOutbreak, rule, uint8(c), uint8(sp.Disease), s.Outbreaks)
	if s.Outbreaks >= s.rules.Numbers.Outbreaks {
		s.end(LostOutbreaks, out)
		return
	}
	sp.Left = s.rules.links[c]
	if on.Widens != nil {
		sp.Left |= on.Widens(s, c, sp.Disease)
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

// takesIn says whether a city holds a further cube and acts instead of breaking out.
func (s *State) takesIn(c City) bool { return s.rules.on.TakesIn != nil && s.rules.on.TakesIn(s, c) }

// room is how many more cubes of a disease a city can hold.
func (s *State) room(c City, d Disease) uint8 {
	limit := uint8(full)
	if s.takesIn(c) {
		limit++
	}
	return limit - min(limit, s.CubesAt(c, d))
}

// cause is why cubes are placed. Ways to play have causes of their own.
type cause uint8

const (
	byStep        cause = iota
	byEpidemic          // the bottom card
	bySpread            // an outbreak in a neighbour
	byWiderSpread       // an outbreak that reaches further
	lastCause     = byWiderSpread
)

// causeRule is the rule by which cubes are placed.
func (s *State) causeRule(why cause, d Disease) string {
	switch why {
	case byStep:
		return "infection/city"
	case byEpidemic:
		return "epidemic/infect"
	case bySpread:
		return "outbreak/spread"
	}
	return s.rules.on.CauseRule(s, why, d)
}

// addWhere places a cube of a disease in every city that has exactly so many.
func (s *State) addWhere(d Disease, has uint8, why cause, out *engine.Facts) {
	var set uint64
	for c := range s.rules.Cities {
		if s.CubesAt(City(c), d) == has {
			set |= bit(City(c))
		}
	}
	for ; set != 0 && s.End == Running; set &= set - 1 {
		s.infect(firstCity(set), d, 1, why, out)
	}
}

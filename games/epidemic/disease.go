package epidemic

import "theriac/engine"

const full = 3 // the number of cubes of one colour that a city can hold

// infect places n cubes of a disease in a city, unless a role or module prevents it. If they do not fit, the
// city has an outbreak.
func (s *State) infect(c City, d Disease, n uint8, why cause, out *engine.Facts) {
	if s.IsEradicated(d) {
		out.Add(FactPlacementPrevented, "disease/eradicated", uint8(c), uint8(d))
		return
	}
	if by, blocked := s.blocker(c, d); blocked {
		out.Add(FactPlacementPrevented, s.ruleOf(by).block, uint8(c), uint8(d))
		return
	}
	on := &s.rules.hooks
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
	over := put > 0 && s.CubesAt(c, d)+put > full // a module can let a city hold one more cube
	switch {
	case over:
		s.putCubes(c, d, put, out, on.FourthRule(s.rules))
	case put > 0:
		s.putCubes(c, d, put, out, s.causeRule(why, d))
	}
	switch {
	case over && s.Spread.N == 0: // during a chain of outbreaks, this city waits until the current outbreak is finished
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

// reach places an outbreak's cubes in a neighbouring city, unless that city has already had an outbreak
// caused by the same infection card.
func (s *State) reach(c City, d Disease, n uint8, why cause, out *engine.Facts) {
	switch {
	case s.hasBroken(c):
		out.Add(FactOutbreakSpared, "outbreak/once", uint8(c), uint8(d))
	default:
		if spares := s.rules.hooks.Spares; spares != nil {
			if rule := spares(s, c); rule != "" {
				out.Add(FactOutbreakSpared, rule, uint8(c), uint8(d))
				return
			}
		}
		s.infect(c, d, n, why, out)
	}
}

// blocker returns the seat whose role prevents cubes of the disease from being placed in a city, if any.
func (s *State) blocker(c City, d Disease) (engine.Seat, bool) {
	for set := s.guards; set != 0; set &= set - 1 {
		if seat := set.First(); s.Role(seat).Blocks(s, seat, c, d) {
			return seat, true
		}
	}
	return 0, false
}

// findGuards records which seats have a role that can prevent cubes from being placed.
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

// RemoveCubes moves n cubes of a disease from a city to the supply.
func (s *State) RemoveCubes(c City, d Disease, n uint8, out *engine.Facts, rule string) {
	s.Cubes[c] -= uint16(n) << (cubeBits * d)
	s.Supply[d] += n
	out.Add(FactCubesRemoved, rule, uint8(c), uint8(d), n)
	s.checkEradicated(d, out)
}

// checkEradicated marks a disease as eradicated if it is cured and has no cube on the board.
func (s *State) checkEradicated(d Disease, out *engine.Facts) {
	if !s.rules.Lasting && s.IsCured(d) && !s.IsEradicated(d) && s.OnBoard(d) == 0 {
		s.Eradicated |= 1 << d
		out.Add(FactEradicated, "disease/eradication", uint8(d))
		if s.rules.hooks.Eradicated != nil {
			s.rules.hooks.Eradicated(s, d, out)
		}
	}
}

// Cure records that a disease is cured, and resolves the consequences.
func (s *State) Cure(d Disease, out *engine.Facts, rule string) {
	s.Cured |= 1 << d
	out.Add(FactCured, rule, uint8(d))
	on := &s.rules.hooks
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

// stands runs the Stands reaction of the seat's role, for the city of its pawn.
func (s *State) stands(seat engine.Seat, out *engine.Facts) {
	if f := s.Role(seat).Stands; f != nil {
		f(s, seat, out)
	}
}

// MovePawn moves a pawn to a city and runs the role's reactions to its arrival.
func (s *State) MovePawn(pawn engine.Seat, c City, out *engine.Facts, rule string) {
	s.Pawns[pawn] = c
	out.Add(FactPawnMoved, rule, uint8(pawn), uint8(c))
	s.stands(pawn, out)
	if f := s.Role(pawn).Arrives; f != nil {
		f(s, pawn, out)
	}
}

// breakOut queues an outbreak in a city. A single infection card causes at most one outbreak in each city.
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

// brokeOut reports whether the current infection card has already caused or queued an outbreak in a city.
func (s *State) brokeOut(c City) bool {
	for _, b := range s.Spread.City[:s.Spread.N] {
		if b == c {
			return true
		}
	}
	return false
}

// spread continues a chain of outbreaks. It finishes the current outbreak before it starts those that it
// caused. It pauses if a cube's placement asks a question.
func (s *State) spread(out *engine.Facts) {
	sp, on := &s.Spread, &s.rules.hooks
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

// nextReached returns the cities in which the current outbreak places cubes next, and why. The outbreak
// reaches neighbours first, then cities that only a wider outbreak reaches.
func (s *State) nextReached() (uint64, cause) {
	sp := &s.Spread
	if near := sp.Left & s.rules.links[sp.City[sp.Done-1]]; near != 0 {
		return near, bySpread
	}
	return sp.Left, byWiderSpread
}

// reachOut places the current outbreak's cubes in one city.
func (s *State) reachOut(c City, out *engine.Facts) {
	_, why := s.nextReached()
	n := uint8(1)
	if s.rules.hooks.Reaches != nil {
		n, why = s.rules.hooks.Reaches(s, n, why)
	}
	s.Spread.Left &^= bit(c)
	s.reach(c, s.Spread.Disease, n, why, out)
}

// nextOutbreak starts the next outbreak of the chain: it moves the outbreak marker and lists the cities that
// will get cubes.
func (s *State) nextOutbreak(out *engine.Facts) {
	sp := &s.Spread
	c, rule := sp.City[sp.Done], "outbreak/start"
	if sp.Done > 0 {
		rule = "outbreak/chain"
	}
	sp.Done++
	n, on := uint8(1), &s.rules.hooks
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

// hasBroken reports whether a city's outbreak in this chain has already begun.
func (s *State) hasBroken(c City) bool {
	for _, b := range s.Spread.City[:s.Spread.Done] {
		if b == c {
			return true
		}
	}
	return false
}

// takesIn reports whether a module lets a city hold one more cube before it has an outbreak.
func (s *State) takesIn(c City) bool {
	return s.rules.hooks.TakesIn != nil && s.rules.hooks.TakesIn(s, c)
}

// room returns how many more cubes of a disease a city can hold without an outbreak.
func (s *State) room(c City, d Disease) uint8 {
	limit := uint8(full)
	if s.takesIn(c) {
		limit++
	}
	return limit - min(limit, s.CubesAt(c, d))
}

// cause is the reason why cubes are placed. Modules add further causes.
type cause uint8

const (
	byStep        cause = iota
	byEpidemic          // the bottom card that an epidemic draws
	bySpread            // an outbreak in a neighbour
	byWiderSpread       // an outbreak that reaches beyond neighbouring cities
	lastCause     = byWiderSpread
)

// causeRule returns the rule that explains why cubes are placed.
func (s *State) causeRule(why cause, d Disease) string {
	switch why {
	case byStep:
		return "infection/city"
	case byEpidemic:
		return "epidemic/infect"
	case bySpread:
		return "outbreak/spread"
	}
	return s.rules.hooks.CauseRule(s, why, d)
}

// addWhere places one cube of a disease in every city that has exactly the given number of its cubes.
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

package epidemic

import "theriac/engine"

// The functions in this file change roles during play, and put cards and cubes on role cards.

// Become chooses the seat's role when a rule lets it take a new one.
var Become = answerVerb("become", QuestionRole, RoleKind)

// UnusedRoles returns the set of this table's roles that no seat has.
func (s *State) UnusedRoles() uint32 {
	set := s.rules.rolesInPlay
	for seat := range s.rules.Players {
		set &^= 1 << s.Roles[seat]
	}
	return set
}

// Assign gives a seat another role. An event on the old role card is discarded, and samples on it return to
// the supply. During its own actions, the seat gains the additional actions of the new role and loses those
// of the old one.
func (s *State) Assign(seat engine.Seat, role uint8, out *engine.Facts, rule string) {
	if c := s.Stash[seat]; c != NoCard {
		s.Stash[seat] = NoCard
		s.Discard.Add(c)
		out.Add(FactCardDiscarded, rule, uint8(seat), uint8(c))
	}
	if s.Role(seat).KeepsSamples {
		for d := range s.rules.Diseases {
			s.ReturnSamples(seat, Disease(d), s.Samples[d], out, rule)
		}
	}
	old := s.Role(seat).MoreActions
	s.Roles[seat] = role
	if s.rules.hooks.RoleTaken != nil {
		s.rules.hooks.RoleTaken(s, role)
	}
	s.findGuards(s.rules)
	out.Add(FactRoleTaken, rule, uint8(seat), role)
	if seat == s.Active && s.Stack[0].Question == QuestionAction {
		s.Actions += s.Role(seat).MoreActions
		s.Actions -= min(old, s.Actions)
	}
	s.stands(seat, out)
	s.CheckLimit()
}

// dropStash removes the event on a seat's role card from the game.
func (s *State) dropStash(seat engine.Seat, out *engine.Facts, rule string) {
	if c := s.Stash[seat]; c != NoCard {
		s.Stash[seat] = NoCard
		s.Removed.Add(c)
		out.Add(FactEventRemoved, rule, uint8(c-FirstEvent))
	}
}

// Declines records that a seat has declined the offer of verb v, so that it is not asked again during the
// current step.
func (s *State) Declines(v engine.Verb, seat engine.Seat, out *engine.Facts) {
	s.remember([4]uint8{uint8(v), uint8(seat)})
	out.Add(FactRefused, "consent/refused", uint8(seat))
}

// TakeSample moves a cube from a city to a seat's role card.
func (s *State) TakeSample(seat engine.Seat, c City, d Disease, out *engine.Facts, rule string) {
	s.RemoveCubes(c, d, 1, out, rule)
	s.Supply[d]--
	s.Away[d]++
	s.Samples[d]++
	out.Add(FactSampled, rule, uint8(seat), uint8(d), s.Samples[d])
}

// ReturnSamples returns samples from a role card to the supply.
func (s *State) ReturnSamples(seat engine.Seat, d Disease, n uint8, out *engine.Facts, rule string) {
	if n == 0 {
		return
	}
	s.Samples[d] -= n
	s.Away[d] -= n
	s.Supply[d] += n
	out.Add(FactSamplesReturned, rule, uint8(seat), uint8(d), n)
}

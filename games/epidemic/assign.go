package epidemic

import "theriac/engine"

// Roles that change hands in play, and what lies on their cards.

// Become answers with a role.
var Become = answerVerb("become", QuestionRole, RoleKind)

// UnusedRoles is the roles of the table that no seat has, as a set.
func (s *State) UnusedRoles() uint32 {
	set := s.rules.rolesInPlay
	for seat := range s.rules.Players {
		set &^= 1 << s.Roles[seat]
	}
	return set
}

// Assign gives a seat another role. What lies on the old card leaves it: an event
// goes to the discard, samples to the supply. In its own actions a seat has as many
// of them as the new role gives.
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
	if s.rules.on.RoleTaken != nil {
		s.rules.on.RoleTaken(s, role)
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

// dropStash takes the event on a seat's role card out of the game.
func (s *State) dropStash(seat engine.Seat, out *engine.Facts, rule string) {
	if c := s.Stash[seat]; c != NoCard {
		s.Stash[seat] = NoCard
		s.Removed.Add(c)
		out.Add(FactEventRemoved, rule, uint8(c-FirstEvent))
	}
}

// Declines notes that a seat has said no to what a verb offers, so that it is not
// asked again in this step.
func (s *State) Declines(v engine.Verb, seat engine.Seat, out *engine.Facts) {
	s.remember([4]uint8{uint8(v), uint8(seat)})
	out.Add(FactRefused, "consent/refused", uint8(seat))
}

// TakeSample lays a cube of a city on a role card.
func (s *State) TakeSample(seat engine.Seat, c City, d Disease, out *engine.Facts, rule string) {
	s.RemoveCubes(c, d, 1, out, rule)
	s.Supply[d]--
	s.Away[d]++
	s.Samples[d]++
	out.Add(FactSampled, rule, uint8(seat), uint8(d), s.Samples[d])
}

// ReturnSamples puts samples of a role card back into the supply.
func (s *State) ReturnSamples(seat engine.Seat, d Disease, n uint8, out *engine.Facts, rule string) {
	if n == 0 {
		return
	}
	s.Samples[d] -= n
	s.Away[d] -= n
	s.Supply[d] += n
	out.Add(FactSamplesReturned, rule, uint8(seat), uint8(d), n)
}

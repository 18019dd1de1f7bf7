package epidemic

import "theriac/engine"

// When bonus cards are played: in the turn of the holder's team. One that needs actions
// waits for its holder's; the others can be played whenever the table asks anything at
// which events are played.

// compileBonuses finds the bonus cards that wait for nobody's actions.
func (r *Rules) compileBonuses() {
	for i, e := range r.Events {
		if e.WholeTurn && r.stretchCards.Has(EventCard(i)) {
			r.wholeTurn |= 1 << i
		}
	}
}

// bonusesInTime is those bonus cards that a seat could play now if it had them.
func (s *State) bonusesInTime(seat engine.Seat) uint32 {
	switch {
	case s.ownAction(seat):
		return s.rules.stretchCards.Events()
	case teamOf(seat) == teamOf(s.Active):
		return s.rules.wholeTurn
	}
	return 0
}

// bonusCandidates is the members of the team whose turn it is that might play a bonus
// without being asked for an action, as far as everybody knows.
func (s *State) bonusCandidates() engine.Seats {
	if s.rules.wholeTurn == 0 || s.moment() != momentOpen {
		return 0
	}
	var set engine.Seats
	unseen := s.rules.wholeTurn &^ s.Discard.Or(s.Removed).Or(s.Shown).Events()
	for seat := firstOf(teamOf(s.Active)); seat <= firstOf(teamOf(s.Active))+1; seat++ {
		could := s.hands[seat].And(s.Shown).Events() & s.rules.wholeTurn
		if !s.hands[seat].Minus(s.Shown).Empty() {
			could |= unseen
		}
		if s.serving(seat, could) != 0 {
			set |= 1 << seat
		}
	}
	return set
}

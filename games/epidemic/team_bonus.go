package epidemic

import "theriac/engine"

// A seat can play its bonus cards in its team's turn: most only during the holder's own actions, others
// whenever events can be played.

// compileBonuses determines which bonus cards can be played throughout a team's turn.
func (r *Rules) compileBonuses() {
	for i, e := range r.Events {
		if e.WholeTurn && r.stretchCards.Has(EventCard(i)) {
			r.wholeTurn |= 1 << i
		}
	}
}

// bonusesInTime returns the bonus cards that a seat could play now if it held them.
func (s *State) bonusesInTime(seat engine.Seat) uint32 {
	switch {
	case s.ownAction(seat):
		return s.rules.stretchCards.Events()
	case teamOf(seat) == teamOf(s.Active):
		return s.rules.wholeTurn
	}
	return 0
}

// bonusCandidates returns the seats of the active team that, as far as everyone knows, might play a bonus
// outside their own actions.
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

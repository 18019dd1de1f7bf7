package epidemic

import "theriac/engine"

// Peek shows the top n infection cards to a seat, or to everyone if hands are open, without changing their
// order.
func (s *State) Peek(by engine.Seat, n uint8, out *engine.Facts, rule string) {
	n = min(n, s.InfectionLen)
	if n == 0 {
		return
	}
	to := s.witnesses(by)
	s.learned(to)
	out.Add(FactLooked, rule, uint8(by), n)
	for i := range n {
		at := s.InfectionLen - 1 - i
		out.Tell(to, FactLookedAt, rule, uint8(s.infection[at]), i+1)
		s.Seen[at] |= to
	}
	top := s.topSet(n)
	for set := s.recalling & to; set != 0; set &= set - 1 {
		s.setRecall(set.First(), s.recall[set.First()]&^top)
	}
}

// ShowCard shows everyone a card that stays in its hand.
func (s *State) ShowCard(seat engine.Seat, c Card, out *engine.Facts, rule string) {
	s.show(seat, c)
	out.Add(FactCardShown, rule, uint8(seat), uint8(c))
}

// ShowCities shows everyone a seat's city cards, if hands are hidden.
func (s *State) ShowCities(seat engine.Seat, out *engine.Facts, rule string) {
	if s.rules.Open {
		return
	}
	for set := s.hands[seat].Cities(); set != 0; set &= set - 1 {
		s.ShowCard(seat, Card(firstCity(set)), out, rule)
	}
}

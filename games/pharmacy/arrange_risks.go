package pharmacy

import "theriac/engine"

// risk gives a seat exactly these risk cards. What it held before goes to the last
// other seat, and the cards come from whoever holds them.
func (a *arranger) risk() {
	s, seat := a.s, a.seat()
	cards := a.cards()
	if a.why != "" {
		return
	}
	other := engine.Seat(s.rules.Players - 1)
	if seat == other {
		other--
	}
	for f := FirstRisk; int(f) < cardCount; f++ {
		for s.hands[seat].Count(f) > 0 {
			s.loseRisk(seat, f)
			s.gainRisk(other, f)
		}
	}
	for _, c := range cards {
		if !c.IsRisk() || !s.fetch(seat, c) {
			a.why = "no such risk card is left"
			return
		}
	}
}

// unseen puts risk cards among those that nobody was dealt, in the place of others.
func (a *arranger) unseen() {
	s := a.s
	cards := a.cards()
	if a.why == "" && len(cards) != s.unseen.Len() {
		a.why = "not as many cards as nobody was dealt"
	}
	if a.why != "" {
		return
	}
	last := engine.Seat(s.rules.Players - 1)
	for f := FirstRisk; int(f) < cardCount; f++ {
		for s.unseen.Count(f) > 0 {
			s.unseen = s.unseen.Without(f)
			s.gainRisk(last, f)
		}
	}
	for _, c := range cards {
		if !c.IsRisk() || !s.fetchAny(c) {
			a.why = "no such risk card is left"
			return
		}
		s.unseen = s.unseen.With(c)
	}
}

// opened takes risk cards out of the round. An injection among them would have to
// lie in front of somebody.
func (a *arranger) opened() {
	for _, c := range a.cards() {
		if a.why != "" || !c.IsRisk() || c == FaceJab || !a.s.fetchAny(c) {
			a.why = "no such risk card can be opened"
			return
		}
		a.s.Opened = a.s.Opened.With(c)
	}
}

// guess lays a card in front of a seat, about another one.
func (a *arranger) guess(c Card, who, whom *engine.Seat) {
	a.s.openFrom(c)
	*who, *whom = a.seat(), a.seat()
}

// openFrom opens a risk card wherever it is. A hand that held it has one less.
func (s *State) openFrom(c Card) {
	if s.fetchAny(c) || s.fetch(0, c) && s.fetchAny(c) {
		s.Opened = s.Opened.With(c)
	}
}

// fetchAny takes a risk card out of the first hand that holds it.
func (s *State) fetchAny(c Card) bool {
	for seat := range engine.Seat(s.rules.Players) {
		if s.hands[seat].Count(c) > 0 {
			s.loseRisk(seat, c)
			return true
		}
	}
	return false
}

// fetch brings a risk card into a hand from another one, or from the unseen ones,
// where another card takes its place.
func (s *State) fetch(seat engine.Seat, c Card) bool {
	for from := range engine.Seat(s.rules.Players) {
		if from != seat && s.hands[from].Count(c) > 0 {
			s.loseRisk(from, c)
			s.gainRisk(seat, c)
			return true
		}
	}
	if s.unseen.Count(c) == 0 {
		return false
	}
	for from := range engine.Seat(s.rules.Players) {
		for f := FirstRisk; int(f) < cardCount && from != seat; f++ {
			if s.hands[from].Count(f) > 0 && s.unseen.Count(f) < 3 {
				s.unseen = s.unseen.Without(c).With(f)
				s.loseRisk(from, f)
				s.gainRisk(seat, c)
				return true
			}
		}
	}
	return false
}

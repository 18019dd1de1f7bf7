package pharmacy

import "theriac/engine"

// View is what some seats together may know of a position: the public part, the risk cards that they hold,
// and the circulating risk card if it was theirs. It is built by adding what is known to an empty value,
// never by removing cards from a position.
type View struct {
	rules *Rules
	By    engine.Seats
	Public
	Hands [engine.MaxSeats]Hand // the risk cards of the view's seats
	Face  Card                  // the circulating risk card, if they know it
}

// View returns everything that the given seats together may know.
func (s *State) View(by engine.Seats) engine.View { v := s.Knows(by); return &v }

// Knows returns the same as View, with the package's own type.
func (s *State) Knows(by engine.Seats) View {
	v := View{rules: s.rules, By: by & s.everyone(), Public: s.Public, Face: NoCard}
	for seat := range v.By.Each {
		v.Hands[seat] = s.hands[seat]
	}
	if s.Travel.Risk && v.By.Has(s.Travel.Owner) {
		v.Face = s.face
	}
	return v
}

// Rules returns the rules that the view belongs to.
func (v *View) Rules() *Rules { return v.rules }

// Sickness returns the sickness of a seat.
func (v *View) Sickness(seat engine.Seat) int { return v.Sick(v.rules, seat) }

// Draw returns a session at a random position that the view's seats cannot distinguish from the real one.
func (v *View) Draw(chance *engine.Rand) engine.Session {
	s := v.Position(chance)
	return engine.NewSession[State](&s, v.rules.vocab, nil)
}

// Position returns a random position that the view's seats cannot distinguish from the real one. Every
// order of the piles and every deal of the unseen risk cards is equally likely.
func (v *View) Position(chance *engine.Rand) State {
	s := State{rules: v.rules, Public: v.Public}
	s.hands, s.face = v.Hands, v.Face
	v.fillRisks(&s, chance)
	v.fillPiles(&s, chance)
	s.key = chance.Fork().Key
	return s
}

// fillRisks deals the risk cards that the view's seats have not seen.
func (v *View) fillRisks(s *State, chance *engine.Rand) {
	var pool [riskCards]uint8
	n := 0
	for f, k := range v.rules.risks {
		c := FirstRisk + Card(f)
		left := k.Copies - v.Opened.Count(c)
		for seat := range v.By.Each {
			left -= v.Hands[seat].Count(c)
		}
		if v.Face == c {
			left--
		}
		for range left {
			if n < len(pool) {
				pool[n] = uint8(c)
				n++
			}
		}
	}
	chance.Shuffle(pool[:n])
	next := func() Card {
		n--
		return Card(pool[n])
	}
	// A view that was not made from a position can claim more cards than there are.
	if v.Travel.Risk && v.Face == NoCard && n > 0 {
		s.face = next()
	}
	for seat := range engine.Seat(v.rules.Players) {
		for n > 0 && s.hands[seat].Len() < int(v.HandLen[seat]) {
			s.hands[seat] = s.hands[seat].With(next())
		}
	}
	for n > 0 {
		s.unseen = s.unseen.With(next())
	}
}

// fillPiles fills the piles with the cards that have not been seen.
func (v *View) fillPiles(s *State, chance *engine.Rand) {
	left := v.unturned(v.rules)
	var pool [deckSize]uint8
	n := 0
	for c, k := range left {
		for range k {
			pool[n] = uint8(c)
			n++
		}
	}
	chance.Shuffle(pool[:n])
	for p := range s.pile {
		for i := range v.PileLen[p] {
			if i == v.PileLen[p]-1 {
				s.pile[p][i] = v.Top[p]
			} else if n > 0 {
				n--
				s.pile[p][i] = Card(pool[n])
			}
		}
	}
}

// unturned returns, for each kind of card in the piles, how many have not been turned over in this round.
func (p *Public) unturned(r *Rules) [Viruses + 1]uint8 {
	var left [Viruses + 1]uint8
	for c := range Viruses {
		left[c] = 1
	}
	left[Injection] = injections
	gone := func(c Card, n uint8) {
		if int(c) < len(left) {
			left[c] -= min(n, left[c])
		}
	}
	for pile := range p.Top {
		if p.PileLen[pile] > 0 {
			gone(p.Top[pile], 1)
		}
	}
	gone(p.Travel.Card, 1)
	given := uint8(0)
	for seat := range engine.Seat(r.Players) {
		f := &p.Fronts[seat]
		for _, l := range f.Virus[:f.N] {
			gone(l.Card, 1)
		}
		given += uint8(p.Injections(seat))
	}
	gone(Injection, given-min(given, p.jabsGiven()))
	return left
}

// PositionBefore draws a position that fits this view, which is an earlier one of the same round, and what has
// become public since. The cards turned over since then are on top of its piles, in one of their possible
// orders.
func (v *View) PositionBefore(later *Public, chance *engine.Rand) State {
	s := v.Position(chance)
	if later.Round != v.Round {
		return s
	}
	turned, still := v.unturned(v.rules), later.unturned(v.rules)
	for c := range turned {
		turned[c] -= min(turned[c], still[c])
	}
	var fixed [2][pileSize]bool
	bring := func(p int, at uint8, c Card) {
		fixed[p][at] = true
		if s.pile[p][at] == c {
			return
		}
		for q := range s.pile {
			for i := range max(v.PileLen[q], 1) - 1 {
				if s.pile[q][i] == c && !fixed[q][i] {
					s.pile[q][i], s.pile[p][at] = s.pile[p][at], c
					return
				}
			}
		}
	}
	for p := range s.pile {
		if n := later.PileLen[p]; n > 0 && n < v.PileLen[p] {
			bring(p, n-1, later.Top[p])
			if int(later.Top[p]) < len(turned) {
				turned[later.Top[p]] -= min(1, turned[later.Top[p]])
			}
		}
	}
	var between [deckSize]uint8
	n := 0
	for c, k := range turned {
		for range k {
			between[n] = uint8(c)
			n++
		}
	}
	chance.Shuffle(between[:n])
	for p := range s.pile {
		for i := later.PileLen[p]; i+1 < v.PileLen[p] && n > 0; i++ {
			n--
			bring(p, i, Card(between[n]))
		}
	}
	return s
}

// jabsGiven returns how many injections in front of players came from risk cards.
func (p *Public) jabsGiven() uint8 {
	n := p.Opened.Count(FaceJab)
	if p.Open == FaceJab {
		n-- // an injection that is still to be given
	}
	return uint8(n)
}

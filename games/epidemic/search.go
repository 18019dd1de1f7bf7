package epidemic

import "theriac/engine"

// What a search asks of a position again and again. A search plays on positions that
// were drawn from a view (View.Fill), so that nothing here betrays a hidden card: what
// the view did not know was drawn at random.

// Key tells apart the positions that the moves of one turn lead to: cubes is what the
// board says, spent the actions and what was used of the turn, rest all else. It costs a few dozen multiplications, where the hash of the
// canonical text costs a thousand times as much; two positions that differ have the
// same key by accident only.
func (s *State) Key() (cubes, rest, spent uint64) {
	h := uint64(s.Cured)<<8 | uint64(s.Eradicated)
	c := &s.Cubes
	for i := 0; i < MaxCities; i += 4 {
		h = mix(h, uint64(c[i])|uint64(c[i+1])<<16|uint64(c[i+2])<<32|uint64(c[i+3])<<48)
	}
	cubes = mix(h, s.InfectionRemoved)
	h = uint64(s.Cured) | uint64(s.Eradicated)<<8 | uint64(s.Quiet)<<16
	for i := range s.rules.Holders {
		hand := s.hands[i]
		h = mix(h, hand.lo^uint64(s.Pawns[i])<<56)
		h = mix(h, hand.hi^uint64(s.Stash[i])<<40^uint64(s.Roles[i])<<56)
	}
	h = mix(h, s.Stations)
	if o := &s.Ongoing; o.InForce != 0 || o.Ordered != 0 || o.Samples != [MaxDiseases]uint8{} {
		h = mix(h, uint64(o.InForce)<<32|uint64(o.Ordered))
		for _, n := range o.Samples {
			h = h<<5 ^ uint64(n) ^ h>>59
		}
	}
	if s.rules.on.Key != nil {
		h = s.rules.on.Key(s, h)
	}
	return cubes, h, uint64(s.Actions)<<16 | uint64(s.Used)
}

// mix works a word into a key.
func mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// HandsKey tells apart who holds which city cards, and which cures are found.
func (s *State) HandsKey() uint64 {
	h := uint64(s.Cured)<<8 | uint64(s.Eradicated)
	for i := range s.rules.Holders {
		h = mix(h, s.hands[i].Cities())
	}
	return h
}

// EpidemicOdds is the chance that the next n player cards hold an epidemic, as everybody
// can reckon it: View.EpidemicOdds without the view. Cards on top of the deck that
// everybody has seen are not looked at.
func (s *State) EpidemicOdds(n int) float64 {
	gone := -int(s.DeckLen)
	for _, pile := range s.rules.piles {
		gone += int(pile)
	}
	none := 1.0
	for i, pile := range s.rules.piles {
		drawn := min(gone, int(pile))
		gone -= drawn
		left := int(pile) - drawn
		if left == 0 {
			continue
		}
		draws := min(n, left)
		n -= draws
		if int(s.Epidemics) <= i {
			none *= float64(left-draws) / float64(left)
		}
		if n == 0 {
			break
		}
	}
	return 1 - none
}

// InfectionSeen is the infection card at a place from the top, if one of the seats has
// seen it there.
func (s *State) InfectionSeen(from int, by engine.Seats) (City, bool) {
	at := int(s.InfectionLen) - 1 - from
	if at < 0 || s.Seen[at]&by == 0 {
		return NoCity, false
	}
	return s.infection[at], true
}

// InMove says that the open question belongs to a move that is made in steps: a pawn that
// is steered, a card that pays. A search answers it before it looks at the position.
func (s *State) InMove() bool {
	return s.Depth > 0 && !s.rules.questions[s.Top().Question].ofTurn
}

// Intensifying says that the open window is the one inside an epidemic, before the
// discarded infection cards come back.
func (s *State) Intensifying() bool {
	return s.Depth > 0 && s.Top().Question == QuestionWindow && s.Top().Arg[windowMoment] == momentIntensify
}

// AfterCure says that the open window is the one for events that follow a cure: the turn
// goes on behind it.
func (s *State) AfterCure() bool {
	return s.Depth > 0 && s.Top().Question == QuestionWindow && s.Top().Arg[windowMoment] == momentCured
}

// Counting is the cities whose cards count for the cure of a disease.
func (r *Rules) Counting(d Disease) uint64 { return r.counting[d] }

// StationsFor is the cities with a station that a seat can use.
func (s *State) StationsFor(seat engine.Seat) uint64 { return s.stationsFor(seat) }

// RateAt is how many infection cards a step turns at a place of the track.
func (r *Rules) RateAt(place int) int {
	return int(r.Numbers.Rate[min(place, len(r.Numbers.Rate)-1)])
}

// HandLimit is how many cards a hand may keep.
func (s *State) HandLimit(holder engine.Seat) int { return s.handLimit(holder) }

// PassOn gives the next seat its turn as if nothing were drawn, and reports whether the deck
// lets it come so far.
func (s *State) PassOn() bool {
	r := s.rules
	if int(s.DeckLen) < r.TurnDraws() {
		return false
	}
	s.DeckLen -= uint8(r.TurnDraws())
	s.Active = engine.Seat((int(s.Active) + 1) % r.Players)
	s.Stack[0].Seat = s.Active
	s.Actions, s.Used = r.Numbers.Actions, 0
	s.Turn++
	return true
}

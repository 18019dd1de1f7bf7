package epidemic

import "theriac/engine"

// The functions in this file are for searches. A search plays on positions that View.Fill invents from a
// view, so the hidden cards that it finds there are random, not real.

// Key distinguishes the positions that moves within one turn lead to. cubes covers the board, spent the
// actions and once-a-turn moves used, and rest everything else.
//
// Key needs a few dozen multiplications; hashing the position's text takes a thousand times as long.
// Different positions rarely have the same key.
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
	if s.rules.hooks.Key != nil {
		h = s.rules.hooks.Key(s, h)
	}
	return cubes, h, uint64(s.Actions)<<16 | uint64(s.Used)
}

// mix mixes word x into hash h and returns the new hash.
func mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// HandsKey returns a hash of the cures found and of the city cards in each hand.
func (s *State) HandsKey() uint64 {
	h := uint64(s.Cured)<<8 | uint64(s.Eradicated)
	for i := range s.rules.Holders {
		h = mix(h, s.hands[i].Cities())
	}
	return h
}

// EpidemicOdds returns the chance that the next n player cards contain an epidemic, from public information.
// Unlike View.EpidemicOdds, it ignores cards on top of the deck that everyone has seen.
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

// InfectionSeen returns the infection card at a position counted from the top, if one of the given seats has
// seen it there.
func (s *State) InfectionSeen(from int, by engine.Seats) (City, bool) {
	at := int(s.InfectionLen) - 1 - from
	if at < 0 || s.Seen[at]&by == 0 {
		return NoCity, false
	}
	return s.infection[at], true
}

// InMove reports whether the open question is a step of a larger move, such as steering a pawn or paying a
// card. A search answers such questions before it evaluates the position.
func (s *State) InMove() bool {
	return s.Depth > 0 && !s.rules.questions[s.Top().Question].ofTurn
}

// Intensifying reports whether seats are asked for events during an epidemic, before the infection discard
// returns to the deck.
func (s *State) Intensifying() bool {
	return s.Depth > 0 && s.Top().Question == QuestionWindow && s.Top().Arg[windowMoment] == momentIntensify
}

// AfterCure reports whether seats are asked for events just after a cure. The turn continues after their
// answers.
func (s *State) AfterCure() bool {
	return s.Depth > 0 && s.Top().Question == QuestionWindow && s.Top().Arg[windowMoment] == momentCured
}

// Counting returns the cities whose cards can pay for the cure of a disease.
func (r *Rules) Counting(d Disease) uint64 { return r.counting[d] }

// StationsFor returns the cities with a station that the seat can use.
func (s *State) StationsFor(seat engine.Seat) uint64 { return s.stationsFor(seat) }

// RateAt returns how many infection cards are drawn per step at a position of the infection rate track.
func (r *Rules) RateAt(place int) int {
	return int(r.Numbers.Rate[min(place, len(r.Numbers.Rate)-1)])
}

// HandLimit returns the number of cards that a hand can hold.
func (s *State) HandLimit(holder engine.Seat) int { return s.handLimit(holder) }

// PassOn starts the next seat's turn. The cards that the current turn would draw leave the deck without
// effect. PassOn fails if the deck has too few.
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

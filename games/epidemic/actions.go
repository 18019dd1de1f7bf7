package epidemic

import "theriac/engine"

var anAction = []engine.Step{StepAction}

// Draw ends the actions, whether or not any are left, and draws.
var Draw = &Verb{
	Name: "draw", Rule: "draw/two", Steps: anAction,
	List: Plain,
	Play: func(s *State, _ engine.Move, _ *engine.Facts) {
		s.Actions = 0
		s.closeTop()
	},
}

// Building a station. With all of them out, one is moved.

func noStationHere(s *State, m engine.Move) bool { return !s.HasStation(s.Pawns[m.Seat]) }

func stationLeft(s *State, _ engine.Move) bool { return s.StationLeft() }

// StationLeft says whether a station is left to be built.
func (s *State) StationLeft() bool { return count(s.Stations) < int(s.rules.Numbers.Stations) }

func paysForStation(s *State, m engine.Move) bool {
	return s.Role(m.Seat).BuildFree || s.Hands[m.Seat].Has(Card(s.Pawns[m.Seat]))
}

// payForStation discards the card of the city, unless the role builds without.
func (s *State) payForStation(seat engine.Seat, out *engine.Facts) (rule string) {
	if s.Role(seat).BuildFree {
		return s.ruleOf(seat).build
	}
	s.DiscardCard(seat, Card(s.Pawns[seat]), out, "action/build")
	return "action/build"
}

// BuildStation puts a station into a city.
func (s *State) BuildStation(c City, out *engine.Facts, rule string) {
	s.Stations |= bit(c)
	out.Add(FactStationBuilt, rule, uint8(c))
}

// MoveStation builds a station with one that stands elsewhere.
func (s *State) MoveStation(from, to City, out *engine.Facts) {
	s.Stations = s.Stations&^bit(from) | bit(to)
	out.Add(FactStationMoved, "action/station-limit", uint8(from), uint8(to))
}

// BuildOwn puts the station of a city's own disease there, wherever it stood.
func (s *State) BuildOwn(c City, out *engine.Facts, rule, moves string) {
	d := s.rules.colour[c]
	old := s.Stations & s.rules.ofKind[d]
	if old != 0 {
		s.Stations = s.Stations&^old | bit(c)
		out.Add(FactStationMoved, moves, uint8(firstCity(old)), uint8(c))
	} else {
		s.BuildStation(c, out, rule)
	}
	for _, x := range s.rules.challenges {
		if x.Built != nil {
			x.Built(s, c, old == 0, out)
		}
	}
}

// FreeTokens brings tokens into play that were kept back.
func (s *State) FreeTokens(n uint8, out *engine.Facts, rule string) {
	s.TokensLeft += n
	out.Add(FactTokensFreed, rule, n)
}

// Build builds a station in the pawn's city.
var Build = &Verb{
	Name: "build", Rule: "action/build", Steps: anAction, Cost: 1, Where: NoStation,
	Spends: SpendsHere, Builds: true,
	Needs: []Need{
		{"action/one-station", noStationHere},
		{"action/station-limit", stationLeft},
		{"action/build", paysForStation},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		if paysForStation(s, m) && s.StationLeft() {
			dst = append(dst, m)
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		rule := s.payForStation(m.Seat, out)
		s.BuildStation(s.Pawns[m.Seat], out, rule)
		s.SpendAction()
	},
}

// MoveStationVerb builds with a station that stands elsewhere.
var MoveStationVerb = &Verb{
	Name: "move-station", Rule: "action/station-limit", Args: []*engine.Kind{CityKind}, Steps: anAction, Cost: 1, Where: NoStation,
	Spends: SpendsHere, Builds: true,
	Needs: []Need{
		{"action/one-station", noStationHere},
		{"action/station-limit", func(s *State, m engine.Move) bool {
			return !stationLeft(s, m) && s.HasStation(city(m))
		}},
		{"action/build", paysForStation},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		m := engine.Move{Seat: by, Verb: v}
		if s.StationLeft() || !paysForStation(s, m) {
			return dst
		}
		return AppendCities(dst, by, v, s.Stations)
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.payForStation(m.Seat, out)
		s.MoveStation(city(m), s.Pawns[m.Seat], out)
		s.SpendAction()
	},
}

// Treat removes one cube; all of the colour if the disease is cured, where cures
// end diseases.
var Treat = &Verb{
	Name: "treat", Rule: "action/treat", Args: []*engine.Kind{DiseaseKind}, Steps: anAction, Cost: 1, Where: Infected,
	Needs: []Need{
		{"action/treat", func(s *State, m engine.Move) bool {
			return s.CubesAt(s.Pawns[m.Seat], Disease(m.Arg[0])) > 0
		}},
		{"action/four", func(s *State, m engine.Move) bool {
			return s.treatCost(s.Pawns[m.Seat], Disease(m.Arg[0])) <= s.Actions
		}},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		c := s.Pawns[by]
		here := s.Cubes[c]
		for d := uint8(0); here != 0; d, here = d+1, here>>cubeBits {
			if here&7 != 0 && (s.Traits == 0 || s.treatCost(c, Disease(d)) <= s.Actions) {
				dst = append(dst, engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{d}})
			}
		}
		return dst
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		c, d := s.Pawns[m.Seat], Disease(m.Arg[0])
		n, rule, cost := uint8(1), "action/treat", s.treatCost(c, d)
		switch {
		case cost > 1:
			rule = s.trait(d).Rule
		case s.IsCured(d) && !s.rules.Lasting:
			n, rule = s.CubesAt(c, d), "action/treat-cured"
		case s.Role(m.Seat).TreatAll:
			n, rule = s.CubesAt(c, d), s.ruleOf(m.Seat).treat
		}
		s.RemoveCubes(c, d, n, out, rule)
		s.Actions -= cost - 1
		s.SpendAction()
		if f := s.Role(m.Seat).Treated; f != nil {
			f(s, m.Seat, out)
		}
	},
}

// Finding a cure.

// CardsForCure is how many cards of a colour a seat needs for a cure.
func (s *State) CardsForCure(seat engine.Seat) int { return s.rules.CureWith(s.Role(seat)) }

func (s *State) cardsOf(seat engine.Seat, d Disease) uint64 {
	return s.Hands[seat].Cities() & s.rules.ofKind[d]
}

// NewCure makes the move that finds a cure, by the name that the game gives it.
func NewCure(name string) *Verb {
	notCured := func(s *State, m engine.Move) bool { return !s.IsCured(Disease(m.Arg[0])) }
	atStation := func(s *State, m engine.Move) bool {
		here := s.Pawns[m.Seat]
		return s.HasStation(here) && (!s.rules.OwnStations || s.rules.colour[here] == Disease(m.Arg[0]))
	}
	enough := func(s *State, m engine.Move) bool {
		return count(s.cardsOf(m.Seat, Disease(m.Arg[0]))) >= s.CardsForCure(m.Seat)
	}
	return &Verb{
		Name: name, Rule: "action/cure", Args: []*engine.Kind{DiseaseKind}, Steps: anAction, Cost: 1, Where: AtStation,
		Spends: SpendsSeveral,
		Needs:  []Need{{"action/cure-once", notCured}, {"action/cure-station", atStation}, {"action/cure", enough}},
		List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			if s.Hands[by].Len() < s.CardsForCure(by) {
				return dst
			}
			for d := range uint8(len(s.rules.Diseases)) {
				m.Arg[0] = d
				if notCured(s, m) && enough(s, m) && atStation(s, m) {
					dst = append(dst, m)
				}
			}
			return dst
		},
		// The seat picks which cards go, one by one. Without a choice they go at
		// once, but only where hands are open: elsewhere that would tell whether
		// there was a choice.
		Play: func(s *State, m engine.Move, out *engine.Facts) {
			d := Disease(m.Arg[0])
			need := s.CardsForCure(m.Seat)
			if have := s.cardsOf(m.Seat, d); count(have) > need || !s.rules.Open {
				if !s.rules.Open {
					s.learned(engine.Everyone) // that the seat holds so many of the colour
				}
				s.ask(Frame{Step: StepCard, Seat: m.Seat, Verb: m.Verb, N: uint8(need), Arg: m.Arg})
				return
			}
			for range need {
				have := citySet(s.cardsOf(m.Seat, d))
				s.DiscardCard(m.Seat, have.First(), out, s.cureRule(m.Seat))
			}
			s.finishCure(d, out)
		},
		Card: &CardChoice{
			Of: func(r *Rules, f *Frame) Cards { return citySet(r.ofKind[f.Arg[0]]) },
			Then: func(s *State, f *Frame, c Card, out *engine.Facts) bool {
				s.DiscardCard(f.Seat, c, out, s.cureRule(f.Seat))
				f.N--
				if f.N > 0 {
					return false
				}
				d := Disease(f.Arg[0])
				s.EndCompound()
				s.finishCure(d, out)
				return true
			},
		},
	}
}

func (s *State) cureRule(seat engine.Seat) string {
	if r := s.Role(seat); r.CureWith > 0 {
		return r.Rule
	}
	return "action/cure"
}

func (s *State) finishCure(d Disease, out *engine.Facts) {
	s.SpendAction()
	s.Cure(d, out, "action/cure")
}

// Discard answers the question of a hand that is too large.
var Discard = &Verb{
	Name: "discard", Rule: "hand/limit", Args: []*engine.Kind{CardKind}, Steps: []engine.Step{StepDiscard},
	Spends: SpendsOperand,
	Needs: []Need{{"hand/own", func(s *State, m engine.Move) bool {
		return Card(m.Arg[0]) < 2*64 && s.Hands[m.Seat].Has(Card(m.Arg[0]))
	}}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendCards(dst, by, v, s.Hands[by])
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.DiscardCard(m.Seat, Card(m.Arg[0]), out, "hand/limit")
	},
}

func appendCards(dst []engine.Move, by engine.Seat, v engine.Verb, set Cards) []engine.Move {
	m := engine.Move{Seat: by, Verb: v}
	for ; !set.Empty(); set.Remove(Card(m.Arg[0])) {
		m.Arg[0] = uint8(set.First())
		dst = append(dst, m)
	}
	return dst
}

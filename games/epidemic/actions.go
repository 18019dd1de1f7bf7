package epidemic

import "theriac/engine"

var anAction = []engine.QuestionKind{QuestionAction}

// Draw ends the actions, whether or not any are left, and draws.
var Draw = &Verb{
	Name: "draw", Rule: "draw/two", Questions: anAction,
	Intent: Draws,
	List:   Plain,
	Play: func(s *State, _ engine.Move, _ *engine.Facts) {
		if s.rules.on.ActionsLeft != nil {
			s.rules.on.ActionsLeft(s)
		}
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
	return s.Role(m.Seat).BuildFree || s.hands[m.Seat].Has(Card(s.Pawns[m.Seat]))
}

// payForStation discards the card of the city, unless the role builds without.
func (s *State) payForStation(seat engine.Seat, out *engine.Facts) (rule string) {
	if s.Role(seat).BuildFree {
		return s.ruleOf(seat).build
	}
	s.DiscardCard(seat, Card(s.Pawns[seat]), out, "action/build")
	return "action/build"
}

// StationFor says whether a seat can use a station in a city: everybody's, or one of its
// own.
func (s *State) StationFor(seat engine.Seat, c City) bool {
	return s.HasStation(c) || s.rules.on.OwnStation != nil && s.rules.on.OwnStation(s, seat) == c
}

// NoStation is why a seat cannot use a station in a city: the rule that asks for one, or
// the rule by which the one there is not for this seat. It is nothing if the seat can.
func (s *State) NoStation(seat engine.Seat, c City, rule string) string {
	if s.StationFor(seat, c) {
		return ""
	}
	if foreign := s.rules.on.ForeignStation; foreign != nil {
		if why := foreign(s, seat, c); why != "" {
			return why
		}
	}
	return rule
}

// stationsFor is the cities with a station that a seat can use.
func (s *State) stationsFor(seat engine.Seat) uint64 {
	if own := s.rules.on.OwnStation; own != nil {
		if c := own(s, seat); c != NoCity {
			return s.Stations | bit(c)
		}
	}
	return s.Stations
}

// StationBuilt lets ways to play act on a station that a seat has built with the cards of
// a hand.
func (s *State) StationBuilt(by, holder engine.Seat, out *engine.Facts) {
	if s.rules.on.StationBuilt != nil {
		s.rules.on.StationBuilt(s, by, holder, out)
	}
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
	if s.rules.on.StationCame != nil {
		s.rules.on.StationCame(s, c, old == 0, out)
	}
}

// Build builds a station in the pawn's city.
var Build = &Verb{
	Name: "build", Rule: "action/build", Questions: anAction, Cost: 1, Where: NoStation,
	Intent: Builds,
	Spends: SpendsHere, Builds: true,
	Needs: []Need{
		{Rule: "action/one-station", Holds: noStationHere},
		{Rule: "action/station-limit", Holds: stationLeft},
		{Rule: "action/build", Text: "card-here", Holds: paysForStation},
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
		s.StationBuilt(m.Seat, m.Seat, out)
	},
}

// MoveStationVerb builds with a station that stands elsewhere.
var MoveStationVerb = &Verb{
	Name: "move-station", Rule: "action/station-limit", Args: []*engine.Kind{CityKind}, Questions: anAction, Cost: 1, Where: NoStation,
	Intent: Arranges,
	Spends: SpendsHere, Builds: true,
	Needs: []Need{
		{Rule: "action/one-station", Holds: noStationHere},
		{Rule: "action/station-limit", Text: "stations-left", Holds: func(s *State, m engine.Move) bool {
			return !stationLeft(s, m) && s.HasStation(city(m))
		}},
		{Rule: "action/build", Text: "card-here", Holds: paysForStation},
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
		s.StationBuilt(m.Seat, m.Seat, out)
	},
}

// Discard answers the question of a hand that is too large.
var Discard = &Verb{
	Name: "discard", Rule: "hand/limit", Args: []*engine.Kind{CardKind}, Questions: []engine.QuestionKind{QuestionDiscard},
	Intent: Discards,
	Spends: SpendsOperand,
	Needs: []Need{
		{Rule: "hand/own", Holds: func(s *State, m engine.Move) bool {
			return Card(m.Arg[0]) < 2*64 && s.spokenFor(m.Seat).Has(Card(m.Arg[0]))
		}},
		{Why: func(s *State, m engine.Move) string {
			if s.surplus(m.Seat).Has(Card(m.Arg[0])) {
				return ""
			}
			return s.rules.helper.limit // a card of the other hand, which is not too large
		}},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendCards(dst, by, v, s.surplus(by))
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		c := Card(m.Arg[0])
		holder := s.holding(m.Seat, c)
		s.DiscardCard(holder, c, out, s.rules.byHolder(holder, "hand/limit", s.rules.helper.limit))
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

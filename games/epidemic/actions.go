package epidemic

import "theriac/engine"

var anAction = []engine.QuestionKind{QuestionAction}

// Draw ends the seat's actions, even if some are left, and starts drawing cards.
var Draw = &Verb{
	Name: "draw", Rule: "draw/two", Questions: anAction,
	Intent: Draws,
	List:   Plain,
	Play: func(s *State, _ engine.Move, _ *engine.Facts) {
		if s.rules.hooks.ActionsLeft != nil {
			s.rules.hooks.ActionsLeft(s)
		}
		s.Actions = 0
		s.closeTop()
	},
}

// The verbs below build stations. If all stations are on the board, the builder moves one of them instead.

func noStationHere(s *State, m engine.Move) bool { return !s.HasStation(s.Pawns[m.Seat]) }

func stationLeft(s *State, _ engine.Move) bool { return s.StationLeft() }

// StationLeft reports whether the supply still has a station to build.
func (s *State) StationLeft() bool { return count(s.Stations) < int(s.rules.Numbers.Stations) }

func paysForStation(s *State, m engine.Move) bool {
	return s.Role(m.Seat).BuildFree || s.hands[m.Seat].Has(Card(s.Pawns[m.Seat]))
}

// payForStation discards the card of the city in which a seat builds, unless its role builds without a
// card.
func (s *State) payForStation(seat engine.Seat, out *engine.Facts) (rule string) {
	if s.Role(seat).BuildFree {
		return s.ruleOf(seat).build
	}
	s.DiscardCard(seat, Card(s.Pawns[seat]), out, "action/build")
	return "action/build"
}

// StationFor reports whether a city has a station that the seat can use: a common one, or its own.
func (s *State) StationFor(seat engine.Seat, c City) bool {
	return s.HasStation(c) || s.rules.hooks.OwnStation != nil && s.rules.hooks.OwnStation(s, seat) == c
}

// NoStation returns the rule that keeps a seat from using a station in a city, or an empty string if it can
// use one. If the city has no station, that is the given rule. If the station belongs to others, it is the
// rule that reserves it for them.
func (s *State) NoStation(seat engine.Seat, c City, rule string) string {
	if s.StationFor(seat, c) {
		return ""
	}
	if foreign := s.rules.hooks.ForeignStation; foreign != nil {
		if why := foreign(s, seat, c); why != "" {
			return why
		}
	}
	return rule
}

// stationsFor returns the cities with a station that a seat can use.
func (s *State) stationsFor(seat engine.Seat) uint64 {
	if own := s.rules.hooks.OwnStation; own != nil {
		if c := own(s, seat); c != NoCity {
			return s.Stations | bit(c)
		}
	}
	return s.Stations
}

// StationBuilt lets the modules react to a station that seat by has built with cards from the given hand.
func (s *State) StationBuilt(by, holder engine.Seat, out *engine.Facts) {
	if s.rules.hooks.StationBuilt != nil {
		s.rules.hooks.StationBuilt(s, by, holder, out)
	}
}

// BuildStation puts a station into a city.
func (s *State) BuildStation(c City, out *engine.Facts, rule string) {
	s.Stations |= bit(c)
	out.Add(FactStationBuilt, rule, uint8(c))
}

// MoveStation builds a station by moving one from another city.
func (s *State) MoveStation(from, to City, out *engine.Facts) {
	s.Stations = s.Stations&^bit(from) | bit(to)
	out.Add(FactStationMoved, "action/station-limit", uint8(from), uint8(to))
}

// BuildOwn builds the one station that city c's disease has, in c. If that station is already on the board,
// it moves to c.
func (s *State) BuildOwn(c City, out *engine.Facts, rule, moves string) {
	d := s.rules.colour[c]
	old := s.Stations & s.rules.ofKind[d]
	if old != 0 {
		s.Stations = s.Stations&^old | bit(c)
		out.Add(FactStationMoved, moves, uint8(firstCity(old)), uint8(c))
	} else {
		s.BuildStation(c, out, rule)
	}
	if s.rules.hooks.StationCame != nil {
		s.rules.hooks.StationCame(s, c, old == 0, out)
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

// MoveStationVerb builds a station by moving one from another city.
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

// Discard discards a card when the seat's hand exceeds its limit.
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
			return s.rules.helper.limit // the seat decides for a second hand; the card is in the hand that does not exceed its limit
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

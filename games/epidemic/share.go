package epidemic

import "theriac/engine"

// To share knowledge, a seat gives a city card to another seat in the same city, and both must agree. If
// hands are hidden, a seat cannot name a card that it does not see. Instead, it asks for one, and the other
// seat hands one over or refuses.

// Shareable returns the city cards that a giver can hand over where its pawn is.
func (s *State) Shareable(giver engine.Seat) uint64 {
	hand := s.hands[giver].Cities()
	if s.Role(giver).GivesAny {
		return hand
	}
	return hand & bit(s.Pawns[giver])
}

// together reports whether the pawns of two different seats are in the same city.
func (s *State) together(a, b engine.Seat) bool {
	return a != b && int(b) < s.rules.Players && s.Pawns[a] == s.Pawns[b]
}

// Mates returns the other seats whose pawns are in the same city as a seat's pawn.
func (s *State) Mates(of engine.Seat) engine.Seats {
	var set engine.Seats
	for seat := range engine.Seat(s.rules.Players) {
		if s.Pawns[seat] == s.Pawns[of] {
			set |= 1 << seat
		}
	}
	return set.Without(of)
}

func other(m engine.Move) engine.Seat { return engine.Seat(m.Arg[0]) }

func togetherWithOther(s *State, m engine.Move) bool { return s.together(m.Seat, other(m)) }

// shareRule returns the rule that allows a giver to give a card: only the card of the city, or any card if
// its role says so.
func (s *State) shareRule(giver engine.Seat, c Card) string {
	if City(c) != s.Pawns[giver] {
		return s.Role(giver).Rule
	}
	return "action/share"
}

func (s *State) share(from, to engine.Seat, c Card, out *engine.Facts) {
	s.GiveCard(from, to, c, out, s.shareRule(from, c))
	s.spendShare(from, to)
	// A seat that exceeds its limit by receiving a card discards before anything else happens.
	s.CheckLimit()
}

// shareCost returns how many actions it costs two seats to share knowledge.
func (s *State) shareCost(a, b engine.Seat) uint8 {
	if cost := s.rules.hooks.ShareCost; cost != nil {
		if n, _ := cost(s, a, b); n > 0 {
			return n
		}
	}
	return 1
}

// affordsShare reports whether enough actions are left for two seats to share.
func (s *State) affordsShare(a, b engine.Seat) bool { return s.shareCost(a, b) <= s.Actions }

// affordsShare is the need for enough actions to share with the seat that a move names.
var affordsShare = Need{Why: func(s *State, m engine.Move) string {
	cost := s.rules.hooks.ShareCost
	if cost == nil {
		return ""
	}
	if n, rule := cost(s, m.Seat, other(m)); n > s.Actions {
		return rule
	}
	return ""
}}

// spendShare subtracts the actions that sharing costs two seats.
func (s *State) spendShare(a, b engine.Seat) {
	s.Actions -= s.shareCost(a, b) - 1
	s.SpendAction()
}

func mayShare(giver func(m engine.Move) engine.Seat) func(s *State, m engine.Move) bool {
	return func(s *State, m engine.Move) bool {
		return Card(m.Arg[1]).IsCity() && s.Shareable(giver(m))&bit(City(m.Arg[1])) != 0
	}
}

// appendShares appends the moves that share knowledge with a seat in the same city.
func appendShares(s *State, by engine.Seat, v engine.Verb, dst []engine.Move, giver func(with engine.Seat) engine.Seat) []engine.Move {
	for mates := s.Mates(by); mates != 0; mates &= mates - 1 {
		with := mates.First()
		if s.shareCost(by, with) > s.Actions {
			continue
		}
		set := s.Shareable(giver(with))
		m := engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(with)}}
		eachCity(set, func(c City) bool {
			m.Arg[1] = uint8(c)
			if s.RefusedN == 0 || NotRefused(s, m) {
				dst = append(dst, m)
			}
			return true
		})
	}
	return dst
}

// Give hands a city card to another seat.
var Give = &Verb{
	Name: "give", Rule: "action/share", Args: []*engine.Kind{engine.SeatKind, CardKind}, Questions: anAction, Cost: 1, Where: InCompany,
	Intent: Shares,
	Spends: SpendsOperand,
	Needs: []Need{
		{Rule: "action/share-place", Any: "nobody", Holds: togetherWithOther},
		affordsShare,
		{Rule: "action/share", Text: "city-cards", Holds: func(s *State, m engine.Move) bool {
			return !s.Role(m.Seat).GivesAny || s.Shareable(m.Seat) != 0
		}},
		{Rule: "action/share", Text: "card-here", Holds: mayShare(func(m engine.Move) engine.Seat { return m.Seat })},
		{Rule: "consent/refused", Holds: NotRefused},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		if s.Shareable(by) == 0 {
			return dst
		}
		return appendShares(s, by, v, dst, func(engine.Seat) engine.Seat { return by })
	},
	Asks:  func(_ *State, m engine.Move) (engine.Seat, bool) { return other(m), true },
	Shows: func(_ *State, m engine.Move) Card { return Card(m.Arg[1]) },
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.share(m.Seat, other(m), Card(m.Arg[1]), out)
	},
}

// TakesNamed are the needs of a move that names the card to take: no module forbids it, and hands are open.
var TakesNamed = [2]Need{
	{Why: func(s *State, _ engine.Move) string {
		if named := s.rules.hooks.TakesNamed; named != nil {
			return named(s)
		}
		return ""
	}},
	{Rule: "hand/hidden", Holds: func(s *State, _ engine.Move) bool { return s.rules.Open }},
}

// Take takes a city card from another seat.
var Take = &Verb{
	Name: "take", Rule: "action/share", Args: []*engine.Kind{engine.SeatKind, CardKind}, Questions: anAction, Cost: 1, Where: InCompany,
	Intent: Shares,
	Hands:  OpenHands,
	Needs: []Need{
		TakesNamed[0],
		TakesNamed[1],
		{Rule: "action/share-place", Any: "nobody", Holds: togetherWithOther},
		affordsShare,
		{Rule: "action/share", Holds: mayShare(other)},
		{Rule: "consent/refused", Holds: NotRefused},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendShares(s, by, v, dst, func(with engine.Seat) engine.Seat { return with })
	},
	Asks: func(_ *State, m engine.Move) (engine.Seat, bool) { return other(m), true },
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		s.share(other(m), m.Seat, Card(m.Arg[1]), out)
	},
}

// Ask asks another seat for a city card, if hands are hidden.
var Ask = newAskVerb()

func newAskVerb() *Verb {
	hidden := func(s *State, _ engine.Move) bool { return !s.rules.Open }
	hasCards := func(s *State, m engine.Move) bool { return !s.hands[other(m)].Empty() }
	fresh := func(s *State, m engine.Move) bool { return s.mayAsk(request(m.Verb, other(m), m)) }
	return &Verb{
		Name: "ask", Rule: "action/share", Args: []*engine.Kind{engine.SeatKind}, Questions: anAction, Cost: 1, Where: InCompany,
		Intent: Shares,
		Hands:  HiddenHands,
		Needs:  []Need{{Rule: "hand/open", Holds: hidden}, {Rule: "action/share-place", Any: "nobody", Holds: togetherWithOther}, affordsShare, {Rule: "action/share", Text: "their-cards", Holds: hasCards}, {Rule: "consent/refused", Holds: fresh}},
		List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			for mates := s.Mates(by); mates != 0; mates &= mates - 1 {
				m := engine.Move{Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(mates.First())}}
				if s.affordsShare(m.Seat, other(m)) && hasCards(s, m) && fresh(s, m) {
					dst = append(dst, m)
				}
			}
			return dst
		},
		Play: func(s *State, m engine.Move, out *engine.Facts) {
			s.RequestCard(m, other(m), out)
		},
	}
}

// Hand answers a request by handing over a card.
var Hand = &Verb{
	Name: "hand", Rule: "action/share", Args: []*engine.Kind{CardKind}, Questions: []engine.QuestionKind{QuestionRequest},
	Intent: Agrees,
	Spends: SpendsOperand,
	Needs: []Need{{Rule: "action/share", Holds: func(s *State, m engine.Move) bool {
		return Card(m.Arg[0]).IsCity() && s.request().Cards(s, m.Seat)&bit(city(m)) != 0
	}}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return AppendCities(dst, by, v, s.request().Cards(s, by))
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		to, then := engine.Seat(s.Top().N), s.request().Then
		s.closeTop()
		then(s, m.Seat, to, Card(m.Arg[0]), out)
	},
}

package epidemic

import "theriac/engine"

// The verbs in this file answer follow-up questions that ask for a city, a card, or an order of cards.

// AskCity asks a seat to choose a city. Verb v determines which cities are allowed and what the choice does.
func (s *State) AskCity(by engine.Seat, v engine.Verb, arg ...uint8) {
	f := Frame{Question: QuestionCity, Seat: by, Verb: v}
	copy(f.Arg[:], arg)
	s.ask(f)
}

// choices returns the cities that can answer the open question.
func (s *State) choices() uint64 {
	f := s.Top()
	return s.rules.verbs[f.Verb].City.Cities(s, f)
}

// To answers a follow-up question with a city.
var To = &Verb{
	Name: "to", Rule: "turn/question", Args: []*engine.Kind{CityKind}, Questions: []engine.QuestionKind{QuestionCity},
	Intent: Goes,
	Needs: []Need{
		{Rule: "consent/refused", Holds: func(s *State, m engine.Move) bool { return !s.refusedCity(city(m)) }},
		{Rule: "turn/choice", Holds: func(s *State, m engine.Move) bool { return s.choices()&bit(city(m)) != 0 }},
	},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return AppendCities(dst, by, v, s.choices())
	},
	Because: func(s *State, m engine.Move, rule string) string {
		if rule != "turn/choice" {
			return rule
		}
		f := s.Top()
		if why := s.rules.verbs[f.Verb].City.Why; why != nil {
			if more := why(s, f, city(m)); more != "" {
				return more
			}
		}
		return rule
	},
	Asks: func(s *State, m engine.Move) (engine.Seat, bool) {
		f := s.Top()
		if asks := s.rules.verbs[f.Verb].City.Asks; asks != nil {
			return asks(s, f, city(m))
		}
		return 0, false
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		f := *s.Top()
		s.EndCompound()
		s.rules.verbs[f.Verb].City.Then(s, f, city(m), out)
	},
}

// refusedCity reports whether the seat that would be asked to consent has already refused this city in this
// step.
func (s *State) refusedCity(c City) bool {
	f := s.Top()
	asks := s.rules.verbs[f.Verb].City.Asks
	if asks == nil {
		return false
	}
	who, needs := asks(s, f, c)
	return needs && s.refusedCities(f.Verb, who)&bit(c) != 0
}

// candidates returns the cards in the asked hand that can answer the open question.
func (s *State) candidates() Cards {
	f := s.Top()
	return s.hands[s.rules.cardsOf(f)].And(s.rules.verbs[f.Verb].Card.Of(&s.Public, s.rules, f))
}

// cardsOf returns the hand that the answer to question f comes from.
func (r *Rules) cardsOf(f *Frame) engine.Seat {
	if from := r.verbs[f.Verb].Card.From; from != nil {
		return from(r, f)
	}
	return f.Seat
}

// Spend answers a follow-up question with a card.
var Spend = &Verb{
	Name: "spend", Rule: "turn/question", Args: []*engine.Kind{CardKind}, Questions: []engine.QuestionKind{QuestionCard},
	Intent: Discards,
	Spends: SpendsOperand,
	Needs: []Need{{Rule: "turn/choice", Holds: func(s *State, m engine.Move) bool {
		set := s.candidates()
		return set.Has(Card(m.Arg[0]))
	}}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendCards(dst, by, v, s.candidates())
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		f := s.Top()
		if !s.rules.verbs[f.Verb].Card.Then(s, f, Card(m.Arg[0]), out) {
			s.Serial++
			f.ID = s.Serial
		}
	},
}

// unorderedInfectionCards returns the cards that the seat has not yet ordered. They are below the ordered
// ones.
func (s *State) unorderedInfectionCards() uint64 {
	f := s.Top()
	var set uint64
	for i := s.InfectionLen - f.Arg[0]; i < s.InfectionLen-f.N; i++ {
		set |= bit(s.infection[i])
	}
	return set
}

// OrderInfectionDeck chooses the next card when a seat reorders the top of the infection deck, from the top
// down. The last card is placed automatically.
var OrderInfectionDeck = &Verb{
	Name: "put", Rule: "turn/question", Args: []*engine.Kind{InfectionKind}, Questions: []engine.QuestionKind{QuestionOrderInfectionDeck}, Veiled: 1,
	Intent: Places,
	Needs:  []Need{{Rule: "turn/choice", Holds: func(s *State, m engine.Move) bool { return s.unorderedInfectionCards()&bit(city(m)) != 0 }}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return AppendCities(dst, by, v, s.unorderedInfectionCards())
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		if !putNext(s, s.infection[:s.InfectionLen], city(m)) {
			return
		}
		f := s.Top()
		n, rule := f.Arg[0], s.rules.verbs[f.Verb].Rule
		s.EndCompound()
		out.Add(FactInfectionDeckOrdered, rule, uint8(m.Seat), n)
		for i := range n {
			out.Tell(s.witnesses(m.Seat), FactInfectionDeckOrderedAs, rule, uint8(s.infection[s.InfectionLen-1-i]), i+1)
		}
	},
}

// putNext moves the chosen card below those already reordered at the top of a deck, and reports whether the
// order is complete. The other cards keep their order, so it is valid even if the seat stops here.
func putNext[C comparable](s *State, deck []C, card C) (done bool) {
	f := s.Top()
	top := len(deck) - 1
	n, place := int(f.Arg[0]), top-int(f.N)
	for i := place; i > top-n; i-- {
		if deck[i] == card {
			copy(deck[i:place], deck[i+1:place+1])
			deck[place] = card
			break
		}
	}
	f.N++
	s.Serial++
	f.ID = s.Serial
	return int(f.N) >= n-1
}

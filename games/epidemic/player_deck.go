package epidemic

import "theriac/engine"

// maxKnown is the largest number of player cards that everyone can know on top of their deck.
const maxKnown = 3

// LookAtDeck shows everyone the top player cards and asks a seat to put them back in any order. Use it only
// in games with open hands.
func (s *State) LookAtDeck(by engine.Seat, v engine.Verb, out *engine.Facts, rule string) {
	n := min(maxKnown, s.DeckLen)
	s.learned(engine.Everyone)
	s.DeckKnown = n
	out.Add(FactStudied, rule, uint8(by), n)
	for i := range n {
		out.Add(FactStudiedCard, rule, uint8(s.deck[s.DeckLen-1-i]), i+1)
	}
	if n > 1 {
		s.ask(Frame{Question: QuestionOrderPlayerDeck, Seat: by, Verb: v, Arg: [engine.Operands]uint8{n}})
	}
}

// unorderedPlayerCards returns the player cards that the seat has not yet ordered. All epidemics count as the
// same card.
func (s *State) unorderedPlayerCards() Cards {
	f := s.Top()
	var set Cards
	for i := s.DeckLen - f.Arg[0]; i < s.DeckLen-f.N; i++ {
		set.Add(s.deck[i])
	}
	return set
}

// OrderPlayerDeck chooses the next card when a seat reorders the top of the player deck, from the top down.
// The last card is placed automatically.
var OrderPlayerDeck = &Verb{
	Name: "lay", Rule: "turn/question", Args: []*engine.Kind{CardKind}, Questions: []engine.QuestionKind{QuestionOrderPlayerDeck},
	Needs: []Need{{Rule: "turn/choice", Holds: func(s *State, m engine.Move) bool {
		set := s.unorderedPlayerCards()
		return set.Has(Card(m.Arg[0]))
	}}},
	List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		return appendCards(dst, by, v, s.unorderedPlayerCards())
	},
	Play: func(s *State, m engine.Move, out *engine.Facts) {
		if !putNext(s, s.deck[:s.DeckLen], Card(m.Arg[0])) {
			return
		}
		f := s.Top()
		n, rule := f.Arg[0], s.rules.verbs[f.Verb].Rule
		s.closeTop()
		out.Add(FactPlayerDeckOrdered, rule, uint8(m.Seat), n)
		for i := range n {
			out.Add(FactPlayerDeckOrderedAs, rule, uint8(s.deck[s.DeckLen-1-i]), i+1)
		}
	},
}

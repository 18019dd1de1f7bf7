package roles

import (
	"math/bits"

	"theriac/engine"
	"theriac/games/epidemic"
)

const (
	pairsRule  = "role/virologist/pairs"
	remoteRule = "role/virologist/treat"
	noColour   = 0xff
)

// Virologist can replace each card of a cure by two cards of one other colour. As an action she discards a City
// card to remove a cube of that card's colour from any city.
//
// Rule: world/role/virologist.
var Virologist = &epidemic.Role{
	ID: "virologist", Rule: "role/virologist", Set: "lab",
	Verbs: []*epidemic.Verb{cureWithPairs, treatAnywhere},
}

// pairs returns what a hand could use for a cure: the number of cards of the disease's colour, and of pairs of
// cards of one other colour.
func pairs(s *epidemic.State, seat engine.Seat, of epidemic.Disease) (own, two int) {
	hand := s.Hand(seat)
	for d := range epidemic.Disease(len(s.Rules().Diseases)) {
		n := bits.OnesCount64(hand.Cities() & s.Rules().CitiesOf(d))
		if d == of {
			own = n
		} else {
			two += n / 2
		}
	}
	return own, two
}

// paysWithPairs reports whether a hand can pay for a cure using at least one pair. It returns false if cards of
// any colour pay for the cure, because pairs have no use there.
func paysWithPairs(s *epidemic.State, m engine.Move) bool {
	d := epidemic.Disease(m.Arg[0])
	own, two := pairs(s, m.Seat, d)
	return s.Rules().CitiesOf(d) != 0 && two > 0 && own+two >= s.CureNeed(m.Seat, d).Cards
}

var cureWithPairs = &epidemic.Verb{
	Name: "cure-pairs", Rule: pairsRule, Args: []*engine.Kind{epidemic.DiseaseKind},
	Intent:    epidemic.Cures,
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Where: epidemic.AtStation,
	Needs: []epidemic.Need{
		{Rule: "setup/contents", Holds: inPlay},
		{Rule: "action/cure-once", Holds: notCured}, epidemic.StationToCure(atStation),
		{Rule: "lab/complete", Holds: researched}, {Rule: pairsRule, Holds: paysWithPairs},
	},
	List: eachDisease(func(s *epidemic.State, m engine.Move) bool {
		return notCured(s, m) && paysWithPairs(s, m) && atStation(s, m) && researched(s, m)
	}),
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.ShowCities(m.Seat, out, pairsRule)
		need := s.CureNeed(m.Seat, epidemic.Disease(m.Arg[0])).Cards
		s.AskChoice(epidemic.QuestionTheirs, m.Seat, m.Verb, uint8(need), m.Arg[0], noColour)
	},
	Keeps:  []*engine.Kind{epidemic.DiseaseKind, epidemic.DiseaseKind},
	Choice: &epidemic.Choice{List: listPairs, Then: payPair},
}

// listPairs lists the cards that can be discarded next for a cure. If the first card of a pair has been
// discarded, only the second one is listed. Otherwise these are cards of the disease's colour, and cards that
// begin a pair.
func listPairs(s *epidemic.State, f *epidemic.Frame, m engine.Move, dst []engine.Move) []engine.Move {
	d, open := epidemic.Disease(f.Arg[0]), f.Arg[1]
	hand, r := s.Hand(f.Seat), s.Rules()
	m.Arg[0] = uint8(f.Seat)
	for c := range epidemic.EachCity(hand.Cities()) {
		of := r.Colour(c)
		fits := of == d
		switch {
		case open != noColour:
			fits = uint8(of) == open
		case of != d:
			fits = bits.OnesCount64(hand.Cities()&r.CitiesOf(of)) > 1
		}
		if m.Arg[1] = uint8(c); fits {
			dst = append(dst, m)
		}
	}
	return dst
}

// payPair discards a card and asks for the next one, until the cure is paid for.
func payPair(s *epidemic.State, f epidemic.Frame, m engine.Move, out *engine.Facts) {
	c := epidemic.Card(m.Arg[1])
	of := uint8(s.Rules().Colour(epidemic.City(c)))
	s.DiscardCard(f.Seat, c, out, pairsRule)
	switch {
	case of == f.Arg[0]:
		f.N--
	case f.Arg[1] == noColour:
		f.Arg[1] = of
	default:
		f.Arg[1] = noColour
		f.N--
	}
	if f.N == 0 {
		s.FinishCure(epidemic.Disease(f.Arg[0]), out)
		return
	}
	s.AskChoice(epidemic.QuestionTheirs, f.Seat, f.Verb, f.N, f.Arg[:]...)
}

// treatAnywhere discards a card and removes a cube of its colour from the named city.
var treatAnywhere = &epidemic.Verb{
	Name: "treat-afar", Rule: remoteRule, Args: []*engine.Kind{epidemic.CardKind, epidemic.CityKind},
	Questions: []engine.QuestionKind{epidemic.QuestionAction}, Cost: 1, Spends: epidemic.SpendsFirst,
	Needs: []epidemic.Need{
		{Rule: "hand/own", Any: "city-cards", Holds: func(s *epidemic.State, m engine.Move) bool { return s.HoldsCity(m.Seat, m.Arg[0]) }},
		{Rule: remoteRule, Holds: func(s *epidemic.State, m engine.Move) bool {
			return s.CubesAt(epidemic.City(m.Arg[1]), s.Rules().Colour(epidemic.City(m.Arg[0]))) > 0
		}},
	},
	List: func(s *epidemic.State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
		hand := s.Hand(by)
		m := engine.Move{Seat: by, Verb: v}
		for card := range epidemic.EachCity(hand.Cities()) {
			dst = epidemic.AppendPairs(dst, m, uint8(card), s.With(s.Rules().Colour(card)))
		}
		return dst
	},
	Play: func(s *epidemic.State, m engine.Move, out *engine.Facts) {
		s.DiscardCard(m.Seat, epidemic.Card(m.Arg[0]), out, remoteRule)
		s.RemoveCubes(epidemic.City(m.Arg[1]), s.Rules().Colour(epidemic.City(m.Arg[0])), 1, out, remoteRule)
		s.SpendAction()
	},
}

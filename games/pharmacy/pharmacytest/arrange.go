package pharmacytest

import (
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/pharmacy"
)

// Arrange applies the changes in a text to a position. Pieces are moved, never created: pills come from the
// pharmacy and the other players, and cards from wherever they were. Each line is one change:
//
//	turn 1                      this seat is on turn
//	pills 0 4 3 2               exactly these blue, yellow and red pills
//	pharmacy 4 0 0              exactly these; the rest goes to the last seat
//	pile left CARD CARD         on top, the open card first
//	pile right size 1           the other cards go under the other pile
//	front 0 CARD CARD/1 …       exactly these viruses, with this number of injections
//	unused 0 1                  exactly this number of injections that are not on a virus
//	risk 0 CARD CARD            exactly these risk cards
//	unseen CARD CARD            the risk cards that no seat was dealt
//	opened CARD CARD            risk cards that have been played and are out of the round
//	nurse 0 1 · diagnosis 2 3 · doctor 1
//	round 3                     the rounds before it count nothing
//
// Arrange changes the public part of the position directly. It changes a copy of the hidden part, and
// writes that copy back through the text of the position. A text with a mistake changes nothing.
func Arrange(s *pharmacy.State, text string) error {
	changed := *s
	a := &arranger{s: &changed, r: s.Rules(), h: s.Secrets()}
	err := enginetest.EachChange(text, func(name string, w *enginetest.Words) {
		a.Words = w
		if do := changes[name]; do != nil {
			do(a)
		} else {
			w.Fail("no such change")
		}
	})
	if err != nil {
		return err
	}
	a.putBack()
	*s = changed
	return nil
}

var changes = map[string]func(*arranger){
	"turn":      (*arranger).turn,
	"pills":     (*arranger).pills,
	"pharmacy":  (*arranger).pharmacy,
	"pile":      (*arranger).pile,
	"front":     (*arranger).front,
	"unused":    (*arranger).unused,
	"risk":      (*arranger).risk,
	"unseen":    (*arranger).unseen,
	"opened":    (*arranger).opened,
	"nurse":     func(a *arranger) { a.guess(pharmacy.FaceNurse, &a.s.Nurse, &a.s.Nursed) },
	"diagnosis": func(a *arranger) { a.guess(pharmacy.FaceDiagnosis, &a.s.Diagnostician, &a.s.Doomed) },
	"doctor":    func(a *arranger) { a.openFrom(pharmacy.FaceDoctor); a.s.Doctor = a.seat() },
	"round":     func(a *arranger) { a.s.Round = a.Number() },
}

// arranger parses a change and applies it.
type arranger struct {
	*enginetest.Words
	s *pharmacy.State
	r *pharmacy.Rules
	h *pharmacy.Secrets // a copy of the hidden part, until putBack writes it back
}

// putBack writes the changed copy of the hidden part back into the position.
func (a *arranger) putBack() {
	text := enginetest.FieldsOf(a.s.Code)
	var hands []any
	for _, h := range a.h.Hands[:a.r.Players] {
		hands = append(hands, map[string]any{"cards": names(h)})
	}
	text.Set("hands", hands)
	text.Set("unseen", names(a.h.Unseen))
	for p, name := range piles.Values {
		text.Set(name+"-pile", enginetest.Names(pharmacy.Cards(), a.h.Pile[p][:a.s.PileLen[p]]))
	}
	s, err := a.r.ReadState(text.Text())
	if err != nil {
		panic(err) // the change itself is faulty
	}
	*a.s = s
}

// piles names the two piles.
var piles = engine.NewKind("pile", "left", "right")

// names returns the names of the risk cards in a hand.
func names(h pharmacy.Hand) []string {
	list := []string{}
	for c := pharmacy.FirstRisk; c.IsRisk(); c++ {
		for range h.Count(c) {
			list = append(list, pharmacy.Cards().Text(uint8(c)))
		}
	}
	return list
}

func (a *arranger) seat() engine.Seat { return a.Seat(a.r.Players) }

func (a *arranger) cards() []pharmacy.Card {
	return enginetest.Rest(a.Words, func() pharmacy.Card { return pharmacy.Card(a.Value(pharmacy.Cards())) })
}

func (a *arranger) turn() {
	a.s.Active = a.seat()
	a.s.Asked = engine.SeatsOf(a.s.Active)
}

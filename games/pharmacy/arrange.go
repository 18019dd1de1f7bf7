package pharmacy

import (
	"strings"

	"theriac/engine"
)

// Arrange changes a position by hand: for puzzles, lessons and tests. Pieces are
// moved, never made: pills come from the pharmacy and the other players, cards
// from wherever they were. One line is one change:
//
//	turn 1                      this seat is on turn
//	pills 0 4 3 2               exactly these blue, yellow and red pills
//	pharmacy 4 0 0              exactly these; the rest goes to the last seat
//	pile left CARD CARD         on top, the open one first
//	pile right size 1           the other cards go under the other pile
//	front 0 CARD CARD/1 …       exactly these viruses, with so many injections
//	unused 0 1                  exactly so many injections on no virus
//	risk 0 CARD CARD            exactly these risk cards
//	unseen CARD CARD            the risk cards that nobody was dealt
//	opened CARD CARD            risk cards that have been played and are out of the round
//	nurse 0 1 · diagnosis 2 3 · doctor 1
//	round 3                     rounds before count nothing
func (s *State) Arrange(text string) error {
	for part := range strings.SplitSeq(text, " · ") {
		words := strings.Split(part, " ")
		a := arranger{s: s, words: words[1:]}
		do, ok := arrangements[words[0]]
		if !ok || len(words) < 2 {
			return &engine.ParseError{Text: part, Why: "no such change"}
		}
		do(&a)
		if a.why == "" && len(a.words) > 0 {
			a.why = "too many words"
		}
		if a.why != "" {
			return &engine.ParseError{Text: part, Why: a.why}
		}
	}
	return nil
}

var arrangements = map[string]func(*arranger){
	"turn":      (*arranger).turn,
	"pills":     (*arranger).pills,
	"pharmacy":  (*arranger).pharmacy,
	"pile":      (*arranger).pile,
	"front":     (*arranger).front,
	"unused":    (*arranger).unused,
	"risk":      (*arranger).risk,
	"unseen":    (*arranger).unseen,
	"opened":    (*arranger).opened,
	"nurse":     func(a *arranger) { a.guess(FaceNurse, &a.s.Nurse, &a.s.Nursed) },
	"diagnosis": func(a *arranger) { a.guess(FaceDiagnosis, &a.s.Diagnostician, &a.s.Doomed) },
	"doctor":    func(a *arranger) { a.s.openFrom(FaceDoctor); a.s.Doctor = a.seat() },
	"round":     func(a *arranger) { a.s.Round = a.number() },
}

// arranger reads the words of a change and makes it; why says what is wrong with them.
type arranger struct {
	s     *State
	words []string
	why   string
}

func (a *arranger) value(k *engine.Kind) uint8 {
	if len(a.words) == 0 {
		a.why = "a word is missing"
		return 0
	}
	w := a.words[0]
	a.words = a.words[1:]
	v, ok := k.Parse(w)
	if !ok && a.why == "" {
		a.why = "no " + k.Name + " is called " + w
	}
	return v
}

func (a *arranger) number() uint8 { return a.value(engine.Number) }

func (a *arranger) seat() engine.Seat {
	seat := engine.Seat(a.value(engine.SeatKind))
	if int(seat) >= a.s.rules.Players {
		a.why = "no such seat"
		return 0
	}
	return seat
}

func (a *arranger) cards() []Card {
	var list []Card
	for len(a.words) > 0 && a.why == "" {
		list = append(list, Card(a.value(cardKind)))
	}
	return list
}

func (a *arranger) turn() {
	a.s.Active = a.seat()
	a.s.Asked = engine.SeatsOf(a.s.Active)
}

package epidemic

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Arrange changes a position by hand: for puzzles, lessons and tests. Pieces
// are moved, never made: cubes come from the supply, cards from wherever they
// were. One line is one change:
//
//	clear cubes                 no cube anywhere
//	cubes CITY blue 2           exactly so many cubes there
//	supply red 2                cubes go to far cities until so many are left
//	cured blue · eradicated red
//	pawn 0 CITY · stations CITY CITY
//	hand 0 CITY EVENT           exactly these cards
//	stash 0 EVENT · discard CITY EVENT
//	deck top epidemic CITY · deck size 2
//	infection top CITY CITY · infection bottom CITY
//	infection discard CITY · infection size 4
//	turn 1 · actions 2 · rate 3 · outbreaks 7
//	tracks CITY CITY CITY CITY  on the lines between the first two, and so on
//	tokens REGION 2             exactly so many tokens there
//	shield REGION · traits TRAIT TRAIT
//	in-force 0 EVENT · samples red 2 · role 0 ROLE
//	strain red · force CARD CARD · next CARD CARD  in force, and the next to come
//	roles ROLE ROLE · objectives OBJECTIVE OBJECTIVE · bases CITY CITY
//	awards AWARD 0              the team that has it
//	offers ROLE ROLE ROLE OBJECTIVE · first 2   what each team is dealt; who begins
func (s *State) Arrange(text string) error {
	for part := range strings.SplitSeq(text, " · ") {
		words := strings.Split(part, " ")
		a := arranger{s: s, words: words[1:]}
		do, ok := arrangements[words[0]]
		if !ok || len(words) < 2 {
			return &engine.ParseError{Text: part, Why: "no such change"}
		}
		do(&a)
		if a.why != "" {
			return &engine.ParseError{Text: part, Why: a.why}
		}
	}
	return nil
}

var arrangements = map[string]func(*arranger){
	"clear":      (*arranger).clear,
	"cubes":      (*arranger).cubes,
	"supply":     (*arranger).supply,
	"cured":      func(a *arranger) { a.diseases(&a.s.Cured) },
	"eradicated": func(a *arranger) { a.diseases(&a.s.Eradicated) },
	"pawn":       func(a *arranger) { seat := a.seat(); a.s.Pawns[seat] = a.city() },
	"stations":   (*arranger).stations,
	"hand":       (*arranger).hand,
	"stash":      func(a *arranger) { seat := a.seat(); c := a.card(); a.s.pluck(c); a.s.Stash[seat] = c },
	"discard":    (*arranger).discard,
	"deck":       (*arranger).deck,
	"infection":  (*arranger).infection,
	"turn":       (*arranger).turn,
	"actions":    func(a *arranger) { a.s.Actions = a.number() },
	"rate":       func(a *arranger) { a.s.Rate = a.number() },
	"outbreaks":  func(a *arranger) { a.s.Outbreaks = a.number() },
	"tracks":     (*arranger).tracks,
	"tokens":     (*arranger).tokens,
	"shield":     func(a *arranger) { a.s.Shield = Region(a.value(a.s.rules.Region)) },
	"traits":     (*arranger).traits,
	"in-force":   (*arranger).inForce,
	"samples":    (*arranger).samples,
	"role":       (*arranger).role,
	"dish":       (*arranger).dish,
	"sequence":   (*arranger).sequence,
	"research":   (*arranger).research,
	"circles":    (*arranger).circles,
	"appeared":   func(a *arranger) { a.s.Lab.Appeared = 0; a.diseases(&a.s.Lab.Appeared); a.inLab() },
	"strain":     func(a *arranger) { a.s.VirulentStrain.Disease = a.disease() },
	"force":      (*arranger).force,
	"next":       (*arranger).nextStrains,
	"roles":      (*arranger).roles,
	"objectives": (*arranger).objectives,
	"bases":      (*arranger).bases,
	"awards":     (*arranger).awards,
	"offers":     (*arranger).deals,
	"first":      (*arranger).first,
}

// arranger reads the words of a change and makes it; why says what is wrong with them.
type arranger struct {
	s     *State
	words []string
	why   string
}

func (a *arranger) next() string {
	if len(a.words) == 0 {
		a.why = "a word is missing"
		return ""
	}
	w := a.words[0]
	a.words = a.words[1:]
	return w
}

func (a *arranger) value(k *engine.Kind) uint8 {
	w := a.next()
	v, ok := k.Parse(w)
	if !ok && a.why == "" {
		a.why = "no " + k.Name + " is called " + w
	}
	return v
}

func (a *arranger) seat() engine.Seat {
	seat := engine.Seat(a.value(engine.SeatKind))
	if int(seat) >= a.s.rules.Players {
		a.why = "no such seat"
		return 0
	}
	return seat
}

// holder is a seat, or the hand that helps one.
func (a *arranger) holder() engine.Seat {
	holder := engine.Seat(a.value(engine.SeatKind))
	if int(holder) >= a.s.rules.Holders {
		a.why = "no such hand"
		return 0
	}
	return holder
}

func (a *arranger) city() City       { return City(a.value(a.s.rules.City)) }
func (a *arranger) card() Card       { return Card(a.value(a.s.rules.Card)) }
func (a *arranger) disease() Disease { return Disease(a.value(a.s.rules.Disease)) }

func (a *arranger) number() uint8 {
	n, err := strconv.ParseUint(a.next(), 10, 8)
	if err != nil {
		a.why = "not a number"
	}
	return uint8(n)
}

func (a *arranger) cities() []City { return many(a, a.city) }
func (a *arranger) cards() []Card  { return many(a, a.card) }

// values are all the words that are left.
func (a *arranger) values(k *engine.Kind) []uint8 {
	return many(a, func() uint8 { return a.value(k) })
}

// many reads all the words that are left, one by one.
func many[T any](a *arranger, one func() T) []T {
	var list []T
	for len(a.words) > 0 && a.why == "" {
		list = append(list, one())
	}
	return list
}

// turn gives a seat the turn. Pawns that have no place yet stand in the first city
// then, and the actions begin.
func (a *arranger) turn() {
	s := a.s
	a.setUpTeams()
	s.Active = a.seat()
	if s.Stack[0].Question == QuestionStart {
		for seat := range engine.Seat(s.rules.Players) {
			if s.Pawns[seat] == NoCity {
				s.Pawns[seat] = 0
			}
		}
		s.Depth = 0
		s.Stack = [maxDepth]Frame{}
		s.settle(nil)
	}
	s.Stack[0].Seat = s.Active
}

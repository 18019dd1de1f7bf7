package epidemictest

import (
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/games/epidemic"
)

// Arrange applies the changes in a text to a position. Pieces are moved, never created: cubes come from the
// supply, and cards from wherever they were. Each line is one change:
//
//	clear cubes                 no cube anywhere
//	cubes CITY blue 2           exactly this number of cubes in the city
//	supply red 2                cubes move to far cities until this number is left
//	cured blue · eradicated red
//	pawn 0 CITY · stations CITY CITY
//	hand 0 CITY EVENT           exactly these cards
//	stash 0 EVENT · discard CITY EVENT
//	deck top epidemic CITY · deck size 2 · epidemics 3   this number has been drawn
//	infection top CITY CITY · infection bottom CITY
//	infection discard CITY · infection size 4
//	infection layer CITY CITY   on top, in an unknown order; must be the last change of the deck
//	turn 1 · actions 2 · rate 3 · outbreaks 7
//	tracks CITY CITY CITY CITY  on the lines between the first two cities, and so on
//	tokens REGION 2             exactly this number of tokens in the region
//	shield REGION · traits TRAIT TRAIT
//	in-force 0 EVENT · samples red 2 · role 0 ROLE
//	strain red · force CARD CARD · next CARD CARD   cards in force, and the next cards to come
//	roles ROLE ROLE · objectives OBJECTIVE OBJECTIVE · bases CITY CITY
//	awards AWARD 0              the team that has it
//	offers ROLE ROLE ROLE OBJECTIVE · first 2   what each team is dealt; the seat that begins
//
// Arrange changes the public part of the position directly. It changes a copy of the hidden part, and
// writes that copy back through the text of the position (secrets.go). A text with a mistake changes
// nothing.
func Arrange(s *epidemic.State, text string) error {
	changed := *s
	a := &arranger{s: &changed, r: s.Rules()}
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
	"clear":      (*arranger).clear,
	"cubes":      (*arranger).cubes,
	"supply":     (*arranger).supply,
	"cured":      func(a *arranger) { a.diseases(&a.s.Cured) },
	"eradicated": func(a *arranger) { a.diseases(&a.s.Eradicated) },
	"pawn":       func(a *arranger) { seat := a.seat(); a.s.Pawns[seat] = a.city() },
	"stations":   (*arranger).stations,
	"hand":       (*arranger).hand,
	"stash":      func(a *arranger) { seat := a.seat(); c := a.card(); a.pluck(c); a.s.Stash[seat] = c },
	"discard":    (*arranger).discard,
	"deck":       (*arranger).deck,
	"epidemics":  (*arranger).epidemics,
	"infection":  (*arranger).infection,
	"turn":       (*arranger).turn,
	"actions":    func(a *arranger) { a.s.Actions = a.Number() },
	"rate":       func(a *arranger) { a.s.Rate = a.Number() },
	"outbreaks":  func(a *arranger) { a.s.Outbreaks = a.Number() },
	"tracks":     (*arranger).tracks,
	"tokens":     (*arranger).tokens,
	"shield":     func(a *arranger) { a.s.Shield = epidemic.Region(a.Value(a.r.Region)) },
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

// arranger parses a change and makes it.
type arranger struct {
	*enginetest.Words
	s *epidemic.State
	r *epidemic.Rules
	// h is a copy of the hidden part of the position. The first change of that part makes it, and putBack
	// writes it back.
	h *epidemic.Secrets
	// forgets means that seats forget what they know about the order of the infection deck.
	forgets bool
}

// hidden returns the copy of the hidden part, which the caller can change.
func (a *arranger) hidden() *epidemic.Secrets {
	if a.h == nil {
		a.h = a.s.Secrets()
	}
	return a.h
}

// putBack writes the changed copy of the hidden part back into the position.
func (a *arranger) putBack() {
	if a.h == nil {
		return
	}
	setSecrets(a.s, a.h, a.forgets)
	a.h, a.forgets = nil, false
}

func (a *arranger) seat() engine.Seat { return a.Seat(a.r.Players) }

// holder parses a seat, or the helper's hand.
func (a *arranger) holder() engine.Seat { return a.Seat(a.r.Holders) }

func (a *arranger) city() epidemic.City       { return epidemic.City(a.Value(a.r.City)) }
func (a *arranger) card() epidemic.Card       { return epidemic.Card(a.Value(a.r.Card)) }
func (a *arranger) disease() epidemic.Disease { return epidemic.Disease(a.Value(a.r.Disease)) }

func (a *arranger) cities() []epidemic.City { return enginetest.Rest(a.Words, a.city) }
func (a *arranger) cards() []epidemic.Card  { return enginetest.Rest(a.Words, a.card) }

// values parses all remaining words.
func (a *arranger) values(k *engine.Kind) []uint8 {
	return enginetest.Rest(a.Words, func() uint8 { return a.Value(k) })
}

// turn starts a seat's turn, before its first action. Pawns that are not on the board go to the first city.
func (a *arranger) turn() {
	a.setUpTeams()
	a.startPawns()
	a.s.Active = a.seat()
	a.s.Stack[0].Seat = a.s.Active
}

// startPawns puts pawns that are not on the board into the first city, by answering the question where pawns
// begin. It plays the answer for a seat whose role does not react to the arrival.
func (a *arranger) startPawns() {
	s := a.s
	if s.Stack[0].Question != epidemic.QuestionStart {
		return
	}
	a.putBack()
	var answers engine.Seat
	for seat := range engine.Seat(a.r.Players) {
		if s.Pawns[seat] == epidemic.NoCity {
			s.Pawns[seat] = 0
		}
		if s.Role(seat).Arrives == nil {
			answers = seat
		}
	}
	at := s.Pawns[answers]
	s.Pawns[answers] = epidemic.NoCity
	s.Play(s.Default(answers), nil)
	s.Pawns[answers] = at
}

func bit(c epidemic.City) uint64 { return 1 << c }

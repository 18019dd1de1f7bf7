package epidemic

import (
	"math/bits"
	"slices"

	"theriac/engine"
)

// The moves of a pawn. They answer the question for an action, and the question
// how to move another's pawn as if it were one's own; the cards come from the
// hand of the seat that is asked.

// Moving is the pawn that the open question is about, and the hand that pays for it.
func (s *State) Moving() (pawn, payer engine.Seat) {
	f := s.Top()
	switch f.Question {
	case QuestionSteer:
		return engine.Seat(f.Arg[0]), f.Seat
	case QuestionFree:
		return f.Seat, f.Seat
	case QuestionAction:
		return s.Active, s.Active
	}
	return s.Active, s.Acting(s.Active)
}

// Travel is a way for a pawn to move.
type Travel struct {
	Name, Rule string
	Intent     Intent
	Questions  []engine.QuestionKind
	Where      Place
	Needs      []Need
	// Cities is where the pawn can go.
	Cities func(s *State, pawn, payer engine.Seat) uint64
	// Spends is the card it costs: SpendsTarget, SpendsHere or none.
	Spends Spends
	// Drives says that the way follows a line.
	Drives bool
}

// pay is the card that the way costs.
func (t *Travel) pay(from, to City) Card {
	switch t.Spends {
	case SpendsTarget:
		return Card(to)
	case SpendsHere:
		return Card(from)
	}
	return NoCard
}

// TravelVerb makes the move of a way to travel.
func TravelVerb(t Travel) *Verb {
	return &Verb{
		Name: t.Name, Rule: t.Rule, Intent: t.Intent, Args: []*engine.Kind{CityKind}, Questions: t.Questions, Cost: 1, Where: t.Where,
		Spends: t.Spends,
		Needs:  append(t.Needs, MayLeave(movedPawn), Need{Rule: "consent/refused", Holds: NotRefused}),
		List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			pawn, payer := s.Moving()
			if s.Pinned(pawn) {
				return dst
			}
			set := t.Cities(s, pawn, payer)
			if s.RefusedN > 0 {
				set &^= s.refusedCities(v, pawn)
			}
			return AppendCities(dst, by, v, set)
		},
		Reach: t.Cities,
		Asks: func(s *State, _ engine.Move) (engine.Seat, bool) {
			pawn, payer := s.Moving()
			return pawn, pawn != s.rules.Speaker(payer)
		},
		Shows: func(s *State, m engine.Move) Card {
			pawn, _ := s.Moving()
			return t.pay(s.Pawns[pawn], city(m))
		},
		Play: func(s *State, m engine.Move, out *engine.Facts) {
			to := city(m)
			if s.Top().Question == QuestionFree {
				s.freeMove(to, out)
				return
			}
			pawn, payer := s.Moving()
			if c := t.pay(s.Pawns[pawn], to); c != NoCard {
				if t.Spends == SpendsTarget && pawn == payer && s.Role(payer).ShowsFlight {
					s.ShowCard(payer, c, out, s.ruleOf(payer).flight)
				} else {
					s.DiscardCard(payer, c, out, t.Rule)
				}
			}
			s.EndCompound()
			s.MovePawn(pawn, to, out, s.moveRule(t.Rule))
			s.SpendAction()
			if s.InForce != 0 && t.Drives && pawn == s.Active && !s.HelperActs() {
				s.drove(out)
			}
		},
	}
}

// movedPawn is the pawn that the open question is about.
func movedPawn(s *State, _ engine.Move) engine.Seat {
	pawn, _ := s.Moving()
	return pawn
}

// MayLeave is the need of a move that takes a pawn out of its city by an action: no way to
// play keeps the pawn there.
func MayLeave(pawn func(s *State, m engine.Move) engine.Seat) Need {
	return Need{Why: func(s *State, m engine.Move) string { return s.pinnedBy(pawn(s, m)) }}
}

// OwnPawn is the pawn of the seat that makes a move.
func OwnPawn(_ *State, m engine.Move) engine.Seat { return m.Seat }

// NamedPawn is the pawn that a move names first.
func NamedPawn(_ *State, m engine.Move) engine.Seat { return engine.Seat(m.Arg[0]) }

// Pinned says whether a pawn cannot leave its city by an action.
func (s *State) Pinned(pawn engine.Seat) bool { return s.rules.on.Pins != nil && s.isPinned(pawn) }

func (s *State) isPinned(pawn engine.Seat) bool { return s.rules.on.Pins(s, pawn) != "" }

// pinnedBy is the rule by which a pawn cannot leave its city by an action, or nothing.
func (s *State) pinnedBy(pawn engine.Seat) string {
	if pins := s.rules.on.Pins; pins != nil {
		return pins(s, pawn)
	}
	return ""
}

// moveRule is the rule by which a pawn travels: the way itself, unless the helper's hand
// moves it.
func (s *State) moveRule(way string) string {
	if s.HelperActs() {
		return s.rules.helper.move
	}
	return way
}

// NotRefused says that the move does not ask again what was just refused.
func NotRefused(s *State, m engine.Move) bool {
	if s.RefusedN == 0 {
		return true
	}
	v := s.rules.verbs[m.Verb]
	if v.Asks == nil || s.rules.Trust {
		return true
	}
	who, asks := v.Asks(s, m)
	return !asks || s.mayAsk(request(m.Verb, who, m))
}

// refusedCities is the cities that this seat refused to be moved to by this
// verb, or all of them where nothing more may be asked.
func (s *State) refusedCities(v engine.Verb, pawn engine.Seat) uint64 {
	if pawn == s.Top().Seat || s.rules.Trust {
		return 0
	}
	if s.RefusedN == maxRefused {
		return ^uint64(0)
	}
	var set uint64
	for _, r := range s.Refused[:s.RefusedN] {
		if r[0] == uint8(v) && r[1] == uint8(pawn) {
			set |= 1 << r[2]
		}
	}
	return set
}

// AppendCities lists one move for each city of a set.
func AppendCities(dst []engine.Move, by engine.Seat, v engine.Verb, set uint64) []engine.Move {
	// The operand is written after the move: a byte written just before the
	// whole is read would hold the processor up.
	m := engine.Move{Seat: by, Verb: v}
	at := len(dst)
	dst = slices.Grow(dst, count(set))[:at+count(set)]
	for ; set != 0; set &= set - 1 {
		dst[at] = m
		dst[at].Arg[0] = uint8(bits.TrailingZeros64(set))
		at++
	}
	return dst
}

// AppendPairs lists one move for each city of a set as the second operand.
func AppendPairs(dst []engine.Move, m engine.Move, first uint8, set uint64) []engine.Move {
	at := len(dst)
	dst = slices.Grow(dst, count(set))[:at+count(set)]
	for ; set != 0; set &= set - 1 {
		dst[at] = m
		dst[at].Arg[0] = first
		dst[at].Arg[1] = uint8(bits.TrailingZeros64(set))
		at++
	}
	return dst
}

func city(m engine.Move) City { return City(m.Arg[0]) }

// elsewhere says that the pawn would leave its city.
func elsewhere(s *State, m engine.Move) bool {
	pawn, _ := s.Moving()
	return s.Pawns[pawn] != city(m)
}

// steps is how many lines a pawn would have to follow.
func steps(s *State, m engine.Move) int {
	pawn, _ := s.Moving()
	return s.rules.Steps(s.Pawns[pawn], city(m))
}

var travelling = []engine.QuestionKind{QuestionAction, QuestionSteer}

// Drive follows a line. It is also how a free move can go.
var Drive = TravelVerb(Travel{
	Name: "drive", Rule: "action/drive", Questions: []engine.QuestionKind{QuestionAction, QuestionSteer, QuestionFree},
	Intent: Travels,
	Needs: []Need{{Rule: "action/drive", Short: steps, Holds: func(s *State, m engine.Move) bool {
		pawn, _ := s.Moving()
		return s.rules.links[s.Pawns[pawn]]&bit(city(m)) != 0
	}}},
	Cities: func(s *State, pawn, _ engine.Seat) uint64 { return s.rules.links[s.Pawns[pawn]] },
	Drives: true,
})

// Direct flies to the city of a card.
var Direct = TravelVerb(Travel{
	Name: "direct", Rule: "action/direct", Questions: travelling,
	Intent: Flies,
	Needs: []Need{{Rule: "action/elsewhere", Holds: elsewhere}, {Rule: "action/direct", Any: "city-cards", Holds: func(s *State, m engine.Move) bool {
		_, payer := s.Moving()
		return s.hands[payer].Has(Card(city(m)))
	}}},
	Cities: func(s *State, pawn, payer engine.Seat) uint64 {
		return s.hands[payer].Cities() &^ bit(s.Pawns[pawn])
	},
	Spends: SpendsTarget,
})

// Charter flies anywhere for the card of the city.
var Charter = TravelVerb(Travel{
	Name: "charter", Rule: "action/charter", Questions: travelling, Where: WithCard,
	Intent: Flies,
	Needs: []Need{{Rule: "action/elsewhere", Holds: elsewhere}, {Rule: "action/charter", Text: "card-here", Holds: func(s *State, _ engine.Move) bool {
		pawn, payer := s.Moving()
		return s.hands[payer].Has(Card(s.Pawns[pawn]))
	}}},
	Cities: func(s *State, pawn, _ engine.Seat) uint64 { return s.rules.Everywhere() &^ bit(s.Pawns[pawn]) },
	Spends: SpendsHere,
})

// Shuttle flies between stations.
var Shuttle = TravelVerb(Travel{
	Name: "shuttle", Rule: "action/shuttle", Questions: travelling, Where: AtStation,
	Intent: Travels,
	Needs: []Need{{Rule: "action/elsewhere", Holds: elsewhere}, {Rule: "action/shuttle", Text: "station-here", Why: func(s *State, _ engine.Move) string {
		pawn, payer := s.Moving()
		return s.NoStation(payer, s.Pawns[pawn], "action/shuttle")
	}}, {Rule: "action/shuttle", Any: "stations", Why: func(s *State, m engine.Move) string {
		_, payer := s.Moving()
		return s.NoStation(payer, city(m), "action/shuttle")
	}}},
	Cities: func(s *State, pawn, payer engine.Seat) uint64 { return s.stationsFor(payer) &^ bit(s.Pawns[pawn]) },
})

// Everywhere is the set of all cities.
func (t *Ruleset) Everywhere() uint64 { return 1<<len(t.Cities) - 1 }

// Steer asks a seat how to move a pawn, paid for from the seat's own hand.
func (s *State) Steer(by, pawn engine.Seat, v engine.Verb) {
	s.ask(Frame{Question: QuestionSteer, Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(pawn)}})
}

// Steered is the pawn that the question how to move is about.
func (s *State) Steered() engine.Seat { return engine.Seat(s.Top().Arg[0]) }

// CanSteer says whether a pawn can be moved in some way that its owner has not
// just refused. A question must have an answer.
func (s *State) CanSteer(by, pawn engine.Seat) bool {
	if s.Pinned(pawn) {
		return false
	}
	if by != pawn && s.RefusedN == 0 {
		return true // there is always a line out of a city
	}
	for _, o := range s.rules.verbIndex[QuestionSteer][s.Roles[by]][s.placeOf(pawn, by)] {
		if s.rules.verbs[o.verb].Reach(s, pawn, by)&^s.refusedCities(o.verb, pawn) != 0 {
			return true
		}
	}
	return false
}

package epidemic

import (
	"math/bits"
	"slices"

	"theriac/engine"
)

// The verbs in this file move pawns. They answer two questions: what to do with an action, and how to steer
// another seat's pawn. Either way, the asked seat's hand pays.

// Moving returns which pawn a seat moves by answering the open question, and which hand pays for it.
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

// Travel describes one way in which pawns can travel.
type Travel struct {
	Name, Rule string
	Intent     Intent
	Questions  []engine.QuestionKind
	Where      Place
	Needs      []Need
	// Cities returns the cities that the pawn can reach this way.
	Cities func(s *State, pawn, payer engine.Seat) uint64
	// Spends is the card that the move costs: SpendsTarget, SpendsHere or none.
	Spends Spends
	// Drives means that the pawn follows a line on the board.
	Drives bool
}

// pay returns the card that a journey between two cities costs.
func (t *Travel) pay(from, to City) Card {
	switch t.Spends {
	case SpendsTarget:
		return Card(to)
	case SpendsHere:
		return Card(from)
	}
	return NoCard
}

// TravelVerb returns the verb for a way of travelling.
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

// movedPawn returns the pawn that a seat moves by answering the open question.
func movedPawn(s *State, _ engine.Move) engine.Seat {
	pawn, _ := s.Moving()
	return pawn
}

// MayLeave returns a need: no module keeps the pawn in its city.
func MayLeave(pawn func(s *State, m engine.Move) engine.Seat) Need {
	return Need{Why: func(s *State, m engine.Move) string { return s.pinnedBy(pawn(s, m)) }}
}

// OwnPawn returns the pawn of the seat that makes the move.
func OwnPawn(_ *State, m engine.Move) engine.Seat { return m.Seat }

// NamedPawn returns the pawn that the move's first operand names.
func NamedPawn(_ *State, m engine.Move) engine.Seat { return engine.Seat(m.Arg[0]) }

// Pinned reports whether a module keeps a pawn from leaving its city by an action.
func (s *State) Pinned(pawn engine.Seat) bool { return s.rules.hooks.Pins != nil && s.isPinned(pawn) }

func (s *State) isPinned(pawn engine.Seat) bool { return s.rules.hooks.Pins(s, pawn) != "" }

// pinnedBy returns the rule that keeps a pawn from leaving its city by an action, or an empty string.
func (s *State) pinnedBy(pawn engine.Seat) string {
	if pins := s.rules.hooks.Pins; pins != nil {
		return pins(s, pawn)
	}
	return ""
}

// moveRule returns the rule for a pawn's journey: the helper's if its hand moves the pawn, otherwise the
// given one.
func (s *State) moveRule(way string) string {
	if s.HelperActs() {
		return s.rules.helper.move
	}
	return way
}

// NotRefused reports whether the pawn's seat can still be asked to agree to this move in the current step.
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

// refusedCities returns the cities that a pawn's seat has refused to be moved to by a verb. Once the list of
// refusals is full, it returns all cities.
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

// AppendCities appends one move for each city in a set, with the city as its first operand.
func AppendCities(dst []engine.Move, by engine.Seat, v engine.Verb, set uint64) []engine.Move {
	// The operand is set after the move has been appended: reading a whole move just after writing one byte
	// of it would stall the processor.
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

// AppendPairs appends one move for each city in a set. The operands of each move are the given first one and
// the city.
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

// elsewhere reports whether the move would take the pawn out of its city.
func elsewhere(s *State, m engine.Move) bool {
	pawn, _ := s.Moving()
	return s.Pawns[pawn] != city(m)
}

// steps returns the number of lines between the pawn's city and the one that the move names.
func steps(s *State, m engine.Move) int {
	pawn, _ := s.Moving()
	return s.rules.Steps(s.Pawns[pawn], city(m))
}

var travelling = []engine.QuestionKind{QuestionAction, QuestionSteer}

// Drive moves a pawn along a line. It also makes free moves.
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

// Direct flies to a city by discarding that city's card.
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

// Charter flies to any city by discarding the card of the pawn's city.
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

// Shuttle flies from one station to another.
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

// Everywhere returns the set of all cities.
func (t *Ruleset) Everywhere() uint64 { return 1<<len(t.Cities) - 1 }

// Steer asks a seat how to move a pawn. That seat's own hand pays.
func (s *State) Steer(by, pawn engine.Seat, v engine.Verb) {
	s.ask(Frame{Question: QuestionSteer, Seat: by, Verb: v, Arg: [engine.Operands]uint8{uint8(pawn)}})
}

// Steered returns the pawn that the open question lets a seat steer.
func (s *State) Steered() engine.Seat { return engine.Seat(s.Top().Arg[0]) }

// CanSteer reports whether a seat can move a pawn in a way that its owner has not refused. Otherwise, Steer
// must not be called, since a question needs an answer.
func (s *State) CanSteer(by, pawn engine.Seat) bool {
	if s.Pinned(pawn) {
		return false
	}
	if by != pawn && s.RefusedN == 0 {
		return true // a pawn can always drive along a line
	}
	for _, o := range s.rules.verbIndex[QuestionSteer][s.Roles[by]][s.placeOf(pawn, by)] {
		if s.rules.verbs[o.verb].Reach(s, pawn, by)&^s.refusedCities(o.verb, pawn) != 0 {
			return true
		}
	}
	return false
}

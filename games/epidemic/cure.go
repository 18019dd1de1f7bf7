package epidemic

import (
	"cmp"

	"theriac/engine"
)

// A cure costs a number of cards of one colour, at a station. Roles, event cards in force and modules change
// that number.

// CureNeed is what a cure costs: the number of cards of its colour, and how many of them must name cities
// that have cubes of the disease (Marked). Rule is the rule that sets these numbers.
type CureNeed struct {
	Cards, Marked int
	Rule          string
}

// CureNeed returns what a hand must pay to cure a disease.
func (s *State) CureNeed(holder engine.Seat, d Disease) CureNeed {
	need := s.cureBase(holder)
	if s.rules.hooks.Needs != nil {
		need = s.rules.hooks.Needs(s, need, d)
	}
	return need
}

// cureBase returns what a hand must pay for any cure, before modules adjust it for a disease.
func (s *State) cureBase(holder engine.Seat) CureNeed {
	need := CureNeed{Cards: s.rules.cureWith, Rule: s.rules.cureRule}
	if int(holder) >= s.rules.Players { // the helper's hand, which has no role
		need.Rule = s.rules.helper.cure
	} else if r := s.Role(holder); r.CureWith > 0 {
		need.Cards -= int(s.rules.Numbers.CureWith - r.CureWith)
		need.Rule = r.Rule
	}
	if s.InForce != 0 {
		s.cureLess(&need)
	}
	return need
}

// With returns the cities that have cubes of the disease.
func (p *Public) With(d Disease) uint64 {
	set := uint64(0)
	for c, cubes := range &p.Cubes {
		if cubes>>(cubeBits*d)&7 != 0 {
			set |= 1 << c
		}
	}
	return set
}

// CanPay reports whether a hand has the cards that a cure costs.
func (s *State) CanPay(holder engine.Seat, d Disease, need CureNeed) bool {
	have := s.hands[holder].Cities() & s.rules.counting[d]
	return count(have) >= need.Cards && (need.Marked == 0 || count(have&s.With(d)) >= need.Marked)
}

// CureHere reports whether a seat can find a cure in the city of its pawn.
func (s *State) CureHere(seat engine.Seat, d Disease) bool {
	here := s.Pawns[seat]
	return s.StationFor(seat, here) && (!s.rules.OwnStations || s.rules.colour[here] == d)
}

// NewCure returns a verb that finds a cure at a station. Each game chooses its name.
func NewCure(name string) *Verb {
	return newCure(name, func(s *State, m engine.Move) bool { return s.CureHere(m.Seat, Disease(m.Arg[0])) })
}

// newCure returns a verb that finds a cure. inPlace reports whether the pawn's city allows it.
func newCure(name string, inPlace func(s *State, m engine.Move) bool) *Verb {
	notCured := func(s *State, m engine.Move) bool { return !s.IsCured(Disease(m.Arg[0])) }
	enough := func(s *State, m engine.Move) bool {
		d := Disease(m.Arg[0])
		holder := s.Acting(m.Seat)
		return s.CanPay(holder, d, s.CureNeed(holder, d))
	}
	missing := func(s *State, m engine.Move) int {
		d := Disease(m.Arg[0])
		holder := s.Acting(m.Seat)
		return s.CureNeed(holder, d).Cards - count(s.hands[holder].Cities()&s.rules.counting[d])
	}
	notReady := func(s *State, m engine.Move) string {
		if f := s.rules.hooks.NotReady; f != nil {
			return f(s, m)
		}
		return ""
	}
	return &Verb{
		Name: name, Rule: "action/cure", Intent: Cures, Args: []*engine.Kind{DiseaseKind}, Questions: anAction, Cost: 1, Where: AtStation,
		Spends: SpendsSeveral,
		Needs: []Need{
			{Rule: "setup/contents", Holds: inPlay},
			{Rule: "action/cure-once", Holds: notCured}, StationToCure(inPlace),
			{Why: notReady},
			{Rule: "action/cure", Short: missing, Holds: func(s *State, m engine.Move) bool { return missing(s, m) <= 0 }},
			{Why: func(s *State, m engine.Move) string {
				if enough(s, m) {
					return ""
				}
				return s.rules.markedRule
			}},
		},
		List: func(s *State, by engine.Seat, v engine.Verb, dst []engine.Move) []engine.Move {
			m := engine.Move{Seat: by, Verb: v}
			holder := s.Acting(by)
			base := s.cureBase(holder)
			if s.hands[holder].Len() < base.Cards {
				return dst
			}
			for d := range uint8(len(s.rules.Diseases)) {
				m.Arg[0] = d
				need := base
				if s.rules.hooks.Needs != nil {
					need = s.rules.hooks.Needs(s, need, Disease(d))
				}
				if notCured(s, m) && s.CanPay(holder, Disease(d), need) && inPlace(s, m) && notReady(s, m) == "" {
					dst = append(dst, m)
				}
			}
			return dst
		},
		Play: func(s *State, m engine.Move, out *engine.Facts) {
			d := Disease(m.Arg[0])
			holder := s.Acting(m.Seat)
			s.PayCure(holder, m.Verb, d, s.CureNeed(holder, d), out)
		},
		Card: CurePayment,
	}
}

// StationToCure returns a need: the pawn's city must allow a cure. If other seats own the city's station, the
// need gives the rule that reserves it for them.
func StationToCure(inPlace func(s *State, m engine.Move) bool) Need {
	const rule = "action/cure-station"
	return Need{Rule: rule, Why: func(s *State, m engine.Move) string {
		if inPlace(s, m) {
			return ""
		}
		return cmp.Or(s.NoStation(m.Seat, s.Pawns[m.Seat], rule), rule)
	}}
}

// inPlay reports whether the disease that a move names is in play at this table.
func inPlay(s *State, m engine.Move) bool { return int(m.Arg[0]) < len(s.rules.Diseases) }

// These are the operands of the question about which cards pay for a cure.
const (
	cureOf     = 0
	cureMarked = 1 // how many of the cards still to choose must name cities with cubes of the disease
	cureHelp   = 2 // whether the helper's hand pays
)

// PayCure takes the cards for a cure from a hand and finds the cure. If the seat has a choice of cards, it
// picks them one by one. If hands are hidden, it always picks, so that the others do not learn whether it has
// a choice.
func (s *State) PayCure(holder engine.Seat, v engine.Verb, d Disease, need CureNeed, out *engine.Facts) {
	have := s.hands[holder].Cities() & s.rules.counting[d]
	if count(have) > need.Cards || !s.rules.Open {
		if !s.rules.Open {
			s.learned(engine.Everyone) // everyone learns that the hand has enough cards of the colour
		}
		f := Frame{Question: QuestionCard, Seat: s.rules.Speaker(holder), Verb: v, N: uint8(need.Cards), Arg: [engine.Operands]uint8{
			cureOf: uint8(d), cureMarked: uint8(need.Marked),
		}}
		if f.Seat != holder {
			f.Arg[cureHelp] = 1
		}
		s.ask(f)
		return
	}
	for range need.Cards {
		have := citySet(s.hands[holder].Cities() & s.rules.counting[d])
		s.DiscardCard(holder, have.First(), out, need.Rule)
	}
	s.FinishCure(d, out)
}

// CurePayment asks the seat to choose the cards that pay for a cure.
var CurePayment = &CardChoice{
	Of: func(p *Public, r *Rules, f *Frame) Cards {
		d := Disease(f.Arg[cureOf])
		set := r.counting[d]
		if f.N > 0 && f.N == f.Arg[cureMarked] {
			set &= p.With(d)
		}
		return citySet(set)
	},
	From: func(r *Rules, f *Frame) engine.Seat {
		if f.Arg[cureHelp] == 0 {
			return f.Seat
		}
		helper, _ := r.helperHand()
		return helper
	},
	Then: func(s *State, f *Frame, c Card, out *engine.Facts) bool {
		d := Disease(f.Arg[cureOf])
		holder := s.rules.cardsOf(f)
		s.DiscardCard(holder, c, out, s.CureNeed(holder, d).Rule)
		f.N--
		if s.With(d)&bit(City(c)) != 0 {
			f.Arg[cureMarked] -= min(1, f.Arg[cureMarked])
		}
		if f.N > 0 {
			return false
		}
		s.EndCompound()
		s.FinishCure(d, out)
		return true
	},
}

// FinishCure records a cure that an action has found and paid for, and resolves its consequences.
func (s *State) FinishCure(d Disease, out *engine.Facts) {
	s.SpendAction()
	if s.InForce != 0 {
		s.useUp(out)
	}
	if s.rules.hooks.CurePaid != nil {
		s.rules.hooks.CurePaid(s, d, out)
	}
	s.Cure(d, out, "action/cure")
	s.openCureWindow(d)
}

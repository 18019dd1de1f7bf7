package epidemic

import (
	"cmp"

	"theriac/engine"
)

// Finding a cure: so many cards of a colour at a station, less or more by role, by what
// lies on the table and by the ways to play.

// CureNeed is what a cure takes from a hand: Cards that count, of which Marked are
// of cities that have cubes of the disease. Rule is the rule that says so.
type CureNeed struct {
	Cards, Marked int
	Rule          string
}

// CureNeed is what a hand needs for a cure.
func (s *State) CureNeed(holder engine.Seat, d Disease) CureNeed {
	need := s.cureBase(holder)
	if s.rules.on.Needs != nil {
		need = s.rules.on.Needs(s, need, d)
	}
	return need
}

// cureBase is what a hand needs for any cure, before what a way adds for a disease.
func (s *State) cureBase(holder engine.Seat) CureNeed {
	need := CureNeed{Cards: s.rules.cureWith, Rule: s.rules.cureRule}
	if int(holder) >= s.rules.Players { // it has no role
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

// With is the cities that have cubes of a disease.
func (p *Public) With(d Disease) uint64 {
	set := uint64(0)
	for c, cubes := range &p.Cubes {
		if cubes>>(cubeBits*d)&7 != 0 {
			set |= 1 << c
		}
	}
	return set
}

// CanPay says whether a hand has what a cure takes.
func (s *State) CanPay(holder engine.Seat, d Disease, need CureNeed) bool {
	have := s.hands[holder].Cities() & s.rules.counting[d]
	return count(have) >= need.Cards && (need.Marked == 0 || count(have&s.With(d)) >= need.Marked)
}

// CureHere says whether a cure can be found where a pawn is.
func (s *State) CureHere(seat engine.Seat, d Disease) bool {
	here := s.Pawns[seat]
	return s.StationFor(seat, here) && (!s.rules.OwnStations || s.rules.colour[here] == d)
}

// NewCure makes the move that finds a cure at a station, by the name that the game gives
// it.
func NewCure(name string) *Verb {
	return newCure(name, func(s *State, m engine.Move) bool { return s.CureHere(m.Seat, Disease(m.Arg[0])) })
}

// newCure makes a move that finds a cure where a place allows it.
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
		if f := s.rules.on.NotReady; f != nil {
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
				if s.rules.on.Needs != nil {
					need = s.rules.on.Needs(s, need, Disease(d))
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

// StationToCure is the need of a cure to be found in a place that allows it. Where a
// station stands that the seat cannot use, the rule says so.
func StationToCure(inPlace func(s *State, m engine.Move) bool) Need {
	const rule = "action/cure-station"
	return Need{Rule: rule, Why: func(s *State, m engine.Move) string {
		if inPlace(s, m) {
			return ""
		}
		return cmp.Or(s.NoStation(m.Seat, s.Pawns[m.Seat], rule), rule)
	}}
}

// inPlay says that the disease that a move names is one of the game.
func inPlay(s *State, m engine.Move) bool { return int(m.Arg[0]) < len(s.rules.Diseases) }

// Operands of the question for the cards of a cure.
const (
	cureOf     = 0
	cureMarked = 1 // how many of the cards still have to be of marked cities
	cureHelp   = 2 // whether the cards are those of the hand that helps
)

// PayCure takes from a hand what a cure needs and finds it. The seat picks which
// cards go, one by one. Without a choice they go at once, but only where hands are
// open: elsewhere that would tell whether there was a choice.
func (s *State) PayCure(holder engine.Seat, v engine.Verb, d Disease, need CureNeed, out *engine.Facts) {
	have := s.hands[holder].Cities() & s.rules.counting[d]
	if count(have) > need.Cards || !s.rules.Open {
		if !s.rules.Open {
			s.learned(engine.Everyone) // that the hand has so many of the colour
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

// CurePayment is the question for the cards of a cure.
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

// FinishCure finds a cure that has been paid for, by an action.
func (s *State) FinishCure(d Disease, out *engine.Facts) {
	s.SpendAction()
	if s.InForce != 0 {
		s.useUp(out)
	}
	if s.rules.on.CurePaid != nil {
		s.rules.on.CurePaid(s, d, out)
	}
	s.Cure(d, out, "action/cure")
	s.openCureWindow(d)
}

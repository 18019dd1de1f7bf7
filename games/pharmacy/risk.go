package pharmacy

import "theriac/engine"

// riskFaces is the number of different risk cards.
const riskFaces = 14

// Risk is one face of a risk card.
type Risk struct {
	ID     string
	Rule   string
	Copies int
	Value  uint8 // the sickness that the card causes in a player who has it in front of them
	Pills  Pills // the pills printed on it
	// Open carries out the card's effect on the player who has turned it over. It ends the turn or asks a
	// question.
	Open func(s *State, by engine.Seat, out *engine.Facts)
}

// These are the faces, in the order of the cards.
const (
	FacePlagueThree = FirstRisk + iota
	FacePlagueTwo
	FaceJab
	FaceRecall
	FaceFreeSample
	FaceContagion
	FaceGuineaPig
	FaceCoPayment
	FaceExpiryDate
	FacePrescriptionYellow
	FacePrescriptionRed
	FaceDiagnosis
	FaceNurse
	FaceDoctor
)

// risks are the faces, in the order of the cards. New ones are only added at the end.
var risks = [riskFaces]*Risk{
	FacePlagueThree - FirstRisk: &plagueThree, FacePlagueTwo - FirstRisk: &plagueTwo, FaceJab - FirstRisk: &jab,
	FaceRecall - FirstRisk: &recall, FaceFreeSample - FirstRisk: &freeSample, FaceContagion - FirstRisk: &contagion,
	FaceGuineaPig - FirstRisk: &guineaPig, FaceCoPayment - FirstRisk: &coPayment, FaceExpiryDate - FirstRisk: &expiryDate,
	FacePrescriptionYellow - FirstRisk: &prescriptionYellow, FacePrescriptionRed - FirstRisk: &prescriptionRed,
	FaceDiagnosis - FirstRisk: &diagnosis, FaceNurse - FirstRisk: &nurse, FaceDoctor - FirstRisk: &doctor,
}

var sendRisk = verb{
	name: "risk", args: []*engine.Kind{cardKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionTurn}, veiled: 1,
	needs: []need{
		{"risk/sickness", func(s *State, m engine.Move) bool { return s.Sickness(m.Seat) >= RiskSickness }},
		{"risk/hold", func(s *State, m engine.Move) bool {
			return Card(m.Arg[0]).IsRisk() && s.hands[m.Seat].Count(Card(m.Arg[0])) > 0
		}},
		{"risk/another", toAnother(1)},
	},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		if s.Sickness(m.Seat) < RiskSickness {
			return dst
		}
		for c := FirstRisk; int(c) < cardCount; c++ {
			if s.hands[m.Seat].Count(c) == 0 {
				continue
			}
			for to := range engine.Seat(s.rules.Players) {
				if to != m.Seat {
					m.Arg[0], m.Arg[1] = uint8(c), uint8(to)
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.face = Card(m.Arg[0])
		s.loseRisk(m.Seat, s.face)
		to := engine.Seat(m.Arg[1])
		s.Travel = Travel{Card: NoCard, Risk: true, Owner: m.Seat, Giver: m.Seat, To: to}
		out.Add(factRiskSent, "risk/send", uint8(m.Seat), uint8(to))
		s.arriveRisk(out)
	},
	harm: func(*State, engine.Move) int { return harmRisk },
}

// arriveRisk brings the circulating risk card to a seat and asks it to answer. A seat that cannot pay opens
// the card.
func (s *State) arriveRisk(out *engine.Facts) {
	s.respect(out)
	to := s.Travel.To
	able := s.Pills[to].Count() > 0
	if to == s.Travel.Owner {
		able = s.Pills[to].Value() >= ownerPays
		if s.rules.TwoPills {
			able = s.Pills[to].Count() >= ownerPays
		}
	}
	if !able {
		s.openRisk(to, "dare/unable", out)
		return
	}
	s.ask(QuestionDare, engine.SeatsOf(to))
}

var openCard = verb{
	name: "open", questions: []engine.QuestionKind{QuestionDare},
	list: func(_ *State, m engine.Move, dst []engine.Move) []engine.Move { return append(dst, m) },
	play: func(s *State, m engine.Move, out *engine.Facts) { s.openRisk(m.Seat, "dare/open", out) },
	harm: func(*State, engine.Move) int { return 0 },
}

// openRisk turns the risk card over and carries out its effect.
func (s *State) openRisk(by engine.Seat, rule string, out *engine.Facts) {
	c := s.face
	s.learned(s.everyone().Without(s.Travel.Owner))
	s.face, s.Travel = NoCard, idle
	s.Open, s.OpenedBy = c, by
	s.Opened = s.Opened.With(c)
	out.Add(factRiskOpened, rule, uint8(by), uint8(c))
	s.rules.risks[c-FirstRisk].Open(s, by, out)
}

// dodge passes the risk card on by giving a pill to its owner.
var dodge = verb{
	name: "dodge", args: []*engine.Kind{pillKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionDare},
	needs: []need{
		{"dare/owner", func(s *State, m engine.Move) bool { return m.Seat != s.Travel.Owner }},
		{"pay/pills", func(s *State, m engine.Move) bool { return s.Pills[m.Seat][m.Arg[0]] > 0 }},
		{"risk/another", toAnother(1)},
	},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		if m.Seat == s.Travel.Owner {
			return dst
		}
		return s.listPillsToOthers(m, dst)
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.movePill(m.Seat, s.Travel.Owner, Pill(m.Arg[0]), "dare/dodge", out)
		s.Travel.Giver, s.Travel.To = m.Seat, engine.Seat(m.Arg[1])
		out.Add(factRiskPassed, "dare/pass", uint8(m.Seat), uint8(s.Travel.To))
		s.arriveRisk(out)
	},
	harm: func(*State, engine.Move) int { return 1 },
}

// listPillsToOthers lists a move for each combination of another seat and a colour of pill that the mover has.
func (s *State) listPillsToOthers(m engine.Move, dst []engine.Move) []engine.Move {
	for c := range Colours {
		for to := range engine.Seat(s.rules.Players) {
			if s.Pills[m.Seat][c] > 0 && to != m.Seat {
				m.Arg[0], m.Arg[1] = uint8(c), uint8(to)
				dst = append(dst, m)
			}
		}
	}
	return dst
}

// movePill moves a pill from one seat to another.
func (s *State) movePill(from, to engine.Seat, c Pill, rule string, out *engine.Facts) {
	s.Pills[from][c]--
	s.Pills[to][c]++
	out.Add(factPillGiven, rule, uint8(from), uint8(c), uint8(to))
}

// listOthers lists a move for each other seat, which is its only operand.
func listOthers(s *State, m engine.Move, dst []engine.Move) []engine.Move {
	for to := range engine.Seat(s.rules.Players) {
		if to != m.Seat {
			m.Arg[0] = uint8(to)
			dst = append(dst, m)
		}
	}
	return dst
}

// Copies returns how many risk cards have the given face.
func Copies(c Card) int { return risks[c-FirstRisk].Copies }

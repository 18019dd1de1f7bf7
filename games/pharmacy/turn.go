package pharmacy

import "theriac/engine"

// RiskSickness is the sickness at which a player can play risk cards.
const RiskSickness = 4

// These numbers rate the moves of a turn by their harm, to choose one for a seat that does not answer in time.
// Taking a virus counts as much as the virus's sickness; everything else counts more.
const (
	harmInjection = 50
	harmSend      = 500
	harmRisk      = 600
	harmCare      = 1000 // the seat ends up in intensive care
)

// canRisk reports whether a seat can play a risk card.
func (s *State) canRisk(seat engine.Seat) bool {
	return s.HandLen[seat] > 0 && s.Sickness(seat) >= RiskSickness
}

// beginTurn asks the seat on turn what it does. If both piles are empty, it skips seats that cannot play a
// risk card. If no seat can, the round ends.
func (s *State) beginTurn(out *engine.Facts) {
	for range s.rules.Players {
		if s.PileLen[0]+s.PileLen[1] > 0 || s.canRisk(s.Active) {
			s.Turn++
			s.ask(QuestionTurn, engine.SeatsOf(s.Active))
			out.Add(factTurnBegan, "turn/order", uint8(s.Active))
			return
		}
		out.Add(factPassedOver, "turn/passed-over", uint8(s.Active))
		s.Active = s.rules.left(s.Active)
	}
	s.endRound("round/empty", out)
}

// endTurn ends a turn once its card has found its place. The round ends if a seat needs intensive care;
// otherwise the next seat begins its turn.
func (s *State) endTurn(out *engine.Facts) {
	s.Travel, s.Open, s.OpenedBy, s.Colour = idle, NoCard, NoSeat, 0
	if s.needCare() != 0 {
		s.endRound("round/care", out)
		return
	}
	s.Active = s.rules.left(s.Active)
	s.beginTurn(out)
}

// piled reports whether the pile named in a move has any cards left.
func piled(s *State, m engine.Move) bool { return s.PileLen[m.Arg[0]] > 0 }

var takeCard = verb{
	name: "take-card", args: []*engine.Kind{pileKind}, questions: []engine.QuestionKind{QuestionTurn},
	needs: []need{{"turn/empty-pile", piled}},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		for p := range s.PileLen {
			if s.PileLen[p] > 0 {
				m.Arg[0] = uint8(p)
				dst = append(dst, m)
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		c := s.Top[m.Arg[0]]
		out.Add(factCardTaken, "take/card", uint8(m.Seat), uint8(c))
		s.lift(int(m.Arg[0]), out)
		if c == Injection {
			s.Travel.Card, s.Travel.To = c, m.Seat
			s.giveInjection(m.Seat, out)
			return
		}
		s.placeVirus(m.Seat, c, "take/virus", out)
		s.dispense(m.Seat, s.rules.viruses[c].Pills, "take/pills", out)
		s.endTurn(out)
	},
	harm: func(s *State, m engine.Move) int { return s.harmOf(s.Top[m.Arg[0]], m.Seat) },
}

// harmOf returns how much a card from the piles harms a seat that keeps it.
func (s *State) harmOf(c Card, seat engine.Seat) int {
	switch {
	case c == Injection && s.Injections(seat)+1 >= TooMany:
		return harmCare
	case c == Injection:
		return harmInjection
	case s.Sickness(seat)+int(s.rules.value[c]) >= int(s.rules.Care):
		return harmCare
	}
	return int(s.rules.value[c])
}

var send = verb{
	name: "send", args: []*engine.Kind{pileKind, engine.SeatKind}, questions: []engine.QuestionKind{QuestionTurn},
	needs: []need{
		{"turn/empty-pile", piled},
		{"send/another", toAnother(1)},
		{"send/neighbour", func(s *State, m engine.Move) bool {
			return s.rules.reaches(s.Top[m.Arg[0]], m.Seat, engine.Seat(m.Arg[1]))
		}},
	},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		for p := range s.PileLen {
			for to := range engine.Seat(s.rules.Players) {
				if s.PileLen[p] > 0 && to != m.Seat && s.rules.reaches(s.Top[p], m.Seat, to) {
					m.Arg[0], m.Arg[1] = uint8(p), uint8(to)
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		c, to := s.Top[m.Arg[0]], engine.Seat(m.Arg[1])
		rule := "send/card"
		if !s.rules.neighbours(m.Seat, to) {
			rule = "send/cross"
		}
		out.Add(factCardSent, rule, uint8(m.Seat), uint8(c), uint8(to))
		s.lift(int(m.Arg[0]), out)
		s.Travel = Travel{Card: c, Owner: m.Seat, Giver: m.Seat, To: to, Price: 1}
		s.arrive(out)
	},
	harm: func(*State, engine.Move) int { return harmSend },
}

// toAnother returns a condition that holds if the operand at the given index names another seat of this table.
func toAnother(at int) func(s *State, m engine.Move) bool {
	return func(s *State, m engine.Move) bool {
		to := engine.Seat(m.Arg[at])
		return int(to) < s.rules.Players && to != m.Seat
	}
}

// reaches reports whether a card from the piles can be sent from one seat to another. With a cross it can
// go to any seat, otherwise only to a neighbour.
func (r *Rules) reaches(c Card, from, to engine.Seat) bool {
	return r.cross(c) || r.neighbours(from, to)
}

// cross reports whether a card from the piles has a cross.
func (r *Rules) cross(c Card) bool { return c.IsVirus() && r.viruses[c].Cross }

// placeVirus puts a virus in front of a seat.
func (s *State) placeVirus(seat engine.Seat, c Card, rule string, out *engine.Facts) {
	f := &s.Fronts[seat]
	f.Virus[f.N] = Lying{Card: c}
	f.N++
	out.Add(factVirusPlaced, rule, uint8(seat), uint8(c), uint8(s.Sickness(seat)))
}

// dispense gives a seat pills from the pharmacy, or as many of them as the pharmacy has. A missing pill is not
// replaced by one of another colour.
func (s *State) dispense(seat engine.Seat, want Pills, rule string, out *engine.Facts) {
	got := want
	for c := range got {
		got[c] = min(got[c], s.Pharmacy[c])
	}
	s.Pharmacy.take(got)
	s.Pills[seat].add(got)
	if got.Count() > 0 {
		out.Add(factPillsReceived, rule, uint8(seat), got[Blue], got[Yellow], got[Red])
	}
	if got != want {
		out.Add(factPillsMissing, "take/stock", uint8(seat), want[Blue]-got[Blue], want[Yellow]-got[Yellow], want[Red]-got[Red])
	}
}

package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// judge values the moves of one question by their immediate gains and costs. It uses what everyone sees, and
// the risk cards that the asked seat knows. Playouts call it for every move, so it does not allocate memory.
type judge struct {
	w    *Weights
	r    *pharmacy.Rules
	p    *pharmacy.Public
	care int
	// total holds each seat's points in the finished rounds.
	total [engine.MaxSeats]int
	// For each seat, these hold its sickness, its number of injections, and the value of harming it.
	sick, needles, menace [engine.MaxSeats]int
}

// begin reads the values that do not change until the end of the round.
func (j *judge) begin(r *pharmacy.Rules, p *pharmacy.Public) {
	j.r, j.care = r, int(r.Care)
	for seat := range engine.Seat(r.Players) {
		j.total[seat] = p.Total(seat)
	}
}

const (
	fewPills = 9 // the weight wOpen counts for each pill below this number
	poor     = 3 // a player whose pills are worth less can hardly pay for anything
)

// look reads the values that change with every move.
func (j *judge) look(w *Weights, p *pharmacy.Public) {
	j.w, j.p = w, p
	r := j.r
	for seat := range engine.Seat(r.Players) {
		j.sick[seat], j.needles[seat] = p.Sick(r, seat), p.Injections(seat)
		j.menace[seat] = (p.Pills[seat].Value() - j.sick[seat] + j.total[seat]) * w[wMenace] / 8
	}
}

// choose picks the move that the judge values most. All moves in the list belong to one seat; hand and face
// are what that seat knows of risk cards. Moves that are nearly as good can be chosen at random.
func (j *judge) choose(list []engine.Move, hand pharmacy.Hand, face pharmacy.Card, dice *ai.Dice) engine.Move {
	best, most := list[0], -1<<30
	noise := max(1, j.w[wNoise])
	for _, m := range list {
		if n := j.like(m, hand, face) + dice.N(noise); n > most {
			best, most = m, n
		}
	}
	return best
}

// like returns the value of a move for its seat, in hundredths of a point.
func (j *judge) like(m engine.Move, hand pharmacy.Hand, face pharmacy.Card) int {
	w, seat := j.w, m.Seat
	switch m.Verb {
	case pharmacy.VerbTakeCard:
		n := w[wTake] + j.taking(seat, j.p.Top[m.Arg[0]])
		if j.sick[seat] < pharmacy.RiskSickness && j.sick[seat]+int(j.r.Value(j.p.Top[m.Arg[0]])) >= pharmacy.RiskSickness {
			n += w[wReach]
		}
		return n
	case pharmacy.VerbSend:
		return w[wSend] + j.sending(j.p.Top[m.Arg[0]], engine.Seat(m.Arg[1]))
	case pharmacy.VerbRisk:
		to := engine.Seat(m.Arg[1])
		return w[wRisk] + j.faced(to, pharmacy.Card(m.Arg[0]))*w[wRiskHarm]/100 + j.menace[to] + w[wSickly]*j.sick[to]
	case pharmacy.VerbKeep:
		return j.keeping(seat)
	case pharmacy.VerbDefend:
		pay := pharmacy.Pills{m.Arg[0], m.Arg[1], m.Arg[2]}
		n := w[wPay] - 100*pay.Value() - w[wPayCount]*pay.Count()
		if to := engine.Seat(m.Arg[3]); j.p.Travel.Risk {
			n += j.menace[to] + w[wSickly]*j.sick[to]
		} else {
			n += j.sending(j.p.Travel.Card, to)
		}
		return n
	case pharmacy.VerbOpen:
		return j.opening(seat, hand, face) + w[wOpen]*max(0, fewPills-j.p.Pills[seat].Count())
	case pharmacy.VerbDodge:
		to := m.Arg[1]
		return w[wDodge] - 100*(int(m.Arg[0])+1) + j.menace[to] + w[wSickly]*j.sick[to]
	case pharmacy.VerbInject:
		l := pharmacy.Lying{Card: pharmacy.Card(m.Arg[0]), Doses: m.Arg[1]}
		return j.illness(seat, 0) - j.illness(seat, eased(j.r, l))
	case pharmacy.VerbInfect:
		to := engine.Seat(m.Arg[0])
		if to == seat {
			return -10000
		}
		return j.menace[to] + (j.illness(to, 3)-j.illness(to, 0))*w[wInfect]/100
	case pharmacy.VerbDonate:
		return -100*(int(m.Arg[0])+1) - j.menace[m.Arg[1]]
	case pharmacy.VerbCatch:
		return -10 * int(j.r.Value(pharmacy.Card(m.Arg[0])))
	case pharmacy.VerbVolunteer:
		return w[wVolunteer] + j.illness(seat, 0) - j.illness(seat, int(j.r.Value(pharmacy.FaceGuineaPig)))
	case pharmacy.VerbClaim:
		return j.menace[m.Arg[1]]
	case pharmacy.VerbReturn:
		return -10 * int(m.Arg[0])
	case pharmacy.VerbDiagnose:
		return 10*j.sick[m.Arg[0]] + 40*j.needles[m.Arg[0]]
	case pharmacy.VerbNurse:
		return -10*j.sick[m.Arg[0]] - 40*j.needles[m.Arg[0]]
	}
	return 0
}

// illness returns what additional sickness costs a seat: its points, and the added danger of intensive care.
func (j *judge) illness(seat engine.Seat, more int) int {
	n := j.sick[seat] + more
	if n >= j.care {
		return j.w[wCare]
	}
	over := max(0, 2*n-j.w[wFearFrom]-2*(j.care-12))
	return 100*n + over*over*j.w[wFear]/40
}

// needled returns what one more injection costs a seat, apart from its effect on sickness.
func (j *judge) needled(seat engine.Seat) int {
	switch j.needles[seat] {
	case 0:
		return j.w[wFirstNeedle]
	case 1:
		return j.w[wSecondNeedle]
	}
	return j.w[wCare]
}

// eased returns how much one more injection on a virus changes the seat's sickness.
func eased(r *pharmacy.Rules, l pharmacy.Lying) int {
	after := l
	after.Doses++
	return r.Sickness(after) - r.Sickness(l)
}

// burden returns what it costs a seat to have a card in front of it, regardless of the pills on the card.
func (j *judge) burden(seat engine.Seat, c pharmacy.Card) int {
	if c != pharmacy.Injection {
		return j.illness(seat, int(j.r.Value(c))) - j.illness(seat, 0)
	}
	best := 0
	f := &j.p.Fronts[seat]
	for _, l := range f.Virus[:f.N] {
		best = min(best, eased(j.r, l))
	}
	return j.needled(seat) + j.illness(seat, best) - j.illness(seat, 0)
}

// pills returns the value of the pills that a player gets from the pharmacy for taking a virus.
func (j *judge) pills(c pharmacy.Card) int {
	if !c.IsVirus() {
		return 0
	}
	got := j.r.Virus(c).Pills
	for i := range got {
		got[i] = min(got[i], j.p.Pharmacy[i])
	}
	return 100 * got.Value()
}

// taking returns what taking a card from the piles is worth to a seat.
func (j *judge) taking(seat engine.Seat, c pharmacy.Card) int { return j.pills(c) - j.burden(seat, c) }

// sending returns the value of sending a card around the table. A share of what it costs the receiver counts as
// a gain, and so do the pills that others pay to pass it on.
func (j *judge) sending(c pharmacy.Card, to engine.Seat) int {
	n := min(j.w[wHarmMost], max(-200, j.burden(to, c)))*j.w[wHarm]/100 + j.menace[to]
	if j.p.Pills[to].Value() < poor {
		n += j.w[wPoor]
	}
	return n
}

// keeping returns the value of keeping the circulating card.
func (j *judge) keeping(seat engine.Seat) int {
	worth := 100*j.p.Stakes[seat].Value() - j.burden(seat, j.p.Travel.Card)
	if j.r.Keeper {
		worth += j.pills(j.p.Travel.Card)
	}
	return worth
}

// faced returns what opening a risk card with the given face costs a seat.
func (j *judge) faced(seat engine.Seat, c pharmacy.Card) int {
	n := j.w[wFace+c-pharmacy.FirstRisk] + faceCosts[c-pharmacy.FirstRisk]
	switch c {
	case pharmacy.FacePlagueTwo, pharmacy.FaceContagion:
		n += j.illness(seat, 2) - j.illness(seat, 0)
	case pharmacy.FaceJab:
		n += j.burden(seat, pharmacy.Injection)
	}
	return n
}

// faceCosts is the cost of opening each risk card, in hundredths of a point. It excludes costs that depend on
// the seat's sickness.
var faceCosts = [...]int{
	pharmacy.FacePlagueThree - pharmacy.FirstRisk:        -100,
	pharmacy.FaceRecall - pharmacy.FirstRisk:             -100,
	pharmacy.FaceFreeSample - pharmacy.FirstRisk:         100,
	pharmacy.FaceGuineaPig - pharmacy.FirstRisk:          -200,
	pharmacy.FaceCoPayment - pharmacy.FirstRisk:          100,
	pharmacy.FaceExpiryDate - pharmacy.FirstRisk:         -50,
	pharmacy.FacePrescriptionYellow - pharmacy.FirstRisk: -300,
	pharmacy.FacePrescriptionRed - pharmacy.FirstRisk:    -400,
	pharmacy.FaceDiagnosis - pharmacy.FirstRisk:          -50,
	pharmacy.FaceNurse - pharmacy.FirstRisk:              -50,
	pharmacy.FaceDoctor - pharmacy.FirstRisk:             -50,
}

// opening returns the value of opening the risk card. Its owner knows the card; others assume the average
// of the cards that they have not seen.
func (j *judge) opening(seat engine.Seat, hand pharmacy.Hand, face pharmacy.Card) int {
	if face != pharmacy.NoCard {
		return -j.faced(seat, face)
	}
	sum, n := 0, 0
	for c := pharmacy.FirstRisk; int(c-pharmacy.FirstRisk) < len(faceCosts); c++ {
		k := pharmacy.Copies(c) - j.p.Opened.Count(c) - hand.Count(c)
		if k > 0 {
			sum += k * j.faced(seat, c)
			n += k
		}
	}
	return -sum / max(n, 1)
}

package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// judge weighs the moves of one question by what they bring and cost at once. It sees
// what everybody sees, and what the seat that is asked holds. A playout asks it for
// every move, so it allocates nothing.
type judge struct {
	w    *Weights
	r    *pharmacy.Rules
	p    *pharmacy.Public
	care int
	// total is the points of each seat in the rounds that have been counted.
	total [engine.MaxSeats]int
	// Of each seat: how sick it is, how many injections it has had, and how good it
	// is to harm it.
	sick, needles, menace [engine.MaxSeats]int
}

// begin reads what stays the same until the end of the round.
func (j *judge) begin(r *pharmacy.Rules, p *pharmacy.Public) {
	j.r, j.care = r, int(r.Care)
	for seat := range engine.Seat(r.Players) {
		j.total[seat] = p.Total(seat)
	}
}

const (
	fewPills = 9 // pills from which on a player spends them freely
	poor     = 3 // the value of pills below which hardly anything can be paid
)

// look reads the table.
func (j *judge) look(w *Weights, p *pharmacy.Public) {
	j.w, j.p = w, p
	r := j.r
	for seat := range engine.Seat(r.Players) {
		j.sick[seat], j.needles[seat] = p.Sick(r, seat), p.Injections(seat)
		j.menace[seat] = (p.Pills[seat].Value() - j.sick[seat] + j.total[seat]) * w[wMenace] / 8
	}
}

// choose picks the move of a list, which is one seat's, that it likes best. hand and
// face are what the seat knows of risk cards; chance decides between moves that are
// nearly as good.
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

// like says what a move is worth to its seat, in hundredths of a point.
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

// illness is what being so much sicker costs a seat: a point for each point of
// sickness, and the danger of intensive care on top.
func (j *judge) illness(seat engine.Seat, more int) int {
	n := j.sick[seat] + more
	if n >= j.care {
		return j.w[wCare]
	}
	over := max(0, 2*n-j.w[wFearFrom]-2*(j.care-12))
	return 100*n + over*over*j.w[wFear]/40
}

// needled is what an injection more costs a seat, apart from what it heals.
func (j *judge) needled(seat engine.Seat) int {
	switch j.needles[seat] {
	case 0:
		return j.w[wFirstNeedle]
	case 1:
		return j.w[wSecondNeedle]
	}
	return j.w[wCare]
}

// eased is how the sickness changes by one more injection on a virus.
func eased(r *pharmacy.Rules, l pharmacy.Lying) int {
	after := l
	after.Doses++
	return r.Sickness(after) - r.Sickness(l)
}

// burden is what having a card in front of it costs a seat, pills aside.
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

// pills is what the pills that a virus shows are worth to who gets them from the
// pharmacy.
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

// taking is what a card of the piles is worth to who takes it.
func (j *judge) taking(seat engine.Seat, c pharmacy.Card) int { return j.pills(c) - j.burden(seat, c) }

// sending is what it is worth to let a card go round: what it costs who it goes to is
// partly won, and so are the pills that are paid.
func (j *judge) sending(c pharmacy.Card, to engine.Seat) int {
	n := min(j.w[wHarmMost], max(-200, j.burden(to, c)))*j.w[wHarm]/100 + j.menace[to]
	if j.p.Pills[to].Value() < poor {
		n += j.w[wPoor]
	}
	return n
}

// keeping is what keeping the card that goes round is worth.
func (j *judge) keeping(seat engine.Seat) int {
	worth := 100*j.p.Stakes[seat].Value() - j.burden(seat, j.p.Travel.Card)
	if j.r.Keeper {
		worth += j.pills(j.p.Travel.Card)
	}
	return worth
}

// faced is what opening a risk card of that face costs a seat.
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

// faceCosts is what opening a risk card costs where that does not depend on how sick
// one is, in hundredths of a point.
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

// opening is what opening the risk card is worth: its owner knows it, the others fear
// the average of those that they have not seen.
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

// Package bots holds the bots of the card game. A bot receives a View and the list of moves, like any
// player at the table.
//
// It deliberately never receives a position: no code here can read a card that the bot's seats have not
// seen.
package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Pharmacist is a simple honest player. It values every move by its immediate gains and costs, and does not
// look ahead. It fears intensive care more as it gets closer to it. Its style makes it overrate or underrate
// some moves.
type Pharmacist struct {
	Dice  ai.Dice
	Style Style
}

// Style distorts how a Pharmacist values moves. Each field but Fear is added to the value of one kind of move.
// The zero value is the honest style.
type Style struct {
	Take, Send, Risk int // moves of the pharmacist's own turn
	Pay, Dodge       int // when a card arrives
	Fear             int // additional fear of intensive care, in percent
}

// Styles are the styles that tests compare, to check that none of them dominates.
var Styles = []struct {
	Name string
	Style
}{
	{"honest", Style{}},
	{"always-take", Style{Take: 1000}},
	{"always-send", Style{Send: 1000}},
	{"always-risk", Style{Risk: 1000}},
	{"never-take", Style{Take: -1000}},
	{"never-send", Style{Send: -1000}},
	{"never-risk", Style{Risk: -1000}},
	{"always-keep", Style{Pay: -1000}},
	{"always-pay", Style{Pay: 1000}},
	{"always-open", Style{Dodge: -1000}},
	{"always-dodge", Style{Dodge: 1000}},
	{"reckless", Style{Fear: -70}},
	{"timid", Style{Fear: 150}},
	{"taker", Style{Take: 15}},
	{"sender", Style{Send: 15}},
	{"gambler", Style{Risk: 15}},
	{"stingy", Style{Pay: -15, Dodge: -15}},
	{"lavish", Style{Pay: 15, Dodge: 15}},
}

// Choose picks the move that the Pharmacist values most, at random if several are equal. All moves in the
// list belong to one seat.
func (p *Pharmacist) Choose(v *pharmacy.View, list []engine.Move) engine.Move {
	names := v.Rules().Vocabulary().Verbs
	best, most, ties := list[0], -1<<30, 0
	for _, m := range list {
		n := p.like(v, names[m.Verb].Name, m)
		switch {
		case n > most:
			best, most, ties = m, n, 1
		case n == most:
			if ties++; p.Dice.N(ties) == 0 {
				best = m
			}
		}
	}
	return best
}

// like returns the value of a move for its seat, in tenths of a point.
func (p *Pharmacist) like(v *pharmacy.View, verb string, m engine.Move) int {
	seat := m.Seat
	switch verb {
	case "take-card":
		return p.Style.Take + p.taking(v, seat, v.Top[m.Arg[0]])
	case "send":
		return p.Style.Send + p.sending(v, v.Top[m.Arg[0]], engine.Seat(m.Arg[1]))
	case "risk":
		return p.Style.Risk + p.risking(v, pharmacy.Card(m.Arg[0]), engine.Seat(m.Arg[1]))
	case "keep":
		return p.keeping(v, seat)
	case "defend":
		return p.defending(v, m)
	case "open":
		return p.opening(v, seat)
	case "dodge":
		return p.Style.Dodge - 10*(int(m.Arg[0])+1) + p.menace(v, engine.Seat(m.Arg[1]))
	case "inject":
		l := pharmacy.Lying{Card: pharmacy.Card(m.Arg[0]), Doses: m.Arg[1]}
		return p.illness(v, seat, 0) - p.illness(v, seat, p.eased(v, l))
	case "infect":
		if to := engine.Seat(m.Arg[0]); to != seat {
			return p.menace(v, to)
		}
		return -1000
	case "donate":
		return -10*(int(m.Arg[0])+1) - p.menace(v, engine.Seat(m.Arg[1]))
	case "catch":
		return -int(v.Rules().Value(pharmacy.Card(m.Arg[0])))
	case "volunteer":
		return 60 + p.illness(v, seat, 0) - p.illness(v, seat, 3)
	case "claim":
		return p.menace(v, engine.Seat(m.Arg[1]))
	case "return":
		return -int(m.Arg[0])
	case "diagnose":
		return v.Sickness(engine.Seat(m.Arg[0])) + 4*v.Injections(engine.Seat(m.Arg[0]))
	case "nurse":
		return -v.Sickness(engine.Seat(m.Arg[0])) - 4*v.Injections(engine.Seat(m.Arg[0]))
	}
	return 0
}

// illness returns what additional sickness costs a seat: its points, and the added danger of intensive care.
func (p *Pharmacist) illness(v *pharmacy.View, seat engine.Seat, more int) int {
	n := v.Sickness(seat) + more
	if n >= int(v.Rules().Care) {
		return 400
	}
	over := max(0, n-3)
	return 10*n + over*over*(100+p.Style.Fear)/100
}

// needled returns what one more injection costs a seat, apart from its effect on sickness.
func (p *Pharmacist) needled(v *pharmacy.View, seat engine.Seat) int {
	switch v.Injections(seat) {
	case 0:
		return 10 * (100 + p.Style.Fear) / 100
	case 1:
		return 40 * (100 + p.Style.Fear) / 100
	}
	return 400
}

// eased returns how much one more injection on a virus changes the seat's sickness.
func (p *Pharmacist) eased(v *pharmacy.View, l pharmacy.Lying) int {
	after := l
	after.Doses++
	return v.Rules().Sickness(after) - v.Rules().Sickness(l)
}

// burden returns what it costs a seat to have a card in front of it, regardless of the pills on the card.
func (p *Pharmacist) burden(v *pharmacy.View, seat engine.Seat, c pharmacy.Card) int {
	if c != pharmacy.Injection {
		return p.illness(v, seat, int(v.Rules().Value(c))) - p.illness(v, seat, 0)
	}
	best := 0
	f := &v.Fronts[seat]
	for _, l := range f.Virus[:f.N] {
		best = min(best, p.eased(v, l))
	}
	return p.needled(v, seat) + p.illness(v, seat, best) - p.illness(v, seat, 0)
}

// taking returns what taking a card from the piles is worth to a seat.
func (p *Pharmacist) taking(v *pharmacy.View, seat engine.Seat, c pharmacy.Card) int {
	worth := -p.burden(v, seat, c)
	if c.IsVirus() {
		got := v.Rules().Virus(c).Pills
		for i := range got {
			got[i] = min(got[i], v.Pharmacy[i])
		}
		worth += 10 * got.Value()
	}
	return worth
}

// sending returns the value of sending a card around the table. A share of what it costs the receiver counts as
// a gain, and so do the pills that others pay to pass it on.
func (p *Pharmacist) sending(v *pharmacy.View, c pharmacy.Card, to engine.Seat) int {
	return min(60, max(-20, p.burden(v, to, c)))/6 + p.menace(v, to)
}

// menace returns the value of harming a seat, which is greater if the seat leads.
func (p *Pharmacist) menace(v *pharmacy.View, seat engine.Seat) int {
	return (v.Pills[seat].Value() - v.Sickness(seat) + v.Total(seat)) / 8
}

// risking returns the value of sending a risk card.
func (p *Pharmacist) risking(v *pharmacy.View, c pharmacy.Card, to engine.Seat) int {
	return p.faced(v, to, c)/6 + 5 + p.menace(v, to)
}

// faced returns what opening a risk card with the given face costs a seat.
func (p *Pharmacist) faced(v *pharmacy.View, seat engine.Seat, c pharmacy.Card) int {
	switch pharmacy.Cards().Text(uint8(c)) {
	case "plague-2":
		return p.illness(v, seat, 2) - p.illness(v, seat, 0)
	case "jab":
		return p.burden(v, seat, pharmacy.Injection)
	case "contagion":
		return p.illness(v, seat, 2) - p.illness(v, seat, 0)
	case "free-sample", "co-payment":
		return 10
	case "recall", "plague-3":
		return -10
	case "prescription-yellow", "prescription-red":
		return -30
	case "guinea-pig":
		return -20
	}
	return -5
}

// keeping returns the value of keeping the circulating card.
func (p *Pharmacist) keeping(v *pharmacy.View, seat engine.Seat) int {
	worth := -p.burden(v, seat, v.Travel.Card) + 10*v.Stakes[seat].Value()
	if v.Rules().Keeper && v.Travel.Card.IsVirus() {
		worth += 10 * v.Rules().Virus(v.Travel.Card).Pills.Value()
	}
	return worth
}

// defending returns the value of paying to pass the card on.
func (p *Pharmacist) defending(v *pharmacy.View, m engine.Move) int {
	pay := pharmacy.Pills{m.Arg[0], m.Arg[1], m.Arg[2]}
	worth := p.Style.Pay + 8 - 10*pay.Value() - pay.Count() // the base value is positive, because the seat gets rid of the card
	to := engine.Seat(m.Arg[3])
	if v.Travel.Risk {
		return worth + p.menace(v, to)
	}
	return worth + p.sending(v, v.Travel.Card, to)
}

// opening returns the value of opening the risk card. The card's owner knows its face; the others assume an
// average card.
func (p *Pharmacist) opening(v *pharmacy.View, seat engine.Seat) int {
	if v.Face != pharmacy.NoCard {
		return -p.faced(v, seat, v.Face)
	}
	sum, n := 0, 0
	for c := pharmacy.FirstRisk; int(c) < len(pharmacy.Cards().Values); c++ {
		k := pharmacy.Copies(c) - v.Opened.Count(c) - v.Hands[seat].Count(c)
		sum += k * p.faced(v, seat, c)
		n += k
	}
	return -sum / max(n, 1)
}

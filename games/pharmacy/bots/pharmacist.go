// Package bots holds players of the card game. A bot sees a View and the list of
// moves, like anybody at the table.
//
// It refuses to look into a position: there is no way from here to a card that the
// bot's seats have not seen.
package bots

import (
	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// Pharmacist is a simple honest player of the card game of pills and viruses: it
// weighs every move by what it brings and costs at once, fears intensive care the
// more the nearer it is, and does not look ahead. Its style says what it likes
// more or less than it should.
type Pharmacist struct {
	Dice  ai.Dice
	Style Style
}

// Style bends a pharmacist's judgement: what it adds to a kind of move. The zero
// style is the honest one.
type Style struct {
	Take, Send, Risk int // on its turn
	Pay, Dodge       int // when a card comes to it
	Fear             int // of intensive care, in percent more than an honest player
}

// Styles are the ways to play that a search for a dominant one tries.
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

// Choose picks a move of the list, which is one seat's: the one that it likes
// best, and any of those that it likes as much.
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

// like says what a move is worth to its seat, in tenths of a point.
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

// illness is what being so much sicker costs a seat: a point for each point of
// sickness, and the danger of intensive care on top.
func (p *Pharmacist) illness(v *pharmacy.View, seat engine.Seat, more int) int {
	n := v.Sickness(seat) + more
	if n >= int(v.Rules().Care) {
		return 400
	}
	over := max(0, n-3)
	return 10*n + over*over*(100+p.Style.Fear)/100
}

// needled is what an injection more costs a seat, apart from what it heals.
func (p *Pharmacist) needled(v *pharmacy.View, seat engine.Seat) int {
	switch v.Injections(seat) {
	case 0:
		return 10 * (100 + p.Style.Fear) / 100
	case 1:
		return 40 * (100 + p.Style.Fear) / 100
	}
	return 400
}

// eased is how the sickness changes by one more injection on a virus.
func (p *Pharmacist) eased(v *pharmacy.View, l pharmacy.Lying) int {
	after := l
	after.Doses++
	return v.Rules().Sickness(after) - v.Rules().Sickness(l)
}

// burden is what having a card in front of it costs a seat, pills aside.
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

// taking is what a card of the piles is worth to who takes it.
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

// sending is what it is worth to let a card go round: what it costs who it goes
// to is partly won, and so are the pills that are paid.
func (p *Pharmacist) sending(v *pharmacy.View, c pharmacy.Card, to engine.Seat) int {
	return min(60, max(-20, p.burden(v, to, c)))/6 + p.menace(v, to)
}

// menace is how good it is to harm a seat: more if it leads.
func (p *Pharmacist) menace(v *pharmacy.View, seat engine.Seat) int {
	return (v.Pills[seat].Value() - v.Sickness(seat) + v.Total(seat)) / 8
}

// risking is what sending a risk card is worth.
func (p *Pharmacist) risking(v *pharmacy.View, c pharmacy.Card, to engine.Seat) int {
	return p.faced(v, to, c)/6 + 5 + p.menace(v, to)
}

// faced is what opening a risk card of that face costs a seat.
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

// keeping is what keeping the card that goes round is worth.
func (p *Pharmacist) keeping(v *pharmacy.View, seat engine.Seat) int {
	worth := -p.burden(v, seat, v.Travel.Card) + 10*v.Stakes[seat].Value()
	if v.Rules().Keeper && v.Travel.Card.IsVirus() {
		worth += 10 * v.Rules().Virus(v.Travel.Card).Pills.Value()
	}
	return worth
}

// defending is what paying and passing on is worth.
func (p *Pharmacist) defending(v *pharmacy.View, m engine.Move) int {
	pay := pharmacy.Pills{m.Arg[0], m.Arg[1], m.Arg[2]}
	worth := p.Style.Pay + 8 - 10*pay.Value() - pay.Count() // a card that is gone cannot come to rest here
	to := engine.Seat(m.Arg[3])
	if v.Travel.Risk {
		return worth + p.menace(v, to)
	}
	return worth + p.sending(v, v.Travel.Card, to)
}

// opening is what opening the risk card is worth: its owner knows it, the others
// fear the average.
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

package bots

import (
	"strconv"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/pharmacy"
)

// near is the distance to intensive care at which players become careful.
const near = 4

// reason returns why a move was chosen. It uses only what everyone sees of the table and the move, so it
// reveals no hidden card.
func reason(r *pharmacy.Rules, p *pharmacy.Public, m engine.Move) ai.Reason {
	w := observer{r, p, m}
	switch m.Verb {
	case pharmacy.VerbTakeCard:
		return w.taking(p.Top[m.Arg[0]])
	case pharmacy.VerbSend:
		return w.handing("send", p.Top[m.Arg[0]], engine.Seat(m.Arg[1]))
	case pharmacy.VerbRisk:
		return w.risking(engine.Seat(m.Arg[1]))
	case pharmacy.VerbKeep:
		return w.keeping()
	case pharmacy.VerbDefend:
		return w.passing()
	case pharmacy.VerbOpen:
		return w.opening()
	case pharmacy.VerbDodge:
		if w.inDanger() {
			return because("dodge-danger")
		}
		return because("dodge", "pill", pharmacy.PillColours().Text(m.Arg[0]))
	}
	return w.small()
}

// observer finds the reason for a move, using only what everyone can see.
type observer struct {
	r *pharmacy.Rules
	p *pharmacy.Public
	m engine.Move
}

// because returns a reason. Its arguments are pairs of a name and a value.
func because(key string, args ...string) ai.Reason {
	why := ai.Reason{Key: "bot.pharmacy." + key}
	for i := 0; i+1 < len(args); i += 2 {
		why.Args = append(why.Args, [2]string{args[i], args[i+1]})
	}
	return why
}

func (w *observer) sick(seat engine.Seat) int { return w.p.Sick(w.r, seat) }

func name(c pharmacy.Card) string { return pharmacy.Cards().Text(uint8(c)) }

func number(seat engine.Seat) string { return strconv.Itoa(int(seat)) }

// leads reports whether no other seat would have more points if the round ended now.
func (w *observer) leads(seat engine.Seat) bool {
	points := func(seat engine.Seat) int {
		return w.p.Total(seat) + w.p.Pills[seat].Value() + w.p.Stakes[seat].Value() - w.sick(seat)
	}
	for other := range engine.Seat(w.r.Players) {
		if points(other) > points(seat) {
			return false
		}
	}
	return true
}

// kills reports whether a card would put a seat into intensive care.
func (w *observer) kills(c pharmacy.Card, seat engine.Seat) bool {
	if c == pharmacy.Injection {
		return w.p.Injections(seat)+1 >= pharmacy.TooMany
	}
	return w.sick(seat)+int(w.r.Value(c)) >= int(w.r.Care)
}

// inDanger reports whether the moving seat is close to intensive care.
func (w *observer) inDanger() bool {
	return w.sick(w.m.Seat)+near >= int(w.r.Care) || w.p.Injections(w.m.Seat)+1 >= pharmacy.TooMany
}

// healed returns by how much one injection can reduce the moving seat's sickness.
func (w *observer) healed() int {
	best := 0
	f := &w.p.Fronts[w.m.Seat]
	for _, l := range f.Virus[:f.N] {
		best = max(best, -eased(w.r, l))
	}
	return best
}

func (w *observer) taking(c pharmacy.Card) ai.Reason {
	if c == pharmacy.Injection {
		if n := w.healed(); n > 0 {
			return because("heals", "n", strconv.Itoa(n))
		}
		return because("take-needle")
	}
	j := judge{p: w.p, r: w.r}
	worth, value := j.pills(c)/100, int(w.r.Value(c))
	switch {
	case worth > value:
		return because("take-gain", "card", name(c), "n", strconv.Itoa(worth-value))
	case worth > 0:
		return because("take-pills", "card", name(c), "n", strconv.Itoa(worth))
	}
	return because("take", "card", name(c), "n", strconv.Itoa(value))
}

// handing returns the reason for giving a card to a seat.
func (w *observer) handing(how string, c pharmacy.Card, to engine.Seat) ai.Reason {
	switch {
	case w.kills(c, to):
		return because("care", "seat", number(to))
	case w.p.Pills[to].Value() < poor:
		return because("poor", "seat", number(to))
	case w.leads(to):
		return because("leader", "seat", number(to))
	}
	return because(how, "card", name(c), "seat", number(to))
}

func (w *observer) risking(to engine.Seat) ai.Reason {
	switch {
	case w.p.Pills[to].Count() == 0:
		return because("risk-unable", "seat", number(to))
	case w.leads(to):
		return because("leader", "seat", number(to))
	case w.sick(to)+near >= int(w.r.Care):
		return because("risk-sick", "seat", number(to))
	}
	return because("risk")
}

func (w *observer) keeping() ai.Reason {
	c := w.p.Travel.Card
	switch n := w.p.Stakes[w.m.Seat].Value(); {
	case c == pharmacy.Injection && w.healed() > 0:
		return because("heals", "n", strconv.Itoa(w.healed()))
	case n > 0:
		return because("keep-stake", "n", strconv.Itoa(n))
	}
	return because("keep", "card", name(c))
}

func (w *observer) passing() ai.Reason {
	t, to := &w.p.Travel, engine.Seat(w.m.Arg[3])
	pay := pharmacy.Pills{w.m.Arg[0], w.m.Arg[1], w.m.Arg[2]}.Value()
	switch {
	case t.Risk:
		return w.risking(to)
	case w.kills(t.Card, w.m.Seat):
		return because("pass-care", "card", name(t.Card))
	case pay == 0:
		return because("pass-free")
	case t.Card.IsVirus() && pay < int(w.r.Value(t.Card)):
		return because("pass-cheaper", "n", strconv.Itoa(pay), "n2", strconv.Itoa(int(w.r.Value(t.Card))))
	}
	return w.handing("pass", t.Card, to)
}

func (w *observer) opening() ai.Reason {
	switch {
	case w.m.Seat == w.p.Travel.Owner:
		return because("open-owner")
	case w.inDanger():
		return because("open-pills")
	}
	return because("open-well")
}

// small returns the reason for an answer to a minor question: which virus gets an injection, or what a risk
// card asks.
func (w *observer) small() ai.Reason {
	m := w.m
	switch m.Verb {
	case pharmacy.VerbInject:
		l := pharmacy.Lying{Card: pharmacy.Card(m.Arg[0]), Doses: m.Arg[1]}
		return because("inject", "card", name(l.Card), "n", strconv.Itoa(-eased(w.r, l)))
	case pharmacy.VerbInfect:
		if to := engine.Seat(m.Arg[0]); to != m.Seat {
			return w.handing("send", w.p.Open, to)
		}
	case pharmacy.VerbCatch:
		return because("catch", "card", name(pharmacy.Card(m.Arg[0])), "n", strconv.Itoa(int(w.r.Value(pharmacy.Card(m.Arg[0])))))
	case pharmacy.VerbVolunteer:
		return because("volunteer")
	case pharmacy.VerbDecline:
		return because("decline")
	case pharmacy.VerbClaim:
		if from := engine.Seat(m.Arg[1]); w.leads(from) {
			return because("leader", "seat", number(from))
		}
	case pharmacy.VerbDonate:
		if to := engine.Seat(m.Arg[1]); !w.leads(to) {
			return because("donate", "seat", number(to))
		}
	case pharmacy.VerbDiagnose:
		return because("diagnose", "seat", number(engine.Seat(m.Arg[0])))
	case pharmacy.VerbNurse:
		return because("nurse", "seat", number(engine.Seat(m.Arg[0])))
	}
	return ai.Reason{}
}

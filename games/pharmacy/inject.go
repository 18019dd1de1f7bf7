package pharmacy

import "theriac/engine"

// TooMany is the number of injections in front of a player at which the round ends.
const TooMany = 3

// giveInjection gives a seat an injection, which goes on one of the seat's living viruses. If there are
// several, the seat is asked. If there is none, the injection is unused. The third injection asks nothing,
// because it ends the round.
func (s *State) giveInjection(seat engine.Seat, out *engine.Facts) {
	f := &s.Fronts[seat]
	at, ways := 0, 0
	for i, l := range f.Virus[:f.N] {
		if l.Alive() && s.firstSuch(seat, l) == i {
			at, ways = i, ways+1
		}
	}
	switch {
	case s.Injections(seat)+1 >= TooMany:
		f.Unused++
		out.Add(factInjectionUnused, "inject/third", uint8(seat))
		s.endTurn(out)
	case ways == 0:
		f.Unused++
		out.Add(factInjectionUnused, "inject/unused", uint8(seat))
		s.endTurn(out)
	case ways == 1:
		s.inject(seat, at, out)
	default:
		s.ask(QuestionInject, engine.SeatsOf(seat))
	}
}

// firstSuch returns the index of the first virus in front of a seat that has the same card and injections as
// the given one, or -1.
func (s *State) firstSuch(seat engine.Seat, like Lying) int {
	f := &s.Fronts[seat]
	for i, l := range f.Virus[:f.N] {
		if l == like {
			return i
		}
	}
	return -1
}

func (s *State) inject(seat engine.Seat, at int, out *engine.Facts) {
	l := &s.Fronts[seat].Virus[at]
	l.Doses++
	rule := "inject/half"
	if l.Doses == 2 {
		rule = "inject/kill"
	}
	out.Add(factVirusInjected, rule, uint8(seat), uint8(l.Card), l.Doses-1, uint8(s.Sickness(seat)))
	s.endTurn(out)
}

var injectVirus = verb{
	name: "inject", args: []*engine.Kind{cardKind, doseKind}, questions: []engine.QuestionKind{QuestionInject},
	needs: []need{{"inject/choice", func(s *State, m engine.Move) bool {
		return s.firstSuch(m.Seat, Lying{Card(m.Arg[0]), m.Arg[1]}) >= 0
	}}},
	list: func(s *State, m engine.Move, dst []engine.Move) []engine.Move {
		for c := range cardCount {
			for dose := range uint8(2) {
				if s.firstSuch(m.Seat, Lying{Card(c), dose}) >= 0 {
					m.Arg[0], m.Arg[1] = uint8(c), dose
					dst = append(dst, m)
				}
			}
		}
		return dst
	},
	play: func(s *State, m engine.Move, out *engine.Facts) {
		s.inject(m.Seat, s.firstSuch(m.Seat, Lying{Card(m.Arg[0]), m.Arg[1]}), out)
	},
	// The default is the injection that reduces sickness most.
	harm: func(s *State, m engine.Move) int {
		l := Lying{Card(m.Arg[0]), m.Arg[1]}
		after := l
		after.Doses++
		return s.rules.Sickness(after) - s.rules.Sickness(l)
	},
}

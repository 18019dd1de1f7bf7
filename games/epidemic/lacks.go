package epidemic

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
)

// What a seat lacks for a move, in a few words: for a button that does nothing now, and for
// a city that a pawn cannot reach. The words come from the need that is not met; they name
// the city, the disease and the figure that it is about.

// lackTexts begins the names of the texts.
const lackTexts = "lack."

// Lack is why a move is not listed. It looks at no more than Why does.
func (s *State) Lack(m engine.Move) (engine.Lack, bool) {
	f := s.fails(m, false)
	if f.rule == "" {
		return engine.Lack{}, false
	}
	return s.words(f), true
}

// Lacks are the verbs of an action that a seat has no move of, each with what the move
// lacks that comes closest to being one.
func (s *State) Lacks(by engine.Seat) []engine.Lack {
	if s.End != Running || s.Top().Question != QuestionAction || !s.owes(by) {
		return nil
	}
	can := make([]bool, len(s.rules.verbs))
	for _, m := range s.AppendMoves(nil, by) {
		can[m.Verb] = true
	}
	list := make([]engine.Lack, 0, 16) // as many as most have
	for i, v := range s.rules.verbs {
		if !can[i] && s.acts(v, by) {
			list = append(list, s.words(s.closest(engine.Verb(i), by)))
		}
	}
	return list
}

// acts says whether a verb is an action of a seat's role at this table.
func (s *State) acts(v *Verb, by engine.Seat) bool {
	hands := HiddenHands
	if s.rules.Open {
		hands = OpenHands
	}
	return v.event < 0 && slices.Contains(v.Questions, QuestionAction) && (v.role == noRole || v.role == s.Roles[by]) &&
		(v.Hands == AnyHands || v.Hands == hands) && s.rules.Plays(v.Mode)
}

// failure is where a move fails: after how many needs that it meets, by which rule, and how
// much it is short of.
type failure struct {
	move       engine.Move
	met, short int
	rule, text string
	whole      bool // it stands for all moves of its verb
}

// mostTried bounds the moves of one verb that are looked at.
const mostTried = 3000

// closest is where the move of a verb fails that fails last; of those that fail at the same
// need, the one that is short of least.
func (s *State) closest(verb engine.Verb, by engine.Seat) failure {
	m := engine.Move{Seat: by, Verb: verb}
	best := s.fails(m, true)
	if best.met < 0 {
		return best // whatever it is applied to
	}
	v, kinds := s.rules.verbs[verb], s.rules.vocab.Verbs[verb].Args
	last, met, short := m, best.met, best.short
	for range mostTried {
		i := len(kinds) - 1
		for ; i >= 0; i-- { // the next operands
			if m.Arg[i]++; int(m.Arg[i]) < len(kinds[i].Values) {
				break
			}
			m.Arg[i] = 0
		}
		if i < 0 {
			break
		}
		// Only the needs depend on the operands: the rest of fails said the same before.
		n := 0
		for n < len(v.Needs) && v.Needs[n].broken(s, m) == "" {
			n++
		}
		if n < met {
			continue
		}
		much := 0
		if n < len(v.Needs) && v.Needs[n].Short != nil {
			much = v.Needs[n].Short(s, m)
		}
		if n > met || much < short {
			last, met, short = m, n, much
		}
	}
	if last == best.move {
		return best
	}
	return s.fails(last, true)
}

// fails is where a move fails. Whole says that it stands for all moves of its verb.
func (s *State) fails(m engine.Move, whole bool) failure {
	if s.End != Running || !s.rules.vocab.Fits(m) || int(m.Seat) >= s.rules.Players {
		return failure{move: m, met: -1, rule: s.Why(m), whole: whole}
	}
	v := s.rules.verbs[m.Verb]
	if rule := s.whyNotNow(v, m); rule != "" {
		return failure{m, -1, int(v.Cost), rule, s.notNowText(v, m), whole}
	}
	for i := range v.Needs {
		need := &v.Needs[i]
		rule := need.broken(s, m)
		if rule == "" {
			continue
		}
		f := failure{move: m, met: i, rule: rule, whole: whole}
		switch {
		case need.Why != nil && rule != need.Rule: // the rule has a text of its own
		case whole && need.Any != "":
			f.text = need.Any
		default:
			f.text = need.Text
		}
		if need.Short != nil {
			f.short = need.Short(s, m)
		}
		if v.Because != nil {
			f.rule = v.Because(s, m, rule)
		}
		return f
	}
	return failure{move: m, met: len(v.Needs)}
}

// notNowText names the text for a verb that is out of place whatever it is applied to.
func (s *State) notNowText(v *Verb, m engine.Move) string {
	switch q := s.Top().Question; {
	case v.event >= 0 || q != QuestionAction || !s.owes(m.Seat):
		return ""
	case v.role != noRole && v.role != s.Roles[m.Seat]:
		return "role"
	case v.grounds(s.Role(m.Seat)):
		return "grounded"
	case v.Cost > s.Actions && s.Actions > 0:
		return "more-actions"
	case v.Cost > s.Actions:
		return "actions"
	case v.Once && s.Used>>v.slot&1 != 0:
		return "once"
	}
	return ""
}

// words puts a failure into words: the text of its need, or that of its rule. The text may
// name the mover's city, the disease of the move, the city that it is about where it is one
// move alone, and a figure.
func (s *State) words(f failure) engine.Lack {
	if f.text == "" {
		f.text = strings.ReplaceAll(f.rule, "/", ".")
	}
	m := f.move
	l := engine.Lack{Verb: m.Verb, Rule: f.rule, Text: lackTexts + f.text}
	if !s.rules.vocab.Fits(m) || int(m.Seat) >= s.rules.Players {
		return l
	}
	if here := s.Pawns[m.Seat]; here != NoCity {
		l.Args = append(l.Args, [2]string{CityKind.Name, s.rules.Cities[here].ID})
	}
	for i, k := range s.rules.vocab.Verbs[m.Verb].Args {
		if int(m.Arg[i]) >= len(k.Values) {
			continue
		}
		switch value := k.Values[m.Arg[i]]; {
		case k.Name == DiseaseKind.Name:
			l.Args = append(l.Args, [2]string{k.Name, value})
		case k.Name == CityKind.Name && !f.whole:
			l.Args = append(l.Args, [2]string{k.Name + "2", value})
		}
	}
	if f.short > 0 {
		l.Args = append(l.Args, [2]string{"n", strconv.Itoa(f.short)})
	}
	return l
}

// Steps is how many lines a city is away from another.
func (t *Ruleset) Steps(from, to City) int {
	seen, edge := bit(from), bit(from)
	for n := 0; ; n++ {
		if seen&bit(to) != 0 {
			return n
		}
		next := uint64(0)
		for ; edge != 0; edge &= edge - 1 {
			next |= t.links[bits.TrailingZeros64(edge)]
		}
		if edge = next &^ seen; edge == 0 {
			return len(t.Cities)
		}
		seen |= edge
	}
}

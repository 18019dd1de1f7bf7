package epidemic

import (
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
)

// This file explains why a seat cannot make a move, in a short text for a disabled button or for a city out
// of reach. The text comes from the need that is not met, and names the city, disease or number in question.

// lackTexts is the prefix of the catalogue keys of texts that explain why a move is not possible.
const lackTexts = "lack."

// UnmetNeed returns why a move is not legal. Like Why, it uses only what the move's seat may know.
func (s *State) UnmetNeed(m engine.Move) (engine.Unmet, bool) {
	f := s.fails(m, false)
	if f.rule == "" {
		return engine.Unmet{}, false
	}
	return s.words(f), true
}

// UnmetNeeds returns the actions for which a seat has no legal move. For each, it gives the reason from the
// move that is closest to being legal.
func (s *State) UnmetNeeds(by engine.Seat) []engine.Unmet {
	if s.End != Running || s.Top().Question != QuestionAction || !s.owes(by) {
		return nil
	}
	can := make([]bool, len(s.rules.verbs))
	for _, m := range s.AppendMoves(nil, by) {
		can[m.Verb] = true
	}
	list := make([]engine.Unmet, 0, 16) // enough for most positions
	for i, v := range s.rules.verbs {
		if !can[i] && s.acts(v, by) {
			list = append(list, s.words(s.closest(engine.Verb(i), by)))
		}
	}
	return list
}

// acts reports whether a verb is an action of a seat's role at this table.
func (s *State) acts(v *Verb, by engine.Seat) bool {
	hands := HiddenHands
	if s.rules.Open {
		hands = OpenHands
	}
	return v.event < 0 && slices.Contains(v.Questions, QuestionAction) && (v.role == noRole || v.role == s.Roles[by]) &&
		(v.Hands == AnyHands || v.Hands == hands) && s.rules.Plays(v.Mode)
}

// failure describes why a move is not legal: how many needs it meets, the rule that it breaks, and how much
// is missing.
type failure struct {
	move       engine.Move
	met, short int
	rule, text string
	whole      bool // the failure is the same for every move of the verb
}

// mostTried limits how many moves of one verb closest tries.
const mostTried = 3000

// closest returns the failure of the verb's move that meets the most needs. If several moves fail at the same
// need, it chooses the one that lacks the least.
func (s *State) closest(verb engine.Verb, by engine.Seat) failure {
	m := engine.Move{Seat: by, Verb: verb}
	best := s.fails(m, true)
	if best.met < 0 {
		return best // the failure is the same for all operands
	}
	v, kinds := s.rules.verbs[verb], s.rules.vocab.Verbs[verb].Args
	last, met, short := m, best.met, best.short
	for range mostTried {
		i := len(kinds) - 1
		for ; i >= 0; i-- { // advance to the next operands
			if m.Arg[i]++; int(m.Arg[i]) < len(kinds[i].Values) {
				break
			}
			m.Arg[i] = 0
		}
		if i < 0 {
			break
		}
		// The other checks in fails do not depend on the operands.
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

// fails returns why a move is not legal. The caller sets whole if every move of the verb fails for the same
// reason.
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
		case need.Why != nil && rule != need.Rule: // Why returned a more specific rule, which has its own text
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

// notNowText returns the text for a verb that cannot be played now, whatever its operands.
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

// words returns the text for a failure: that of the unmet need if it has one, otherwise that of its rule. The
// text can name the mover's city, the move's disease and a number. If only this move fails, it can also name
// the city that the move applies to.
func (s *State) words(f failure) engine.Unmet {
	if f.text == "" {
		f.text = strings.ReplaceAll(f.rule, "/", ".")
	}
	m := f.move
	l := engine.Unmet{Verb: m.Verb, Rule: f.rule, Text: lackTexts + f.text}
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

// Steps returns the length of the shortest path between two cities.
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

package epidemictest

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// Pick chooses a verb at random, then one of its moves, so it chooses verbs with few moves as often as verbs
// with many.
func Pick(s *epidemic.State, d engine.Decision, chance *engine.Rand) engine.Move {
	var list []engine.Move
	for seat := range d.Asked().Each {
		list = s.AppendMoves(list, seat)
	}
	byVerb, verbs := map[engine.Verb][]engine.Move{}, []engine.Verb(nil)
	for _, m := range list {
		if byVerb[m.Verb] == nil {
			verbs = append(verbs, m.Verb)
		}
		byVerb[m.Verb] = append(byVerb[m.Verb], m)
	}
	some := byVerb[verbs[chance.N(len(verbs))]]
	return some[chance.N(len(some))]
}

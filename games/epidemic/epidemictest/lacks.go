package epidemictest

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ordinary are actions that every role has at every table that has them at all.
var ordinary = map[string]bool{
	"drive": true, "direct": true, "charter": true, "shuttle": true, "treat": true, "build": true, "give": true, "cure": true,
	"train": true, "ship": true, "rail": true, "purify": true, "build-hospital": true, "research": true,
}

// Lacks checks in positions of random games that a seat that is asked for an action is told
// of every action of its role that it has no move of, and of no other, and calls met with
// each text that it comes across, once.
func Lacks(t Failer, g *epidemic.Ruleset, variants []engine.Settings, positions int, met func(game, text string)) {
	t.Helper()
	chance, _ := engine.NumberedSeed(17).Rand()
	texts := map[string]bool{}
	for range positions {
		s := Somewhere(t, g, variants, chance.N)
		vocab := s.Rules().Vocabulary()
		for seat := range engine.Seat(s.Rules().Players) {
			can := map[engine.Verb]bool{}
			for _, m := range s.AppendMoves(nil, seat) {
				can[m.Verb] = true
			}
			asked := s.Asking() == epidemic.QuestionAction && s.Decision().Owing().Has(seat)
			lacks := s.Lacks(seat)
			if len(lacks) > 0 && !asked {
				t.Fatalf("seat %d is not asked, and told %v", seat, lacks)
			}
			for _, l := range lacks {
				if can[l.Verb] || l.Rule == "" || l.Text == "" {
					t.Fatalf("seat %d: %s lacks %v", seat, vocab.Verbs[l.Verb].Name, l)
				}
				can[l.Verb] = true
				texts[l.Text] = true
			}
			for verb, word := range vocab.Verbs {
				if asked && ordinary[word.Name] && !can[engine.Verb(verb)] {
					t.Fatalf("seat %d is not told about %s", seat, word.Name)
				}
			}
		}
	}
	for text := range texts {
		met(g.Name(), text)
	}
}

package epidemictest

import (
	"theriac/engine"
	"theriac/games/epidemic"
)

// ordinary lists the actions that every role has, at all tables where these actions exist.
var ordinary = map[string]bool{
	"drive": true, "direct": true, "charter": true, "shuttle": true, "treat": true, "build": true, "give": true, "cure": true,
	"train": true, "ship": true, "rail": true, "purify": true, "build-hospital": true, "research": true,
}

// Lacks checks the explanations for disabled actions in positions of random games. A seat on its turn must
// get a reason for each of its actions without a legal move, and for no other. Lacks passes each text to met
// once.
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
			lacks := s.UnmetNeeds(seat)
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

package epidemic_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// TestAnOutbreakCanStopAndAsk checks that a chain of outbreaks waits when a reaction asks a seat for a
// choice. No card in world asks one, so the test adds a role that asks for a city whenever cubes would be
// placed in Lima.
func TestAnOutbreakCanStopAndAsk(t *testing.T) {
	box := world.Game.Box
	lima, _ := world.Game.City.Parse("lima")
	var verb engine.Verb
	answered := 0
	ask := &epidemic.Verb{
		Name: "ask-lima", Rule: "turn/question",
		List: epidemic.Plain,
		Play: func(*epidemic.State, engine.Move, *engine.Facts) {},
		City: &epidemic.CityChoice{
			Cities: func(s *epidemic.State, _ *epidemic.Frame) uint64 { return s.Rules().Everywhere() },
			Then:   func(*epidemic.State, epidemic.Frame, epidemic.City, *engine.Facts) { answered++ },
		},
	}
	box.Roles = append(box.Roles[:len(box.Roles):len(box.Roles)], &epidemic.Role{
		ID: "asker", Rule: "role/asker", Verbs: []*epidemic.Verb{ask},
		Blocks: func(s *epidemic.State, own engine.Seat, c epidemic.City, _ epidemic.Disease) bool {
			if c != epidemic.City(lima) {
				return false
			}
			s.AskCity(own, verb)
			return true
		},
	})
	box.Options = append([]engine.Option(nil), box.Options...)
	for i := range box.Options {
		if box.Options[i].Name == "roles" {
			box.Options[i].Values = append(box.Options[i].Values[:7:7], "asker")
		}
	}
	table := epidemic.NewRuleset(box)
	verb, _ = table.Vocabulary().Verb("ask-lima")
	rules, err := table.Compile(engine.Header{Game: "world", Revision: 1, Settings: engine.Settings{{Name: "roles", Value: "asker,medic"}}})
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	rules.Deal(&s, engine.Rand{}, nil)
	for _, line := range []string{"turn 0", "clear cubes", "cubes bogota yellow 3", "cubes miami yellow 3", "hand 0 paris", "hand 1 milan", "deck top essen madrid", "infection top bogota osaka"} {
		if err := epidemictest.Arrange(&s, line); err != nil {
			t.Fatal(err)
		}
	}
	draw, _ := table.Vocabulary().ParseMove(0, "draw")
	s.Play(draw, nil)
	if d := s.Decision(); d.Question != epidemic.QuestionCity || !d.All.Has(0) || s.Outbreaks != 1 || s.Spread.N == 0 {
		t.Fatalf("the chain does not wait: %+v, %d outbreaks", d, s.Outbreaks)
	}
	if why := s.Fault(); why != "" {
		t.Fatal(why)
	}
	to, _ := table.Vocabulary().ParseMove(0, "to paris")
	s.Play(to, nil)
	if answered != 1 || s.Outbreaks != 2 || s.Spread.N != 0 {
		t.Errorf("%d answers, %d outbreaks, chain %+v", answered, s.Outbreaks, s.Spread)
	}
	buenosAires, _ := table.City.Parse("buenos-aires")
	if s.CubesAt(epidemic.City(buenosAires), 1) != 1 {
		t.Error("the neighbours after the question got no cube")
	}
}

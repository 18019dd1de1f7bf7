package bots_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/games/world"
)

// curesOf plays games with fixed seeds and returns the number of cures found.
func curesOf(t *testing.T, at table, level string, games uint64) (cures int) {
	t.Helper()
	rules := at.rules(t)
	player := quick(t, level).New()
	all := engine.AllSeats(rules.Players)
	for game := range games {
		var s epidemic.State
		chance, _ := engine.NumberedSeed(game).Rand()
		rules.Deal(&s, chance, nil)
		for n := uint64(0); s.End == epidemic.Running && n < 3000; n++ {
			s.Play(ask(player, &s, all, game<<20+n).Move, nil)
		}
		for set := s.Cured; set != 0; set &= set - 1 {
			cures++
		}
	}
	return cures
}

// Bots find cures with every module. Without knowing the modules, they found none in the laboratory, and
// random or eager players find hardly any with any module.
func TestModulesFindCures(t *testing.T) {
	const level = "novice,width=8,blunder=0"
	for _, module := range []struct {
		name  string
		at    table
		games uint64
		least int // the minimum number of cures in these games, each of which needs at least four
	}{
		{"iberia", table{iberia.Game, settings("players", "4", "epidemics", "4")}, 3, 3},
		{"laboratory", table{world.Game, settings("players", "4", "epidemics", "4", "box", "lab", "lab", "on", "hands", "open")}, 6, 4},
		{"strain", table{world.Game, settings("players", "4", "epidemics", "4", "box", "brink", "strain", "on", "hands", "open")}, 6, 6},
		{"mutation", table{world.Game, settings("players", "4", "epidemics", "4", "box", "brink", "mutation", "mutation", "hands", "open")}, 6, 6},
		{"solo", table{world.Game, settings("players", "1", "mode", "solo", "box", "lab")}, 6, 4},
	} {
		got := curesOf(t, module.at, level, module.games)
		t.Logf("%s: %d cures", module.name, got)
		if got < module.least {
			t.Errorf("%s: %d cures in %d games, at least %d are expected", module.name, got, module.games, module.least)
		}
	}
}

// A seat builds the hospital (the station of a colour) that a cure needs, if it can spare the card.
func TestHospitalIsBuilt(t *testing.T) {
	at := table{iberia.Game, settings("players", "2", "epidemics", "4", "roles", "rural-doctor,sailor")}
	rules := at.rules(t)
	var s epidemic.State
	chance, _ := engine.NumberedSeed(1).Rand()
	rules.Deal(&s, chance, nil)
	for s.Asking() == epidemic.QuestionStart {
		by := s.Decision().Owing().First()
		s.Play(s.AppendMoves(nil, by)[0], nil)
	}
	const text = `clear cubes · turn 0 · pawn 0 porto · hand 0 porto lisboa coimbra braga vigo ourense · actions 4`
	if err := epidemictest.Arrange(&s, text); err != nil {
		t.Fatal(err)
	}
	turnOf(t, "novice,blunder=0", &s, 5)
	if s.Stations == 0 {
		t.Error("no hospital was built with six cards of a colour in hand")
	}
}

// A seat with the cards finds a cure even if an event could follow. The event's holder plays it only if it
// removes enough cubes.
func TestEventsAfterACure(t *testing.T) {
	at := table{world.Game, settings("players", "4", "epidemics", "5", "box", "brink", "hands", "open", "roles", "medic,scientist,researcher,dispatcher")}
	for _, test := range []struct {
		cubes  string
		played bool
	}{{"cubes paris blue 3 · cubes london blue 2 · cubes tokyo red 1", true}, {"cubes paris blue 1 · cubes tokyo red 3", false}} {
		for _, level := range levels {
			rules := at.rules(t)
			var s epidemic.State
			chance, _ := engine.NumberedSeed(1).Rand()
			rules.Deal(&s, chance, nil)
			text := "clear cubes · " + test.cubes + " · turn 1 · pawn 1 atlanta · hand 1 paris london madrid milan · " +
				"hand 2 rapid-vaccine-deployment cairo · hand 3 tokyo · actions 1"
			if err := epidemictest.Arrange(&s, text); err != nil {
				t.Fatal(err)
			}
			player := quick(t, level).New()
			before := s.OnBoard(0)
			for n := uint64(0); s.Turn == 1 && n < 20 && s.Asking() != epidemic.QuestionDiscard; n++ {
				if s.Asking() == epidemic.QuestionAction && s.Actions == 0 {
					break
				}
				s.Play(ask(player, &s, engine.AllSeats(4), n).Move, nil)
			}
			if s.Cured != 1 {
				t.Fatalf("%s: the cure was not found with %s", level, test.cubes)
			}
			if played := s.OnBoard(0) < before; played != test.played {
				t.Errorf("%s: %d of %d cubes are left with %s", level, s.OnBoard(0), before, test.cubes)
			}
		}
	}
}

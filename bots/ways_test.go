package bots_test

import (
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/games/world"
)

// curesOf plays pinned games and counts the cures that are found.
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

// Each way to play has cures that are found: bots that knew the base box only found none
// in the laboratory, and random and eager players find hardly any anywhere.
func TestWaysFindCures(t *testing.T) {
	const level = "novice,width=8,blunder=0"
	for _, way := range []struct {
		name  string
		at    table
		games uint64
		least int // cures in these games, of four or more each
	}{
		{"iberia", table{iberia.Game, settings("players", "4", "epidemics", "4")}, 3, 3},
		{"laboratory", table{world.Game, settings("players", "4", "epidemics", "4", "box", "lab", "lab", "on", "hands", "open")}, 6, 4},
		{"strain", table{world.Game, settings("players", "4", "epidemics", "4", "box", "brink", "strain", "on", "hands", "open")}, 6, 6},
		{"mutation", table{world.Game, settings("players", "4", "epidemics", "4", "box", "brink", "mutation", "mutation", "hands", "open")}, 6, 6},
		{"solo", table{world.Game, settings("players", "1", "mode", "solo", "box", "lab")}, 6, 4},
	} {
		got := curesOf(t, way.at, level, way.games)
		t.Logf("%s: %d cures", way.name, got)
		if got < way.least {
			t.Errorf("%s: %d cures in %d games, at least %d are expected", way.name, got, way.games, way.least)
		}
	}
}

// A hospital of the colour is built where a cure needs it and a card is to spare.
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

package lab

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
	"theriac/internal/sim"
)

func header(players string) engine.Header {
	return engine.Header{
		Game: "pharmacy", Revision: pharmacy.Revision, Settings: engine.Settings{{Name: "players", Value: players}},
	}
}

// The counts do not depend on the number of workers. The wins of each game add up to one, because a shared win
// counts as a fraction.
func TestCardCounts(t *testing.T) {
	for _, bot := range []string{"random", "honest"} {
		var first Result
		for workers := 1; workers <= 3; workers++ {
			r, err := simulate(sim.Config{Header: header("5"), Bot: bot, Lone: "always-send", Games: 300, Seed: 4, Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for i := range r.Wins {
				sum += r.Wins[i]
				r.Wins[i] = math.Round(r.Wins[i]*1000) / 1000 // fractions may be added in any order, which changes the rounding
			}
			if math.Abs(sum-300) > 0.001 || r.Games != 300 {
				t.Errorf("%s: %.3f wins of %d games", bot, sum, r.Games)
			}
			r.Workers, r.Seconds, r.MovesPerSecond, r.LoneWins = 0, 0, 0, math.Round(r.LoneWins*1000)
			r.SecondsPerDecision, r.thought = 0, 0
			if workers == 1 {
				first = *r
			} else if !reflect.DeepEqual(first, *r) {
				t.Errorf("%d workers count %+v, one %+v", workers, *r, first)
			}
		}
	}
	if _, err := simulate(sim.Config{Header: header("3"), Bot: "honest", Lone: "saintly", Games: 1, Workers: 1}); err == nil {
		t.Error("there is a style that there is not")
	}
}

// No place at the table wins much more often than its share. The test plays as many games as its time allows;
// the documentation reports a longer run.
func TestPlacesAreFair(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts thousands of games")
	}
	for _, players := range []string{"3", "4", "5", "6"} {
		r, err := simulate(sim.Config{Header: header(players), Bot: "honest", Games: 4000, Seed: 2, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for place, wins := range r.Wins {
			share := 100*wins/4000 - 100/float64(r.Players)
			if share > 4 {
				t.Errorf("%s players: place %d wins %.1f %% more than its share", players, place, share)
			}
		}
	}
}

// No simple style wins far more often than its share against honest players.
func TestNoStyleDominates(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts thousands of games")
	}
	const games = 1000
	rules := header("4")
	for _, s := range bots.Styles {
		r, err := simulate(sim.Config{Header: rules, Bot: "honest", Lone: s.Name, Games: games, Seed: 3, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if share := 100 * r.LoneWins / games; share > 33 {
			t.Errorf("%s wins %.1f %% of the games of four", s.Name, share)
		}
	}
}

// If a lone player takes part, its result is printed, even if it never wins. Otherwise nothing is printed about
// a lone player.
func TestLoneIsTold(t *testing.T) {
	for lone, want := range map[string]bool{"random": true, "": false} {
		r, err := simulate(sim.Config{Header: header("4"), Bot: "expert", Lone: lone, Games: 1, Seed: 1, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil || strings.Contains(string(text), `"lone":"random","lone_wins":0,"lone_low":0,`) != want || strings.Contains(string(text), "lone") != want {
			t.Errorf("with %q alone it is %s, %v", lone, text, err)
		}
	}
}

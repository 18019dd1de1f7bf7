package sim

import (
	"reflect"
	"testing"

	"theriac/engine"
	"theriac/games"
	"theriac/games/epidemic"
)

// The same seed gives the same counts, whatever the number of workers; another
// seed gives others.
func TestCountsDoNotDependOnWorkers(t *testing.T) {
	for _, test := range []struct {
		game  string
		given engine.Settings
	}{
		{"world", nil},
		{"iberia", nil},
		{"iberia", engine.Settings{{Name: "rush", Value: "on"}, {Name: "historical", Value: "4"}}},
	} {
		game, _ := games.FindMap(test.game)
		rules, err := game.Compile(engine.Header{
			Game: test.game, Revision: 1, Settings: append(engine.Settings{{Name: "players", Value: "3"}}, test.given...),
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, bot := range []string{"random", "eager"} {
			t.Run(test.game+"/"+bot, func(t *testing.T) { compareWorkers(t, rules, bot) })
		}
	}
}

func compareWorkers(t *testing.T, rules *epidemic.Rules, bot string) {
	const games = 500
	count := func(seed uint64, workers int) Result {
		r := Run(Config{Rules: rules, Bot: bot, Games: games, Seed: seed, Workers: workers})
		return Result{Game: r.Game, Games: r.Games, Wins: r.Wins, Losses: r.Losses, Cures: r.Cures, Turns: r.Turns, Moves: r.Moves}
	}
	one := count(1, 1)
	if many := count(1, 3); !reflect.DeepEqual(one, many) {
		t.Errorf("%+v and %+v", one, many)
	}
	if other := count(2, 1); reflect.DeepEqual(one, other) {
		t.Error("two seeds give the same games")
	}
	if one.Games != games || one.Wins+one.Losses["end/cubes"]+one.Losses["end/outbreaks"]+one.Losses["end/cards"] != games || one.Game != rules.Game {
		t.Errorf("%+v does not add up", one)
	}
}

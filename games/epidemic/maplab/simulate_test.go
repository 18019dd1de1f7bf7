package maplab_test

import (
	"reflect"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic/maplab"
	"theriac/games/lab"
	"theriac/games/labs"
	"theriac/internal/sim"
)

// The same seed gives the same counts for any number of workers. Another seed gives other counts.
func TestCountsDoNotDependOnWorkers(t *testing.T) {
	for _, test := range []struct {
		game  string
		given engine.Settings
	}{
		{"world", nil},
		{"iberia", nil},
		{"iberia", engine.Settings{{Name: "rush", Value: "on"}, {Name: "historical", Value: "4"}}},
	} {
		game, _ := labs.Find(test.game)
		h := engine.Header{
			Game: test.game, Revision: 1, Settings: append(engine.Settings{{Name: "players", Value: "3"}}, test.given...),
		}
		for _, bot := range []string{"random", "eager"} {
			t.Run(test.game+"/"+bot, func(t *testing.T) { compareWorkers(t, game, h, bot) })
		}
	}
}

func compareWorkers(t *testing.T, game lab.Entry, h engine.Header, bot string) {
	const games = 500
	count := func(seed uint64, workers int) maplab.Result {
		counted, err := game.Simulate(sim.Config{Header: h, Bot: bot, Games: games, Seed: seed, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		r := counted.(*maplab.Result)
		return maplab.Result{Game: r.Game, Games: r.Games, Wins: r.Wins, Losses: r.Losses, Cures: r.Cures, Turns: r.Turns, Moves: r.Moves}
	}
	one := count(1, 1)
	if many := count(1, 3); !reflect.DeepEqual(one, many) {
		t.Errorf("%+v and %+v", one, many)
	}
	if other := count(2, 1); reflect.DeepEqual(one, other) {
		t.Error("two seeds give the same games")
	}
	if one.Games != games || one.Wins+one.Losses["end/cubes"]+one.Losses["end/outbreaks"]+one.Losses["end/cards"] != games || one.Game != h.Game {
		t.Errorf("%+v does not add up", one)
	}
}

// A map game rejects the bots and styles of the card game.
func TestOtherBots(t *testing.T) {
	game := labs.Entries[0]
	h := engine.Header{Game: game.Rules.Name(), Revision: 1}
	for _, c := range []sim.Config{{Header: h, Bot: "honest"}, {Header: h, Bot: "random", Lone: "timid"}} {
		if _, err := game.Simulate(c); err == nil {
			t.Errorf("%s %s plays", c.Bot, c.Lone)
		}
	}
}

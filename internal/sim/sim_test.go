package sim

import (
	"reflect"
	"testing"

	"theriac/engine"
	"theriac/games/world"
)

// The same seed gives the same counts, whatever the number of workers; another
// seed gives others.
func TestCountsDoNotDependOnWorkers(t *testing.T) {
	rules, err := world.Game.Compile(engine.Header{Game: "world", Revision: 1, Settings: engine.Settings{{Name: "players", Value: "3"}}})
	if err != nil {
		t.Fatal(err)
	}
	count := func(bot string, seed uint64, workers int) Result {
		r := Run(Config{Rules: rules, Bot: bot, Games: 500, Seed: seed, Workers: workers})
		return Result{Games: r.Games, Wins: r.Wins, Losses: r.Losses, Cures: r.Cures, Turns: r.Turns, Moves: r.Moves}
	}
	for _, bot := range []string{"random", "eager"} {
		one := count(bot, 1, 1)
		if many := count(bot, 1, 4); !reflect.DeepEqual(one, many) {
			t.Errorf("%s: %+v and %+v", bot, one, many)
		}
		if other := count(bot, 2, 1); reflect.DeepEqual(one, other) {
			t.Errorf("%s: two seeds give the same games", bot)
		}
		if one.Games != 500 || one.Wins+one.Losses["end/cubes"]+one.Losses["end/outbreaks"]+one.Losses["end/cards"] != 500 {
			t.Errorf("%s: %+v does not add up", bot, one)
		}
	}
}

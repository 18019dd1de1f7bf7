package maplab

import (
	"runtime"
	"testing"

	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
	"theriac/internal/sim"
)

// Bots play every variant to its end. All of their moves are legal: the simulation would panic otherwise.
func TestBotsPlayEveryModule(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	level, err := bots.Named("steady,width=4,plans=2,rollouts=2,turns=1,fast=2")
	if err != nil {
		t.Fatal(err)
	}
	played, won := 0, 0
	for _, game := range []struct {
		*epidemic.Ruleset
		variants []engine.Settings
		every    int
	}{{world.Game, world.Variants(), 61}, {iberia.Game, iberia.Variants(), 17}} {
		for i, set := range game.variants {
			if testing.Short() && i%game.every != 0 {
				continue
			}
			c := sim.Config{Header: engine.Header{Game: game.Game, Revision: game.Revision(), Settings: set}, Bot: level.Name, Seed: uint64(i), Games: 1, Workers: 1}
			r, err := simulate(game.Ruleset, c)
			if err != nil {
				t.Fatal(set, err)
			}
			played += r.Games
			won += r.Wins
			if r.Moves > 3000 {
				t.Errorf("%v took %d moves", set, r.Moves)
			}
		}
	}
	if played < 12 || !testing.Short() && won == 0 {
		t.Errorf("%d games were played, %d won", played, won)
	}
	t.Logf("met: %d games, %d won", played, won)
}

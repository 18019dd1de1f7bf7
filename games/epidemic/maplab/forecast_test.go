package maplab

import (
	"testing"

	"theriac/ai/train"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
	"theriac/internal/sim"
)

// The estimated chances of some fixed games fit the outcomes. They predict better than a constant, and the
// number of wins matches within a tolerance, because there are few games. For a thousand games, see
// reports/chance.md.
func TestChancesFit(t *testing.T) {
	for _, x := range []struct {
		game  *epidemic.Ruleset
		bot   string
		set   engine.Settings
		games int
		skill float64 // the least skill allowed
		away  float64 // the largest difference allowed between prediction and outcome
	}{
		{world.Game, "steady", engine.Settings{{Name: "players", Value: "2"}, {Name: "epidemics", Value: "6"}}, 4, 0.1, 0.2},
		{iberia.Game, "quick", engine.Settings{{Name: "players", Value: "2"}, {Name: "epidemics", Value: "4"}}, 6, 0.1, 0.25},
	} {
		list, err := forecasts(x.game, sim.Config{
			Header: engine.Header{Game: x.game.Game, Revision: x.game.Revision(), Settings: x.set},
			Bot:    x.bot, Games: x.games, Seed: 10, Workers: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		c := train.Calibrate(list)
		t.Logf("%s: %d cases of %d games, said %.2f, won %.2f, skill %.3f", x.game.Game, c.Cases, c.Games, c.Said, c.Won, c.Skill)
		if c.Games != x.games || c.Cases < 5*x.games || c.Won == 0 || c.Won == 1 {
			t.Errorf("%s: met %d cases of %d games, %.2f won", x.game.Game, c.Cases, c.Games, c.Won)
		}
		if c.Skill < x.skill || c.Said-c.Won > x.away || c.Won-c.Said > x.away {
			t.Errorf("%s: said %.2f, won %.2f, skill %.3f", x.game.Game, c.Said, c.Won, c.Skill)
		}
		before, after := 0, 0
		for _, f := range list {
			if f.Acted {
				after++
			} else {
				before++
			}
		}
		if before < x.games || after < x.games {
			t.Errorf("%s: %d before the actions of a turn, %d after", x.game.Game, before, after)
		}
	}
}

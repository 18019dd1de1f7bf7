package maplab

import (
	"encoding/json"
	"testing"

	"theriac/engine"
	"theriac/games/world"
	"theriac/internal/sim"
)

// In each game, one team uses a different bot than its rivals, and the run counts that team's wins
// separately. A run split into pieces gives the same total.
func TestLoneTeam(t *testing.T) {
	const games = 8
	h := engine.Header{
		Game: world.Game.Game, Revision: world.Game.Revision(),
		Settings: engine.Settings{{Name: "box", Value: "lab"}, {Name: "mode", Value: "teams"}},
	}
	play := func(lone, bot string, from, n int) *Result {
		r, err := simulate(world.Game, sim.Config{Header: h, Lone: lone, Bot: bot, From: from, Games: n, Seed: 4, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	const strong, weak = "novice,width=10,plans=1,blunder=0", "novice"
	all := play(strong, strong, 0, games)
	if all.LoneWins <= 0 || all.LoneWins >= float64(all.Wins) {
		t.Errorf("of %d games that were won the lone team has %.1f: both sides should have some", all.Wins, all.LoneWins)
	}
	other := play(weak, strong, 0, games)
	if other.Bot != strong || other.LoneBot != weak {
		t.Errorf("%s played against %s", other.LoneBot, other.Bot)
	}
	var pieces [][]byte
	for _, from := range []int{0, 3} {
		text, err := json.Marshal(play(strong, strong, from, []int{3, games - 3}[from/3]))
		if err != nil {
			t.Fatal(err)
		}
		pieces = append(pieces, text)
	}
	sum, err := merge(pieces)
	if err != nil || sum.Games != games || sum.LoneWins != all.LoneWins || sum.LoneLow != all.LoneLow || sum.LoneHigh != all.LoneHigh {
		t.Errorf("the pieces make %+v, %v", sum, err)
	}
	swapped, _ := json.Marshal(other)
	if _, err := merge([][]byte{pieces[0], swapped}); err == nil {
		t.Error("pieces of two runs were added up")
	}
	// Bots without a search can play for either team.
	if r := play("eager", "random", 0, 4); r.Games != 4 || r.LoneBot != "eager" {
		t.Errorf("%+v", r)
	}
}

package world_test

import (
	"errors"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
	"theriac/locale"
)

// Every combination of box contents, modes, challenges, levels and seats either sets up a game or is rejected
// by a rule of the ledger. Rules: setup/contents setup/players setup/legendary setup/events lab/teams
// solo/setup team/setup team/objectives team/consent.
func TestCombinations(t *testing.T) {
	texts, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	inLedger := func(rule string) bool { _, ok := texts.Rule("world", rule); return ok }
	allowed, refused := 0, map[string]int{}
	for set := range world.Every(world.Combined()) {
		_, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
		no := (*engine.Refusal)(nil)
		switch {
		case err == nil:
			allowed++
		case errors.As(err, &no) && inLedger(no.Rule):
			refused[no.Rule]++
		default:
			t.Fatalf("%v: %v", set, err)
		}
	}
	t.Logf("%d combinations can be played; refused: %v", allowed, refused)
	if want := len(world.Combinations()); allowed < want || want < 400 {
		t.Errorf("%d combinations are played, %d are listed", allowed, want)
	}
	_, err = world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
		{Name: "mode", Value: "teams"}, {Name: "box", Value: "all"}, {Name: "consent", Value: "trust"},
	}})
	if no := (*engine.Refusal)(nil); errors.As(err, &no) {
		refused[no.Rule]++
	}
	for _, rule := range []string{
		"team/consent",
		"setup/contents", "setup/players", "setup/legendary", "setup/events", "lab/teams", "solo/setup", "team/setup", "team/objectives",
	} {
		if refused[rule] == 0 {
			t.Errorf("nothing is refused by %s", rule)
		}
	}
}

// The conformance suite accepts every combination that the rules allow. This test plays each of them once or
// twice; `theriac-lab suite --game world` plays more games.
func TestCombinationsPlay(t *testing.T) {
	list := world.Combinations()
	games := 2 * len(list)
	if testing.Short() {
		games = len(list) / 4
	}
	report, err := epidemictest.Subject(world.Game, list).Play(0, uint64(games))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games of %d combinations, %d moves, longest list %d, ends %v", report.Games, len(list), report.Moves, report.Longest, report.Ended)
}

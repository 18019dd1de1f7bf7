package terminal

import (
	"context"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/pharmacy"
	"theriac/games/world"
	"theriac/locale"
)

// A2: rivals do not see each other's cards unless --together is given. Partners share the screen. In a game
// without rivals, everyone sees everything.
func TestRivalsAreKeptApart(t *testing.T) {
	for _, x := range []struct {
		name            string
		game            engine.Game
		way             string
		given           string
		cfg             Config
		shown, unshown  []string
		handed, rivalry bool
	}{
		{
			name: "each against all", game: pharmacy.Game,
			shown: []string{"Expiry Date"}, unshown: []string{"Guinea Pig", "Nurse", "Diagnosis", "Great Plague"}, handed: true, rivalry: true,
		},
		{
			name: "each against all, together", game: pharmacy.Game, cfg: Config{Together: true},
			shown: []string{"Expiry Date", "Guinea Pig", "Nurse"},
		},
		{
			name: "teams", game: world.Game, way: "box=all mode=teams", given: rivalTeams,
			shown:   []string{"K Delhi", "R Seoul", "objective Cures First", "objective hidden"},
			unshown: []string{"Y Lagos", "Y Santiago", "Network"}, handed: true, rivalry: true,
		},
		{
			name: "teams, together", game: world.Game, way: "box=all mode=teams", given: rivalTeams, cfg: Config{Together: true},
			shown: []string{"K Delhi", "R Seoul", "Y Lagos", "Y Santiago", "objective Network"},
		},
		{
			name: "all together", game: world.Game, way: "players=2 epidemics=5", given: "hand 0 lima · hand 1 lagos",
			shown: []string{"Y Lima", "Y Lagos"},
		},
		{
			name: "all together, private", game: world.Game, way: "players=2 epidemics=5", given: "turn 0 · hand 0 lima · hand 1 lagos", cfg: Config{Private: true},
			shown: []string{"Y Lima"}, unshown: []string{"Y Lagos"}, handed: true,
		},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, err := locale.For("en")
			if err != nil {
				t.Fatal(err)
			}
			r, err := New(x.game, settingsOf(x.way), "", engine.NumberedSeed(17))
			if err != nil {
				t.Fatal(err)
			}
			if x.given != "" {
				state, _ := engine.At[epidemic.State](r.Session)
				if err := epidemictest.Arrange(state, x.given); err != nil {
					t.Fatal(err)
				}
			}
			var out strings.Builder
			cfg := x.cfg
			cfg.Catalogue, cfg.In, cfg.Out, cfg.Width = c, strings.NewReader("\n"), &out, 80
			cfg.Write, cfg.Fresh = func(string, string) error { return nil }, func(stem string) string { return stem }
			if err := Play(context.Background(), r, cfg); err != nil {
				t.Fatal(err)
			}
			text := strings.ReplaceAll(out.String(), "\u00a0", " ") // the spaces within names are no-break spaces
			shows(t, text, x.shown...)
			for _, secret := range x.unshown {
				if strings.Contains(text, secret) {
					t.Errorf("%s of a rival is shown:\n%s", secret, text)
				}
			}
			if got := strings.Contains(text, "Hand the keyboard to"); got != x.handed {
				t.Errorf("the keyboard is handed over: %v", got)
			}
			if got := strings.Contains(text, "--together"); got != x.rivalry {
				t.Errorf("it is said that rivals’ cards are kept apart: %v", got)
			}
		})
	}
}

const rivalTeams = "turn 0 · roles scientist researcher operations-expert dispatcher · objectives cures-first network · bases paris tokyo" +
	" · hand 0 seoul · hand 1 delhi · hand 2 lagos · hand 3 santiago"

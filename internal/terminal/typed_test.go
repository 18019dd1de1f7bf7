package terminal

import (
	"context"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games"
	"theriac/games/epidemic"
	"theriac/locale"
)

// A player types every move of whole games, in the notation or as the lists name it. Each time, the console
// plays the move that was typed. The player usually chooses good moves, so that games reach many situations.
func TestTypedGames(t *testing.T) {
	steps := map[string]map[string]bool{}
	for _, lang := range locale.Languages() {
		for _, g := range games.All {
			m, ok := g.(*epidemic.Ruleset)
			if !ok {
				continue
			}
			if steps[m.Game] == nil {
				steps[m.Game] = map[string]bool{}
			}
			ways := append([]string{"players=4", "players=4"}, expanded...)
			if m.Game == "iberia" {
				hard := "players=4 rush=on historical=4"
				ways = []string{"players=4", hard, hard, hard, hard}
			}
			for i, way := range ways {
				seed := uint64(i)
				r, err := New(m, settingsOf(way), "", engine.NumberedSeed(seed))
				if err != nil {
					t.Fatal(err)
				}
				tab := table(t, m, lang, nil)
				tab.setUp(r)
				tab.viewer = engine.AllSeats(tab.players())
				typeGame(t, tab, seed, steps[m.Game])
			}
		}
	}
	for game, most := range map[string]int{"world": 16, "iberia": 12} {
		if len(steps[game]) < most {
			t.Errorf("%s asked only %v", game, slices.Sorted(maps.Keys(steps[game])))
		}
	}
}

func typeGame(t *testing.T, tab *Console, seed uint64, steps map[string]bool) {
	t.Helper()
	tab.Out = io.Discard
	bot := bots.Eager{Dice: ai.Dice(seed)}
	for n := 0; ; n++ {
		d := tab.Session.Decision()
		if d.Over {
			return
		}
		if n > 3000 {
			t.Fatal("the game does not end")
		}
		steps[tab.Game.Vocabulary().Questions[d.Question]] = true
		by := tab.owing()
		list := tab.Session.AppendMoves(nil, by)
		m := bot.Choose(tab.Session.View(engine.SeatsOf(by)).(*epidemic.View), list)
		if bot.Dice.N(4) == 0 {
			m = list[bot.Dice.N(len(list))]
		}
		text := tab.Game.Vocabulary().Move(m)
		called := tab.c.Text("verb."+tab.Game.Vocabulary().Verbs[m.Verb].Name) + " " + strings.ReplaceAll(tab.operands(m), "·", "")
		if listed, _ := tab.find(by, called); !slices.Contains(listed, m) {
			t.Errorf("%s %q does not mean %q among %v", tab.c.Lang(), called, text, listed)
		}
		before := len(tab.past)
		tab.do(context.Background(), text)
		if len(tab.past) == before || tab.past[before].move != m {
			t.Fatalf("%s: %q was typed and not played", tab.c.Lang(), text)
		}
	}
}

package games_test

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games"
)

// A header may carry a group's own cards in place of the built-in ones. If they equal the built-in cards, the
// game is dealt exactly as without them.
func TestOwnCardsComeBack(t *testing.T) {
	var some []string
	for _, g := range games.All {
		cards, at := engine.OwnCards(g)
		if cards == "" {
			continue
		}
		some = append(some, g.Name())
		h := engine.Header{Game: g.Name(), Revision: g.Revision(), Settings: at, Seed: engine.NumberedSeed(7)}
		box, err := g.New(h)
		if err != nil {
			t.Fatal(err)
		}
		h.SetContent(cards)
		own, err := g.New(h)
		if err != nil {
			t.Fatal(err)
		}
		if h.Data == "" || own.Hash() != box.Hash() {
			t.Errorf("%s: the game's own cards deal another game", g.Name())
		}
		if want, got := told(box), told(own); want != got {
			t.Errorf("%s: the set-up is told as\n%s\ninstead of\n%s", g.Name(), got, want)
		}
	}
	if got := strings.Join(some, " "); got != "world pharmacy" {
		t.Errorf("the games with cards that can be replaced are %q", got)
	}
}

func told(s engine.Session) string {
	var b strings.Builder
	for _, f := range s.Opening() {
		b.WriteString(s.Vocabulary().Fact(f) + "\n")
	}
	return b.String()
}

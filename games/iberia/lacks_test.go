package iberia_test

import (
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/locale"
)

// If a seat has no move of some kind, the game gives a reason, and every language has a text for it.
func TestLacksHaveWords(t *testing.T) {
	epidemictest.Lacks(t, iberia.Game, iberia.Variants(), 4000, func(game, text string) {
		for _, lang := range locale.Languages() {
			c, err := locale.For(lang)
			if err != nil {
				t.Fatal(err)
			}
			if !c.Of(game).Has(text) {
				t.Errorf("%s: no text %s", lang, text)
			}
		}
	})
}

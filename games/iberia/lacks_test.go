package iberia_test

import (
	"testing"

	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/locale"
)

// Every verb that a seat has no move of says what it lacks, in words that every language
// has.
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

package mapgame

import (
	"embed"
	"io/fs"
	"path"
	"strings"
	"testing"

	"theriac/games/entry"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
)

// In each language, every file with a card's text is in the ledger exactly once. Every card that a player can
// hold or play has an English text.
func TestTextsOfCardsAreInTheLedger(t *testing.T) {
	for _, g := range []struct {
		*epidemic.Ruleset
		texts embed.FS
		parts []string
	}{{world.Game, world.Texts, []string{"cards", "lab", "strain", "mutation", "solo", "teams"}}, {iberia.Game, iberia.Texts, nil}} {
		ledger, files := Ledger(g.Ruleset, g.texts, g.parts...), 0
		err := fs.WalkDir(g.texts, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Dir(name) == "rules" {
				return err
			}
			files++
			text, err := fs.ReadFile(g.texts, name)
			if err != nil {
				return err
			}
			tag := strings.Split(path.Base(name), ".")[1]
			if n := strings.Count(entry.Text(ledger(tag)), string(text)); n != 1 {
				t.Errorf("%s is in the ledger of %s %d times", name, g.Name(), n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		english := entry.Text(ledger("en"))
		for _, c := range cardsOf(g.Ruleset) {
			if n, _ := fs.Glob(g.texts, "*/"+c.file+".en.md"); len(n) != 1 {
				t.Errorf("%s has %d texts of its card %s", g.Name(), len(n), c.file)
			}
		}
		if files < 2*len(g.Roles) || strings.Contains(english, "](../") {
			t.Errorf("%s has %d texts of cards, or its ledger still stands for some", g.Name(), files)
		}
		if ledger("zz") != nil {
			t.Error("there is a ledger in a language that nobody wrote")
		}
	}
}

package mapgame

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"theriac/games/entry"
	"theriac/games/epidemic"
)

// Ledger returns a function that builds the ledger of a map game. The text of a card is in a file next to its
// code: for roles/medic.go, it is roles/medic.TAG.md.
func Ledger(g *epidemic.Ruleset, texts fs.FS, parts ...string) func(lang string) []entry.Chapter {
	cards := cardsOf(g)
	return entry.Ledger(texts, "rules/", func(said, folder, lang string) string {
		sets := strings.Split(said, ", ")
		var found []string
		for _, c := range cards {
			if said != everyCard && !slices.Contains(sets, c.set) {
				continue
			}
			if text, err := fs.ReadFile(texts, folder+"/"+c.file+"."+lang+".md"); err == nil {
				found = append(found, string(text))
			}
		}
		return strings.Join(found, "\n")
	}, parts...)
}

// Among parts, these words stand for all cards, and for the cards that belong to no set.
const (
	everyCard = "all"
	baseCards = "base"
)

// card is the file with a card's text, and the set that the card belongs to.
type card struct{ set, file string }

// cardsOf returns the cards of a game in the order of its lists, each file once. Cards of the same kind share
// a file, which is named after their rule.
func cardsOf(g *epidemic.Ruleset) (list []card) {
	add := func(set, rule string) {
		if set == "" {
			set = baseCards
		}
		c := card{set, strings.ReplaceAll(path.Base(rule), "-", "_")}
		if !slices.Contains(list, c) {
			list = append(list, c)
		}
	}
	for _, r := range g.Roles {
		add(r.Set, r.Rule)
	}
	for _, e := range g.Events {
		add(e.Set, e.Rule)
	}
	for _, x := range g.Strains {
		add("", x.Rule)
	}
	for _, x := range g.Traits {
		add("", x.Rule)
	}
	for _, x := range g.Challenges {
		add("", x.ID)
	}
	return list
}

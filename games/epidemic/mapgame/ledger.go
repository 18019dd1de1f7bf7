package mapgame

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"theriac/games/entry"
	"theriac/games/epidemic"
)

// Ledger is the ledger of a map game. Texts of a card are beside its code: those of
// roles/medic.go in roles/medic.TAG.md.
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

// What a ledger says instead of the names of sets: every card, and those of no set.
const (
	everyCard = "all"
	baseCards = "base"
)

// card is where the text of a card is, and the set that the card belongs to.
type card struct{ set, file string }

// cardsOf is the cards of a game in the order of its lists, each file once: several cards of a
// deck can be of one kind, which is what their rule is named after.
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

package locale

import (
	"fmt"
	"slices"
	"strings"

	"theriac/games"
	"theriac/games/entry"
)

// Rule is one entry of a game's ledger.
type Rule struct {
	ID         string // without the game's name: "outbreak/chain"
	Section    string
	Title      string
	Text       string
	Definition bool // it explains, and never is the cause of anything by itself
}

// definition is how a language marks an entry that is a definition.
var definition = map[string]string{"en": " (definition)", "fr": " (définition)"}

// Rules are the entries of a game's ledger, in its order. An unknown game has
// none.
func (c *Catalogue) Rules(game string) []Rule { return slices.Clone(c.rules[game]) }

// Rule finds an entry by its id, with or without the game's name in front.
func (c *Catalogue) Rule(game, id string) (Rule, bool) {
	id = strings.TrimPrefix(id, game+"/")
	for _, r := range c.rules[game] {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

func readLedgers(lang string) (map[string][]Rule, error) {
	rules := make(map[string][]Rule, len(games.Entries))
	for _, e := range games.Entries {
		game := e.Rules.Name()
		list, err := parseLedger(game, lang, entry.Text(e.Ledger(lang)))
		if err != nil {
			return nil, fmt.Errorf("locale: ledger of %s in %s: %w", game, lang, err)
		}
		rules[game] = list
	}
	return rules, nil
}

// parseLedger reads a ledger: "## section", then entries that begin with
// "### `game/id` Title" and go on to the next heading.
func parseLedger(game, lang, text string) ([]Rule, error) {
	var rules []Rule
	section, entry := "", false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "### "):
			r, err := parseHeading(game, lang, line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			r.Section, entry = section, true
			rules = append(rules, r)
		case strings.HasPrefix(line, "## "):
			section, entry = line[len("## "):], false
		case entry && strings.TrimSpace(line) != "":
			r := &rules[len(rules)-1]
			r.Text = strings.TrimSpace(r.Text + " " + strings.TrimSpace(line))
		}
	}
	return rules, nil
}

func parseHeading(game, lang, line string) (Rule, error) {
	id, title, ok := strings.Cut(strings.TrimPrefix(line, "### `"+game+"/"), "` ")
	if !ok || strings.HasPrefix(id, "#") {
		return Rule{}, fmt.Errorf("not the heading of an entry: %s", line)
	}
	r := Rule{ID: id}
	r.Title, r.Definition = strings.CutSuffix(title, definition[lang])
	return r, nil
}

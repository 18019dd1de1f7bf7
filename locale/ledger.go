package locale

import (
	"fmt"
	"slices"
	"strings"

	"theriac/games"
	"theriac/games/entry"
)

// Rule is one entry of a game's ledger, as players read it.
type Rule struct {
	ID         string // id without the game's name: "outbreak/chain"
	Section    string
	Title      string
	Text       string
	Definition bool // the entry only explains a term; facts and refusals never name it
}

// Rules returns the entries of a game's ledger in order, or none for an unknown game.
func (c *Catalogue) Rules(game string) []Rule { return slices.Clone(c.rules[game]) }

// Rule returns the entry with an id, which may begin with the game's name.
func (c *Catalogue) Rule(game, id string) (Rule, bool) {
	id = strings.TrimPrefix(id, game+"/")
	for _, r := range c.rules[game] {
		if r.ID == id {
			return r, true
		}
	}
	return Rule{}, false
}

func readLedgers(l *Language) (map[string][]Rule, error) {
	rules := make(map[string][]Rule, len(games.Entries))
	for _, e := range games.Entries {
		game := e.Rules.Name()
		list, err := parseLedger(game, l.Definition, entry.Text(e.Ledger(l.Tag)))
		if err != nil {
			return nil, fmt.Errorf("locale: ledger of %s in %s: %w", game, l.Tag, err)
		}
		rules[game] = list
	}
	return rules, nil
}

// fillIn returns the entries of the ledgers in whole, each replaced by the entry in own if there is one.
func fillIn(whole, own map[string][]Rule) map[string][]Rule {
	filled := make(map[string][]Rule, len(whole))
	for game, list := range whole {
		list = slices.Clone(list)
		for i, r := range list {
			if at := slices.IndexFunc(own[game], func(o Rule) bool { return o.ID == r.ID }); at >= 0 {
				list[i] = own[game][at]
			}
		}
		filled[game] = list
	}
	return filled
}

// parseLedger parses a ledger. It consists of headings "## section" and entries, which begin with "###
// `game/id` Title" and extend to the next heading.
func parseLedger(game, mark, text string) ([]Rule, error) {
	var rules []Rule
	section, entry := "", false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "### "):
			r, err := parseHeading(game, mark, line)
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

func parseHeading(game, mark, line string) (Rule, error) {
	id, title, ok := strings.Cut(strings.TrimPrefix(line, "### `"+game+"/"), "` ")
	if !ok || strings.HasPrefix(id, "#") {
		return Rule{}, fmt.Errorf("not the heading of an entry: %s", line)
	}
	r := Rule{ID: id}
	r.Title, r.Definition = strings.CutSuffix(title, " ("+mark+")")
	return r, nil
}

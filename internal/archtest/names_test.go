package archtest

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
)

// The kernel never names a role, event, trait, strain card, sequence, objective, challenge or city of a game:
// neither in code nor in texts or comments, in any spelling.
func TestKernelKnowsNoName(t *testing.T) {
	names := map[string]*regexp.Regexp{}
	for _, g := range []*epidemic.Ruleset{world.Game, iberia.Game} {
		for _, k := range [][]string{
			g.City.Values, g.Role.Values, g.Event.Values, g.Trait.Values, g.Strain.Values, g.Sequence.Values, g.Objective.Values,
		} {
			for _, id := range k {
				names[id] = named(id)
			}
		}
		for _, c := range g.Challenges {
			names[c.ID] = named(c.ID)
		}
	}
	if len(names) < 130 {
		t.Fatalf("only %d names are looked for", len(names))
	}
	files := sources(t, filepath.Join(root(t), "games", "epidemic"))
	if len(files) < 30 {
		t.Fatalf("only %d files are looked at", len(files))
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		words := apart(string(text))
		for id, name := range names {
			for _, at := range name.FindAllStringIndex(words, -1) {
				t.Errorf("%s:%d names %s", filepath.Base(path), 1+strings.Count(words[:at[0]], "\n"), id)
			}
		}
	}
}

// named returns a regular expression for an id whose words are separated by hyphens, by spaces or
// not at all.
func named(id string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(regexp.QuoteMeta(id), "-", "[-_ ]?") + `\b`)
}

// apart inserts spaces between the words of camel-case names.
func apart(line string) string {
	return hump.ReplaceAllString(strings.ReplaceAll(line, "_", " "), "$1 $2")
}

var hump = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// The search finds an id in any spelling. It ignores a text that has only one word of the id, its words in a
// different order, or the id inside a longer word.
func TestNamesAreFound(t *testing.T) {
	for _, line := range []string{"dayAndNightRule", "// By day and night.", `"day-and-night"`, "day_and_night", "DAY AND NIGHT"} {
		if !named("day-and-night").MatchString(apart(line)) {
			t.Errorf("%q is not found", line)
		}
	}
	for _, line := range []string{"day", "night and day", "payandnight"} {
		if named("day-and-night").MatchString(apart(line)) {
			t.Errorf("%q is found", line)
		}
	}
}

// The bots of map games name no role, event or verb. A card's intent and fields tell bots
// everything they need to know about the card.
func TestBotsNameNoCard(t *testing.T) {
	names := map[string]bool{}
	for _, g := range []*epidemic.Ruleset{world.Game, iberia.Game} {
		for _, id := range slices.Concat(g.Role.Values, g.Event.Values) {
			names[id] = true
		}
		for _, v := range g.Verbs() {
			names[v.Name] = true
		}
	}
	files := sources(t, filepath.Join(root(t), "bots"))
	if len(names) < 160 || len(files) < 25 {
		t.Fatalf("%d names are looked for in %d files", len(names), len(files))
	}
	for _, path := range files {
		ast.Inspect(parse(t, path, 0), func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			if text, _ := strconv.Unquote(lit.Value); names[text] {
				t.Errorf("%s names %s", filepath.Base(path), text)
			}
			return true
		})
	}
}

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

// The kernel does not contain the name of a role, an event, a trait, a card of a
// strain, a sequence, an objective, a challenge or a city of any game: not in code, not in a text, not in a comment, however it is
// written.
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

// named finds the words of an id, with hyphens, spaces or nothing between them.
func named(id string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b` + strings.ReplaceAll(regexp.QuoteMeta(id), "-", "[-_ ]?") + `\b`)
}

// apart puts the words of names like this apart: likeThis.
func apart(line string) string {
	return hump.ReplaceAllString(strings.ReplaceAll(line, "_", " "), "$1 $2")
}

var hump = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// What the search finds, and what it leaves alone.
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

// The bots of the map games name no role, event or verb: what they have to know of one it
// says itself, by its intent and its fields.
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

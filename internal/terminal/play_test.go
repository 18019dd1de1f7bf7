package terminal

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/iberia"
	"theriac/games/world"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// missing is a key of the catalogue where its text should be.
var missing = regexp.MustCompile(`\b(terminal|fact|move|verb|question|end|role|city|disease|region|trait|option|card|event|dish|research|sequence|strain-card|objective|award|infection|iberia|pharmacy|pile|pill|dose)\.[a-z]|\{[a-z]|\?2[0-9][0-9]`)

// Whole games by number, with every table there can be: each ends, no text is
// missing, no line is longer than the screen, and the transcript folds to the
// same position.
func TestWholeGames(t *testing.T) {
	t.Run("world", func(t *testing.T) {
		wholeGames(t, world.Game, append([]string{
			"players=2 epidemics=5", "players=3 epidemics=5 events=secret", "players=4 epidemics=5", "players=2 epidemics=5 events=secret",
		}, expanded...))
	})
	t.Run("iberia", func(t *testing.T) {
		wholeGames(t, iberia.Game, []string{
			"players=2 epidemics=5", "players=3 epidemics=5 rush=on historical=4", "players=4 epidemics=5", "players=2 epidemics=5 rush=on historical=4",
		})
	})
}

// expanded are ways to play the world game with what the expansions bring.
var expanded = []string{
	"box=lab mode=solo lab=on",
	"box=all mode=solo lab=on strain=on mutation=panic epidemics=7",
	"box=lab lab=on players=4",
	"box=all lab=on mutation=mutation players=5 epidemics=6",
	"box=brink strain=on players=3 epidemics=5",
	"box=brink mutation=mutation players=4",
	"box=all mode=teams",
	"box=all mode=teams players=6 objectives=2 strain=on mutation=mutation epidemics=5",
}

// settingsOf reads option=value, separated by spaces.
func settingsOf(text string) engine.Settings {
	var set engine.Settings
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		set = append(set, engine.Setting{Name: name, Value: value})
	}
	return set
}

// wholeGames plays in every language, in each of some ways.
func wholeGames(t *testing.T, g engine.Game, ways []string) {
	for _, lang := range locale.Languages() {
		for i, way := range ways {
			seed, given := uint64(i), settingsOf(way)
			c, err := locale.For(lang)
			if err != nil {
				t.Fatal(err)
			}
			r, err := New(g, given, "", engine.NumberedSeed(seed))
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			err = Play(context.Background(), r, Config{
				Catalogue: c, In: strings.NewReader(script(seed)), Out: &out, Width: 80, Echo: true, Private: seed%4 == 3, Together: seed%4 != 3,
				Write: func(string, string) error { return nil },
				Fresh: func(stem string) string { return stem },
			})
			if err != nil {
				t.Fatal(err)
			}
			if _, over := r.Session.Outcome(); !over {
				t.Errorf("%s, seed %d: the game is not over", lang, seed)
			}
			if key := missing.FindString(out.String()); key != "" {
				t.Errorf("%s, seed %d: a text is missing: %s", lang, seed, key)
			}
			for line := range strings.Lines(out.String()) {
				if n := present.Wide(strings.TrimRight(line, "\n")); n > 80 {
					t.Errorf("%s, seed %d: %d columns: %s", lang, seed, n, line)
				}
			}
			again, err := Open(r.Text(), -1)
			if err != nil {
				t.Fatal(err)
			}
			if again.Session.Hash() != r.Session.Hash() {
				t.Errorf("%s, seed %d: the transcript leads elsewhere", lang, seed)
			}
		}
	}
}

// script lists the moves and chooses one, again and again.
func script(seed uint64) string {
	var b strings.Builder
	chance := engine.Rand{Key: engine.Key{byte(seed)}}
	for range 3000 {
		fmt.Fprintf(&b, "m\n%d\n", 1+chance.N(8))
	}
	for _, c := range commands() {
		if c.name != "quit" && c.name != "load" {
			b.WriteString(c.name + "\n")
		}
	}
	return b.String()
}

// Undo takes back what is free, to the very position, and not a card further.
func TestUndo(t *testing.T) {
	tab := table(t, world.Game, "en", nil)
	start := tab.Session.Hash()
	play := func(text string) {
		t.Helper()
		listed, _ := tab.find(tab.owing(), text)
		if len(listed) != 1 {
			t.Fatalf("%q means %v", text, listed)
		}
		if err := tab.Record.Play(listed[0]); err != nil {
			t.Fatal(err)
		}
	}
	play("drive miami")
	play("drive washington")
	for range 2 {
		if err := tab.Record.Undo(); err != nil {
			t.Fatal(err)
		}
	}
	if tab.Session.Hash() != start {
		t.Error("taking both moves back does not lead to the start")
	}
	if n := strings.Count(tab.Text(), "# undone: "); n != 2 {
		t.Errorf("the transcript remembers %d of 2 undone moves:\n%s", n, tab.Text())
	}
	if _, err := Open(tab.Text(), -1); err != nil {
		t.Error(err)
	}
}

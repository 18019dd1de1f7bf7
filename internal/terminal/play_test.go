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

// missing matches the key of a text that the catalogue lacks, which the program prints instead of the text.
var missing = regexp.MustCompile(`\b(terminal|fact|move|verb|question|end|role|city|disease|region|trait|option|card|event|dish|research|sequence|strain-card|objective|award|infection|iberia|pharmacy|pile|pill|dose)\.[a-z]|\{[a-z]|\?2[0-9][0-9]`)

// A player who chooses moves by number plays games of every kind to their end. No text is missing,
// no line is longer than the screen, and the transcript leads to the same position.
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

// expanded lists settings for tables with expansions.
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

// settingsOf parses settings of the form option=value, separated by spaces.
func settingsOf(text string) engine.Settings {
	var set engine.Settings
	for _, field := range strings.Fields(text) {
		name, value, _ := strings.Cut(field, "=")
		set = append(set, engine.Setting{Name: name, Value: value})
	}
	return set
}

// wholeGames plays a game in every language, once for each of the given settings.
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

// script returns input that repeatedly lists the moves and chooses one at random.
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

// Undo takes back moves that revealed nothing, and restores exactly the earlier position. It never
// takes back the drawing of a card.
func TestUndo(t *testing.T) {
	tab := table(t, world.Game, "en", nil)
	start := tab.Session.Hash()
	play := func(text string) {
		t.Helper()
		listed, _ := tab.find(tab.owing(), text)
		if len(listed) != 1 {
			t.Fatalf("%q means %v", text, listed)
		}
		if err := tab.Playthrough.Play(listed[0]); err != nil {
			t.Fatal(err)
		}
	}
	play("drive miami")
	play("drive washington")
	for range 2 {
		if err := tab.Playthrough.Undo(); err != nil {
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

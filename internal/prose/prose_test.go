package prose

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/remaining.txt")

const root = "../.."

// No directory has more findings than testdata/remaining.txt allows.
func TestPlainWords(t *testing.T) {
	exceptions := rights(t)
	all, err := Check(root)
	if err != nil {
		t.Fatal(err)
	}
	found, counts := map[string][]Finding{}, map[string]int{}
	for _, f := range all {
		if exceptions.allow(f) {
			continue
		}
		key := path.Dir(f.Path) + " " + f.Set
		found[key] = append(found[key], f)
		counts[key]++
	}
	for _, one := range exceptions {
		if !one.used {
			t.Errorf("testdata/right.txt: %s has no finding with %q any more", one.path, one.words)
		}
	}
	if *update {
		var text strings.Builder
		for _, key := range slices.Sorted(maps.Keys(counts)) {
			fmt.Fprintf(&text, "%s %d\n", key, counts[key])
		}
		if err := os.WriteFile("testdata/remaining.txt", []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	allowed := remaining(t)
	for _, key := range slices.Sorted(maps.Keys(counts)) {
		if counts[key] <= allowed[key] {
			continue
		}
		t.Errorf("%s: %d to rewrite, %d are allowed", key, counts[key], allowed[key])
		for _, f := range found[key] {
			t.Errorf("\t%s", f)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(allowed)) {
		if counts[key] < allowed[key] {
			t.Logf("%s: %d to rewrite, %d are allowed: run go test ./internal/prose -update", key, counts[key], allowed[key])
		}
	}
}

// remaining returns the number of findings that testdata/remaining.txt allows for each directory and set.
func remaining(t *testing.T) map[string]int {
	t.Helper()
	text, err := os.ReadFile("testdata/remaining.txt")
	if err != nil {
		t.Fatal(err)
	}
	allowed := map[string]int{}
	for line := range strings.Lines(string(text)) {
		key, count, _ := cutLast(strings.TrimSpace(line), " ")
		n, err := strconv.Atoi(count)
		if err != nil {
			t.Fatalf("testdata/remaining.txt: %q", line)
		}
		allowed[key] = n
	}
	return allowed
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// A right is an exception for words that are correct in one file, with the reason.
type right struct {
	path, words, reason string
	used                bool
}

type rightList []*right

// rights returns the exceptions in testdata/right.txt. Each line has a path, words and a reason, separated by
// bars.
func rights(t *testing.T) rightList {
	t.Helper()
	text, err := os.ReadFile("testdata/right.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list rightList
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cells := strings.Split(line, " | ")
		if len(cells) != 3 {
			t.Fatalf("testdata/right.txt: not path | words | reason: %s", line)
		}
		list = append(list, &right{path: cells[0], words: cells[1], reason: cells[2]})
	}
	return list
}

// allow reports whether an exception covers a finding, and marks that exception as used.
func (list rightList) allow(f Finding) bool {
	for _, one := range list {
		if one.path == f.Path && strings.Contains(f.Text, one.words) {
			one.used = true
			return true
		}
	}
	return false
}

// Each rule finds the words that it is meant to find, and ignores similar ones that are correct.
func TestRules(t *testing.T) {
	for _, c := range []struct{ rule, bad, good string }{
		{"whoever", "It asks whoever holds a seat.", "A pawn arrives, whoever moved it."},
		{"who-starts", "Who waits goes on.", "Who waits"},
		{"for-who", "This is for who holds mu.", "This is for callers that hold mu."},
		{"is-no", "A bot is no person.", "There is no person; it is no longer there."},
		{"behind", "The next one is behind it.", "Run it behind a TLS proxy."},
		{"beside", "It is beside the log.", "Besides, it is next to the log."},
		{"lies", "The file lies in the folder.", "Lay a rail; the lines underlying it are laid out."},
		{"where-if", "Where there is none, it fails.", "The city where it is cured."},
		{"says-that", "It says whether it is over.", "It says so: players may say what they hold."},
		{"one-has", "It is what one has, and one can see it.", "This one can, and no one is there."},
		{"stands", "The rule stands in the file.", "It stands for a city."},
		{"is-told", "The caller is told.", "It tells the caller."},
		{"is-asked", "The caller is asked.", "It asks the caller."},
		{"at-once", "It ends at once.", "They end all at once."},
		{"so-that-chain", "It waits so that it sees it so that it ends.", "It waits so that it ends."},
		{"things", "Two things follow.", "Something follows."},
	} {
		for _, rule := range Rules {
			if rule.Name != c.rule {
				continue
			}
			hit := func(text string) bool {
				return rule.Find.MatchString(text) && (rule.Right == nil || !rule.Right.MatchString(text))
			}
			if !hit(c.bad) {
				t.Errorf("%s: does not find %q", c.rule, c.bad)
			}
			if hit(c.good) {
				t.Errorf("%s: finds %q", c.rule, c.good)
			}
		}
	}
}

// In each kind of file, the reader finds the prose and ignores everything else.
func TestRead(t *testing.T) {
	text := func(list []paragraph) string {
		var all []string
		for _, p := range list {
			all = append(all, p.text)
		}
		return strings.Join(all, " / ")
	}
	golang, err := goFile([]byte("package p\n\n// F is it: `x`.\n//\n//\tcode\n//\n// - one\n// - two\nfunc F() {} // end\n\nvar s = \"// no\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(golang), "F is it: X. / one / two / end"; got != want || golang[0].function != "F" {
		t.Errorf("got %q of %q, want %q", got, golang[0].function, want)
	}
	ts := script("// a\n// b\nlet x = 'http://c'; // d\n/**\n * e\n * f\n */\n<!-- g -->\n/* h */ p {}\n", false)
	if got, want := text(ts), "a b / d / e f / g / h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	md := markdown("# Title\n\nOne [link](x.md)\nand `code`.\n\n```\nno\n```\n\n- a\n  b\n- c\n\n| x | y |\n|---|---|\n<!-- no\nno -->\n")
	if got, want := text(md), "Title / One link and X. / a b / c / x / y"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	words, err := catalogue([]byte(`{"a": "{n, plural, one {# city} other {# cities}} left", "b": ["x"]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := text(words), "X left / x"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := sentences("One, e.g. two. “Three.” Four (v1.2)? Five"), 4; len(got) != want {
		t.Errorf("%d sentences in %q, want %d", len(got), got, want)
	}
}

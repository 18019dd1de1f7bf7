package world_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"theriac/locale"
)

// named is every word of the transcripts' titles and of the tests' comments.
func named(t *testing.T) map[string]bool {
	words := map[string]bool{}
	read := func(pattern string, keep func(line string) bool) {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files like %s", pattern)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				if keep(line) {
					for _, w := range regexp.MustCompile(`[A-Za-z0-9/-]+`).FindAllString(line, -1) {
						words[w] = true
					}
				}
			}
		}
	}
	read("testdata/*/*.txt", func(l string) bool { return strings.HasPrefix(l, "# ") })
	read("*_test.go", func(l string) bool { return strings.HasPrefix(l, "// ") })
	return words
}

// TestConformanceList: every edge case of the base game is named by a
// transcript or a test.
func TestConformanceList(t *testing.T) {
	words := named(t)
	for i := 1; i <= 52; i++ {
		if c := "C" + strconv.Itoa(i); !words[c] {
			t.Errorf("nothing shows %s", c)
		}
	}
}

// TestLedgerIsShown: every entry of the ledger is named by a transcript or a
// test.
func TestLedgerIsShown(t *testing.T) {
	words := named(t)
	c, err := locale.For("en")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range c.Rules("world") {
		if !words[r.ID] {
			t.Errorf("nothing shows world/%s", r.ID)
		}
	}
}

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

// TestConformanceList: every edge case of docs/conformance.md is named by a
// transcript or a test, and what the document says shows it exists and names it.
func TestConformanceList(t *testing.T) {
	words := named(t)
	text, err := os.ReadFile("../../docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (C\d+) \| .* \| (.*) \|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) != 52 {
		t.Fatalf("the list has %d cases", len(rows))
	}
	for i, row := range rows {
		c := "C" + strconv.Itoa(i+1)
		if row[1] != c || !words[c] {
			t.Errorf("nothing shows %s, or it is not in its place", c)
		}
		for _, shown := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			if path, ok := strings.CutSuffix(shown[1], ".txt"); ok {
				title, err := os.ReadFile("testdata/" + path + ".txt")
				if err != nil || !regexp.MustCompile(c+`\b`).Match(title) {
					t.Errorf("%s is not shown by %s: %v", c, shown[1], err)
				}
			}
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

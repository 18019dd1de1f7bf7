package epidemictest

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"theriac/engine/enginetest"
)

// Named returns every word in the titles of the game's transcripts and in the comments of its tests. Call it
// from a test in the game's folder.
func Named(t enginetest.T) map[string]bool {
	t.Helper()
	words := map[string]bool{}
	read := func(pattern, prefix string) {
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
				if strings.HasPrefix(line, prefix) {
					for _, w := range regexp.MustCompile(`[A-Za-z0-9/-]+`).FindAllString(line, -1) {
						words[w] = true
					}
				}
			}
		}
	}
	read("testdata/*/*.txt", "# ")
	read("*_test.go", "// ")
	return words
}

// EdgeCases checks a game's section of the list of edge cases. The section must have every number in the
// given range. A transcript or test must name each number. Every transcript and test that the section
// mentions must exist, and those transcripts must name the case.
func EdgeCases(t enginetest.T, list, section string, from, to int) {
	t.Helper()
	words := Named(t)
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "\n## "+section+"\n")
	if !ok {
		t.Fatalf("%s has no section %q", list, section)
	}
	part, _, _ := strings.Cut(rest, "\n## ")
	rows := regexp.MustCompile(`(?m)^\| (C\d+) \| .* \| (.*) \|$`).FindAllStringSubmatch(part, -1)
	if len(rows) != to-from+1 {
		t.Fatalf("%s has %d cases", section, len(rows))
	}
	tests := testFunctions(t)
	for i, row := range rows {
		c := "C" + strconv.Itoa(from+i)
		if row[1] != c || !words[c] {
			t.Errorf("nothing shows %s, or it is not in its place", c)
		}
		shown := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1)
		if len(shown) == 0 {
			t.Errorf("%s is shown by nothing", c)
		}
		for _, by := range shown {
			if !strings.HasSuffix(by[1], ".txt") {
				if !tests[by[1]] {
					t.Errorf("%s is not shown by %s: there is no such test", c, by[1])
				}
				continue
			}
			title, err := os.ReadFile(filepath.Join("testdata", by[1]))
			if err != nil || !regexp.MustCompile(c+`\b`).Match(title) {
				t.Errorf("%s is not shown by %s: %v", c, by[1], err)
			}
		}
	}
}

// testFunctions returns the names of the test functions in the game's folder.
func testFunctions(t enginetest.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
			names[string(m[1])] = true
		}
	}
	return names
}

// Rulings checks that every transcript mentioned in a game's list of rulings exists.
func Rulings(t enginetest.T, document string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, path := range regexp.MustCompile("`([a-z]+/[a-z0-9_]+\\.txt)`").FindAllStringSubmatch(string(text), -1) {
		found++
		if _, err := os.Stat(filepath.Join("testdata", path[1])); err != nil {
			t.Errorf("a ruling is not shown: %v", err)
		}
	}
	if found == 0 {
		t.Errorf("%s names no transcript", document)
	}
}

package archtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// numbers lists the audit's findings that need a test.
var numbers = strings.Fields("A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12 A13 " +
	"S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 S14 S15")

// For each of the audit's findings, a transcript's title or a test names it. The finding's line in
// reports/audit.md names that transcript or test.
func TestAuditIsShown(t *testing.T) {
	named := auditNames(t)
	page, err := os.ReadFile(filepath.Join(root(t), "reports", "audit.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| ([AS]\d+) \| .+ \| .+ \| (.*) \|$`).FindAllStringSubmatch(string(page), -1)
	if len(rows) != len(numbers) {
		t.Fatalf("the page has %d lines for %d numbers", len(rows), len(numbers))
	}
	for i, row := range rows {
		number := numbers[i]
		if row[1] != number {
			t.Fatalf("%s stands where %s should", row[1], number)
		}
		shown := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1)
		for _, by := range shown {
			if !slices.Contains(named[number], by[1]) {
				t.Errorf("%s is not shown by %s: it does not name it, or is no transcript or test", number, by[1])
			}
		}
		if len(shown) == 0 {
			t.Errorf("nothing shows %s; it is named by %v", number, named[number])
		}
	}
}

// auditNames returns, for each finding, the transcripts and tests that name it. A transcript must
// name the finding in its title, a test anywhere in its file.
func auditNames(t *testing.T) map[string][]string {
	t.Helper()
	named := map[string][]string{}
	number := regexp.MustCompile(`\b[AS]\d+\b`)
	titled := regexp.MustCompile(`(?m)^# .*$`)
	for _, dir := range []string{"ai", "bots", "cmd", "engine", "games", "internal", "locale", "faults"} {
		err := filepath.WalkDir(filepath.Join(root(t), dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			transcript := strings.HasSuffix(path, ".txt") && strings.Contains(path, "testdata") && !strings.Contains(path, "frozen")
			if !transcript && !strings.HasSuffix(path, "_test.go") || strings.HasSuffix(path, "audit_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if transcript {
				text = []byte(strings.Join(titled.FindAllString(string(text), -1), "\n"))
			}
			name, err := filepath.Rel(root(t), path)
			if err != nil {
				return err
			}
			for _, n := range number.FindAllString(string(text), -1) {
				if !slices.Contains(named[n], filepath.ToSlash(name)) {
					named[n] = append(named[n], filepath.ToSlash(name))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return named
}

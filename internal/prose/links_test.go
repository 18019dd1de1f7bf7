package prose

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// documents returns the text of each Markdown file in the repository, by path.
func documents(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && skipped[entry.Name()] && file != root {
			return filepath.SkipDir
		}
		if entry.IsDir() || filepath.Ext(file) != ".md" {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var (
	fenced    = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	linked    = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href|srcset)="([^"\s]+)"`)
	heading   = regexp.MustCompile(`(?m)^#+ (.+)$`)
	namedHTML = regexp.MustCompile(`(?:id|name)="([^"]+)"`)
)

// places returns the anchors in a document to which links can lead.
func places(text string) map[string]bool {
	ids := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		var id strings.Builder
		for _, r := range strings.ToLower(link.ReplaceAllString(m[1], "$1")) {
			switch {
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				id.WriteRune(r)
			case r == ' ':
				id.WriteRune('-')
			}
		}
		name := id.String()
		for n := 1; ids[name]; n++ {
			name = id.String() + "-" + strconv.Itoa(n)
		}
		ids[name] = true
	}
	for _, m := range namedHTML.FindAllStringSubmatch(text, -1) {
		ids[m[1]] = true
	}
	return ids
}

// Every link from a document to another document or file of the repository leads to an existing target.
func TestLinks(t *testing.T) {
	all := documents(t)
	checked := 0
	for name, text := range all {
		for _, m := range linked.FindAllStringSubmatch(inline.ReplaceAllString(fenced.ReplaceAllString(text, ""), ""), -1) {
			to, err := url.Parse(m[1] + m[2])
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if to.IsAbs() || strings.HasPrefix(to.Path, "/") {
				continue
			}
			checked++
			file := name
			if to.Path != "" {
				file = path.Join(path.Dir(name), to.Path)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: the link %s is dead", name, to)
				continue
			}
			if page, ok := all[file]; ok && to.Fragment != "" && !places(page)[to.Fragment] {
				t.Errorf("%s: %s has no heading #%s", name, file, to.Fragment)
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d links", checked)
	}
}

// limits has the maximum number of words for some pages. All other pages have a maximum of 1,500.
var limits = map[string]int{
	"docs/build/api.md":              2500,
	"docs/build/notation.md":         3600,
	"docs/contribute/add-a-game.md":  1850,
	"docs/contribute/conformance.md": 2400,
	"docs/contribute/glossary.md":    2000,
}

// mostWords is the maximum number of words of all pages in docs together, without those about games.
const mostWords = 50_000

// longestDecision is the maximum number of lines of a page in docs/why.
const longestDecision = 40

// docs/README.md lists every page with its number of words, and no page exceeds its maximum. The flag -update
// writes these numbers.
func TestIndex(t *testing.T) {
	all := documents(t)
	index, total := all["docs/README.md"], 0
	row := regexp.MustCompile(`(?m)^(\| \[[^\]]+\]\(([^)]+)\) \| .* \| )\S+( \|)$`)
	listed := map[string]bool{}
	again := row.ReplaceAllStringFunc(index, func(line string) string {
		m := row.FindStringSubmatch(line)
		name := path.Join("docs", m[2])
		listed[name] = true
		return m[1] + strconv.Itoa(len(strings.Fields(all[name]))) + m[3]
	})
	if *update {
		if err := os.WriteFile(filepath.Join(root, "docs/README.md"), []byte(again), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range all {
		if !strings.HasPrefix(name, "docs/") || strings.HasPrefix(name, "docs/games/") || name == "docs/README.md" {
			continue
		}
		n := len(strings.Fields(text))
		total += n
		most := limits[name]
		if most == 0 {
			most = 1500
		}
		if n > most {
			t.Errorf("%s has %d words, at most %d are allowed", name, n, most)
		}
		if lines := strings.Count(text, "\n"); strings.HasPrefix(name, "docs/why/") && lines > longestDecision {
			t.Errorf("%s has %d lines, at most %d are allowed", name, lines, longestDecision)
		}
		if !listed[name] && !strings.HasPrefix(name, "docs/why/") {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
	if total > mostWords {
		t.Errorf("the pages have %d words, at most %d are allowed", total, mostWords)
	}
	t.Logf("%d words", total)
}

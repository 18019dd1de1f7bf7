package main

import (
	"encoding/json"
	"maps"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	listed "theriac/games"
)

func made(t *testing.T) map[string][]byte {
	t.Helper()
	files, err := build(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var (
	titles = regexp.MustCompile(`<title>([^<]+)</title>`)
	leads  = regexp.MustCompile(`(?:href|src)="(/docs[^"]*)"`)
	inline = regexp.MustCompile(`(?i)<[^>]+ (style|on[a-z]+)="|<style|<script>`)
	marks  = regexp.MustCompile(` id="([^"]+)"`)
)

// Every page has a title and one main heading, and contains nothing that the server's content security policy
// forbids. All links and addresses of pictures lead to something that exists.
func TestPages(t *testing.T) {
	files := made(t)
	places := map[string]bool{"/docs": true}
	for name, data := range files {
		at := "/docs/" + strings.TrimSuffix(name, ".html")
		places[at] = true
		for _, m := range marks.FindAllStringSubmatch(string(data), -1) {
			places[at+"#"+m[1]] = true
		}
	}
	pages := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if path.Clean(name) != name || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "/") {
			t.Errorf("%s escapes", name)
		}
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		pages++
		text := string(files[name])
		if len(titles.FindAllString(text, -1)) != 1 || strings.Count(text, "<h1") != 1 {
			t.Errorf("%s: %d titles, %d headings", name, len(titles.FindAllString(text, -1)), strings.Count(text, "<h1"))
		}
		if found := inline.FindString(text); found != "" {
			t.Errorf("%s has something inline: %s", name, found)
		}
		for _, m := range leads.FindAllStringSubmatch(text, -1) {
			to, err := url.PathUnescape(m[1])
			if err != nil || !places[to] {
				t.Errorf("%s leads to %s, which is not there", name, m[1])
			}
		}
	}
	if pages < 50 {
		t.Errorf("only %d pages", pages)
	}
}

// The first page of each language describes every page in one sentence.
func TestSentences(t *testing.T) {
	files := made(t)
	for _, first := range []string{"index.html", "fr.html"} {
		_, list, _ := strings.Cut(string(files[first]), "<main")
		list, _, _ = strings.Cut(list, "</main>")
		listed := regexp.MustCompile(`<li[^>]*><a href="([^"]+)"[^>]*>[^<]+</a>(<span>[^<]+</span>)?</li>`).FindAllStringSubmatch(list, -1)
		if len(listed) < 50 {
			t.Errorf("%s: only %d pages", first, len(listed))
		}
		for _, m := range listed {
			if m[2] == "" {
				t.Errorf("%s: no sentence says what is on %s", first, m[1])
			}
		}
	}
}

// The rules are listed in reading order: a game's own rules come before those of its expansions.
func TestOrder(t *testing.T) {
	files := made(t)
	for first, prefix := range map[string]string{"index.html": "/docs/rules/", "fr.html": "/docs/fr/rules/"} {
		_, list, _ := strings.Cut(string(files[first]), "<main")
		list, _, _ = strings.Cut(list, "</main>")
		var got []string
		for _, m := range leads.FindAllStringSubmatch(list, -1) {
			if name, ok := strings.CutPrefix(m[1], prefix); ok {
				got = append(got, name)
			}
		}
		var games []string
		for at, name := range got {
			game, part, _ := strings.Cut(name, "-")
			if part == "" {
				games = append(games, game)
			} else if at == 0 || !strings.HasPrefix(got[at-1], game) {
				t.Errorf("%s stands apart from its game in %v", name, got)
			}
		}
		if !slices.Equal(games, listed.Names()) || len(got) <= len(games) {
			t.Errorf("%s lists %v", first, got)
		}
	}
}

// The search finds what readers would look for, in both languages.
func TestIndex(t *testing.T) {
	var index []section
	if err := json.Unmarshal(made(t)["search.json"], &index); err != nil {
		t.Fatal(err)
	}
	for term, at := range map[string]string{
		"X-Forwarded-For": "/docs/host/tls#behind-a-proxy", "theriac backup": "/docs/host/backup#backup-and-restore",
		"POST /api/tables": "/docs/build/reference#", "fold": "/docs/why/0001", "station de recherche": "/docs/fr/rules/",
	} {
		if !slices.ContainsFunc(index, func(s section) bool {
			return strings.HasPrefix(s.At, at) && strings.Contains(s.Head+" "+s.Text, term)
		}) {
			t.Errorf("nobody finds %q at %s", term, at)
		}
	}
	for _, s := range index {
		if s.Page == "" || s.Head == "" {
			t.Errorf("a section without a name: %+v", s)
		}
	}
}

// A broken link makes the build fail.
func TestDeadLinks(t *testing.T) {
	whole := func(text string) fstest.MapFS {
		return fstest.MapFS{
			"docs/play/a.md": {Data: []byte("# A\n\n" + text)}, "docs/play/b.md": {Data: []byte("# B\n\n## Some place, here\n")}, "code.go": {},
			"web/src/gen/openapi.json": {Data: []byte(`{"paths":{}}`)}, "web/src/ui/tokens.css": {},
			"web/src/ui/fonts/inter.woff2": {}, "web/src/ui/fonts/young-serif.woff2": {},
		}
	}
	for _, text := range []string{"[b](b.md)", "[b](b.md#some-place-here)", "[c](../../code.go)", "[e](https://example.org)"} {
		if _, err := build(whole(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"[c](c.md)", "[b](b.md#another)", "[out](../../../etc/passwd)", "![p](p.svg)"} {
		if _, err := build(whole(text)); err == nil {
			t.Errorf("%s was taken", text)
		}
	}
}

package licences

import (
	"slices"
	"strings"
	"testing"
)

// The list contains exactly the packages that are linked or bundled, each with its version. (The build of the web
// client compares web/bundled.json with the packages in its bundle.)
func TestListIsComplete(t *testing.T) {
	const again = "is not up to date: npm --prefix web install, then go run ./internal/licences/write"
	all, err := List()
	if err != nil {
		t.Fatal(err)
	}
	var want, have []string
	modules, err := Linked("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) < 20 {
		t.Fatalf("only %d modules are linked", len(modules))
	}
	for _, m := range modules {
		want = append(want, "go "+m.Path+" "+m.Version)
	}
	bundled, err := Bundled("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range bundled {
		want = append(want, "npm "+p.Name+" "+p.Version+" "+p.Sum)
	}
	for _, p := range all {
		if p.Name == "std" {
			continue
		}
		have = append(have, strings.TrimSpace(p.Kind+" "+p.Name+" "+p.Version+" "+p.Sum))
	}
	for _, w := range want {
		if !slices.Contains(have, w) {
			t.Errorf("%s: %q is missing: it %s", ListFile, w, again)
		}
	}
	for _, h := range have {
		if !slices.Contains(want, h) {
			t.Errorf("%s: %q is in no build: it %s", ListFile, h, again)
		}
	}
}

// Every entry names a licence, and the text has a heading for each package.
func TestEveryPackageHasAText(t *testing.T) {
	all, err := List()
	if err != nil {
		t.Fatal(err)
	}
	_, texts, _ := strings.Cut(Text(), strings.Repeat("=", 80))
	for _, p := range all {
		label := p.Name + " " + p.Version
		if p.Name == "std" {
			label = "The standard library of Go"
		}
		if p.Licence == "" || !strings.Contains(texts, "\n"+label+"\n") {
			t.Errorf("%s has no licence text", p.Name)
		}
	}
}

package locale

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"theriac/games"
)

// third returns the catalogue of a made-up incomplete language with other plural cases, which is loaded
// together with the real languages.
func third(t *testing.T) *Catalogue {
	t.Helper()
	found, err := find(folders, os.DirFS("testdata/languages"))
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != len(languages)+1 || found[0].Tag != Default {
		t.Fatalf("%d languages, %s first", len(found), found[0].Tag)
	}
	for _, l := range found {
		if l.Tag != "pl" {
			continue
		}
		if l.Name != "Polski" || l.Complete {
			t.Fatalf("the third language is %+v", l)
		}
		c, err := l.catalogue()
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	t.Fatal("there is no third language")
	return nil
}

// Adding a language needs only a folder, and texts that it lacks are read in English.
func TestAThirdLanguage(t *testing.T) {
	pl, en := third(t), catalogue(t, Default)
	for n, want := range map[any]string{
		0: "0 miast", 1: "1 miasto", 2: "2 miasta", 4: "4 miasta", 5: "5 miast", 12: "12 miast", 21: "21 miast", 22: "22 miasta",
		"1.5": "1.5 miasta", -1: "-1 miasto", -3: "-3 miasta",
	} {
		if got := pl.Text("web.act.count.city", "n", n); got != want {
			t.Errorf("%v is %q, not %q", n, got, want)
		}
	}
	if got := pl.Name("city", "cairo"); got != "Kair" {
		t.Errorf("a text of its own is %q", got)
	}
	if got := pl.Name("city", "paris"); got != "Paris" {
		t.Errorf("a text that it lacks is %q", got)
	}
	// A missing sentence is English as a whole, so it uses English plurals.
	if got := pl.Text("web.act.count.line", "n", 0) + pl.Text("web.act.count.line", "n", 1); got != "0 lines1 line" {
		t.Errorf("an English sentence is %q", got)
	}
	if got := pl.Text("fact.cubes-removed", "n", 2, "disease", "red", "city", "Kair"); got != "2 red cubes removed from Kair." {
		t.Errorf("an English sentence is %q", got)
	}
	// A game's own text takes precedence in any language, because its meaning differs.
	if world, iberia := pl.Of("world").Text("end.win"), pl.Of("iberia").Text("end.win"); !strings.HasPrefix(world, "Wygrana") || iberia != en.Of("iberia").Text("end.win") {
		t.Errorf("the end is %q and %q", world, iberia)
	}
	if got := pl.Text("no.such.key"); pl.Has("no.such.key") || got != "no.such.key" {
		t.Errorf("a text that English lacks too is %q", got)
	}
	for _, game := range games.Names() {
		if len(pl.Rules(game)) != len(en.Rules(game)) {
			t.Errorf("%s has %d rules, in English %d", game, len(pl.Rules(game)), len(en.Rules(game)))
		}
	}
}

// A ledger entry that a language lacks is read in English, one by one.
func TestLedgersFillIn(t *testing.T) {
	whole := map[string][]Rule{"world": {{ID: "a", Title: "A"}, {ID: "b", Title: "B"}}}
	got := fillIn(whole, map[string][]Rule{"world": {{ID: "b", Title: "Be"}}})["world"]
	if len(got) != 2 || got[0].Title != "A" || got[1].Title != "Be" || whole["world"][1].Title != "B" {
		t.Errorf("filled in: %+v, of %+v", got, whole)
	}
}

// The plural cases of each language are those of CLDR.
func TestPluralCases(t *testing.T) {
	for lang, want := range map[string]string{"en": "one other", "fr": "one other"} {
		if got := strings.Join(casesOf(catalogue(t, lang)), " "); got != want {
			t.Errorf("%s has the cases %s", lang, got)
		}
	}
	if got := strings.Join(casesOf(third(t)), " "); got != "few many one other" {
		t.Errorf("the third language has the cases %s", got)
	}
}

func TestBrokenFolders(t *testing.T) {
	about := &fstest.MapFile{Data: []byte(`{"name": "English", "complete": true, "definition": "definition"}`)}
	for name, files := range map[string]fstest.MapFS{
		"no default":    {"pl/language.json": about},
		"a broken name": {"en/language.json": {Data: []byte(`{`)}},
		"a key twice":   {"en/language.json": about, "en/a.json": {Data: []byte(`{"a": "b"}`)}, "en/b.json": {Data: []byte(`{"a": "b"}`)}},
		"a broken text": {"en/language.json": about, "en/a.json": {Data: []byte(`{"a": "{"}`)}},
		"a broken file": {"en/language.json": about, "en/a.json": {Data: []byte(`[]`)}},
		"a broken tag":  {"en/language.json": about, "!/language.json": about},
	} {
		found, err := find(files)
		for _, l := range found {
			if err == nil {
				_, err = l.catalogue()
			}
		}
		if err == nil {
			t.Errorf("folders with %s were read", name)
		}
	}
}

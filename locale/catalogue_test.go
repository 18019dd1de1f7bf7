package locale

import (
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"theriac/engine"
	"theriac/games"
)

func catalogue(t *testing.T, lang string) *Catalogue {
	t.Helper()
	c, err := For(lang)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// For reads each catalogue only once, because reading takes milliseconds.
func TestCatalogueIsReadOnce(t *testing.T) {
	for _, lang := range Languages() {
		if first, again := catalogue(t, lang), catalogue(t, lang); first != again {
			t.Errorf("%s was read twice", lang)
		}
	}
}

// places returns the names of the placeholders in a message.
func places(m message) []string {
	var names []string
	for _, p := range m {
		if p.name != "" {
			names = append(names, p.name)
		}
		for _, c := range p.cases {
			names = append(names, places(c)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// No language has a text that English lacks, and its texts use the same values as the English ones. A
// complete language has every text.
func TestLanguagesAgree(t *testing.T) {
	en := catalogue(t, Default)
	complete := 0
	for _, l := range languages {
		c := catalogue(t, l.Tag)
		for key, m := range c.messages {
			if isForm(key) {
				continue
			}
			if !en.Has(key) {
				t.Errorf("%s: %s is not in the English catalogue", l.Tag, key)
			} else if got, want := places(m), places(en.messages[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the places %v, in English %v", l.Tag, key, got, want)
			}
			pluralsAre(t, c, key, m)
		}
		if !l.Complete {
			continue
		}
		complete++
		for key := range en.messages {
			if _, ok := c.messages[key]; !ok && !isForm(key) {
				t.Errorf("%s: %s is missing", l.Tag, key)
			}
		}
	}
	if complete < 2 {
		t.Errorf("%d languages are complete", complete)
	}
}

// pluralsAre checks that each plural in a message has all cases of its language.
func pluralsAre(t *testing.T, c *Catalogue, key string, m message) {
	t.Helper()
	for _, p := range m {
		for name, text := range p.cases {
			if p.choice == plurals && !slices.Contains(casesOf(c), name) {
				t.Errorf("%s: %s has the case %s, which no number has", c.lang, key, name)
			}
			pluralsAre(t, c, key, text)
		}
	}
}

// casesOf returns the plural cases that occur in a language.
func casesOf(c *Catalogue) []string {
	found := []string{"other"}
	for n := range 1001 {
		found = append(found, category(c.plurals, strconv.Itoa(n)))
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// Each file has one key per line, sorted and without duplicates, so that two people can add texts at the same
// time. Every language divides its texts into files as English does. No text has an invisible character
// except non-breaking spaces.
func TestFilesAreTidy(t *testing.T) {
	topics := make(map[string]string)
	for _, l := range languages {
		files, err := fs.Glob(folders, l.Tag+"/*.json")
		if err != nil || len(files) < 2 {
			t.Fatalf("%s has the files %v: %v", l.Tag, files, err)
		}
		for _, file := range files {
			topic := path.Base(file)
			if topic == aboutFile {
				continue
			}
			var texts map[string]string
			if err := readJSON(folders, file, &texts); err != nil {
				t.Fatal(err)
			}
			for key, text := range texts {
				if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
					t.Errorf("%s: %s has a control character: %q", file, key, text)
				}
				if l.Tag == Default || isForm(key) && topic == "game.json" {
					topics[key] = topic
				} else if topics[key] != topic {
					t.Errorf("%s: %s is in %s of English", file, key, topics[key])
				}
			}
			keys := slices.Sorted(maps.Keys(texts))
			lines := strings.Split(strings.TrimSpace(textOf(t, file)), "\n")
			if len(lines) != len(keys)+2 {
				t.Fatalf("%s has %d lines for %d keys", file, len(lines), len(keys))
			}
			for i, key := range keys {
				if !strings.HasPrefix(lines[i+1], "\t"+strconv.Quote(key)+": ") {
					t.Fatalf("%s: line %d should be %s", file, i+2, key)
				}
			}
		}
	}
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	text, err := fs.ReadFile(folders, file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestGamesHaveTheirWords(t *testing.T) {
	for _, g := range games.All {
		t.Run(g.Name(), func(t *testing.T) { hasItsWords(t, g) })
	}
}

// kindsOf returns the kinds of values that need names in a game: cities, regions and all others that occur in
// moves and facts.
func kindsOf(v *engine.Vocabulary) []*engine.Kind {
	var kinds []*engine.Kind
	for _, w := range slices.Concat(v.Verbs, v.Facts) {
		for _, k := range w.Args {
			if k != engine.Number && k != engine.SeatKind && !counts(k) && !slices.Contains(kinds, k) {
				kinds = append(kinds, k)
			}
		}
	}
	return kinds
}

// counts reports whether the values of a kind are plain numbers, which need no name.
func counts(k *engine.Kind) bool {
	return !slices.ContainsFunc(k.Values, func(id string) bool {
		_, err := strconv.Atoi(id)
		return err != nil
	})
}

func hasItsWords(t *testing.T, g engine.Game) {
	v := g.Vocabulary()
	var keys []string
	add := func(prefix string, ids ...string) {
		for _, id := range ids {
			keys = append(keys, prefix+"."+id)
		}
	}
	kinds := kindsOf(v)
	for _, k := range kinds {
		if k.Name != "card" && k.Name != "infection" {
			add(k.Name, k.Values...)
		}
	}
	add("step", v.Questions...)
	add("question", v.Questions...)
	for _, w := range v.Verbs {
		add("verb", w.Name)
	}
	for _, o := range g.Options() {
		add("option", o.Name)
		add("option."+o.Name, o.Values...)
		for n := o.Min; o.Kind == engine.Range && n <= o.Max; n++ {
			add("option."+o.Name, strconv.Itoa(n))
		}
	}
	add("end", "win", "outbreaks", "cubes", "cards")
	keys = append(keys, "card.epidemic", "refusal", "game."+g.Name(), "game."+g.Name()+".line")
	for _, lang := range wholeLanguages() {
		c := catalogue(t, lang).Of(g.Name())
		for _, key := range keys {
			if !c.Has(key) {
				t.Errorf("%s: %s is missing", lang, key)
			}
		}
		for _, k := range kinds {
			// If an option chooses values of a kind, it must use the same names.
			option := map[string]string{"role": "roles", "trait": "diseases"}[k.Name]
			for _, id := range k.Values {
				if (k.Name == "card" || k.Name == "infection") && c.Name(k.Name, id) == id {
					t.Errorf("%s: the card %s has no name", lang, id)
				}
				if as := c.Text("option." + option + "." + id); option != "" && as != c.Name(k.Name, id) {
					t.Errorf("%s: the option calls the %s %s %q", lang, k.Name, id, as)
				}
			}
		}
		sayAll(t, c, "fact.", v.Facts)
		sayByRule(t, c, v.Facts)
		sayAll(t, c, "move.", v.Verbs)
	}
}

// sayAll checks that the message for each word mentions all of its operands, and nothing else.
func sayAll(t *testing.T, c *Catalogue, prefix string, words []engine.Word) {
	t.Helper()
	for _, w := range words {
		m, _, ok := c.find(prefix + w.Name)
		if !ok {
			t.Errorf("%s: %s%s is missing", c.lang, prefix, w.Name)
			continue
		}
		var want []string
		for i := range w.Args {
			want = append(want, operandName(w.Args, i))
		}
		slices.Sort(want)
		if got := places(m); !slices.Equal(got, want) {
			t.Errorf("%s: %s%s says %v of %v", c.lang, prefix, w.Name, got, want)
		}
	}
}

// sayByRule checks the messages that a fact has for particular rules: they must mention the same operands.
func sayByRule(t *testing.T, c *Catalogue, facts []engine.Word) {
	t.Helper()
	for _, w := range facts {
		for key, m := range c.messages {
			if own, ok := strings.CutPrefix(key, "fact."+w.Name+"."); ok && !slices.Equal(places(m), places(c.messages["fact."+w.Name])) {
				t.Errorf("%s: fact.%s says other things by the rule %s", c.lang, w.Name, own)
			}
		}
	}
}

func isForm(key string) bool { return strings.HasPrefix(key, "form.") }

// Every name's own form belongs to an existing form and an existing name.
func TestFormsAreOfThings(t *testing.T) {
	for _, lang := range Languages() {
		c := catalogue(t, lang)
		for key := range c.messages {
			if _, thing, ok := cutForm(key); ok && !c.Has(thing) {
				t.Errorf("%s: %s is of nothing", lang, key)
			}
		}
	}
}

// Every form that a message uses exists in its language.
func TestFormsExist(t *testing.T) {
	for _, lang := range Languages() {
		c := catalogue(t, lang)
		known := make(map[string]bool)
		for key := range c.messages {
			if form, ok := strings.CutPrefix(key, "form."); ok {
				form, _, _ = strings.Cut(form, ".")
				known[form] = true
			}
		}
		for key, m := range c.messages {
			for _, form := range formsIn(m) {
				if !known[form] {
					t.Errorf("%s: %s asks for the form %s, which no thing has", lang, key, form)
				}
			}
		}
	}
}

func formsIn(m message) []string {
	var forms []string
	for _, p := range m {
		if p.form != "" {
			forms = append(forms, p.form)
		}
		for _, c := range p.cases {
			forms = append(forms, formsIn(c)...)
		}
	}
	return forms
}

// French needs its own form of every name that begins with an article or a vowel, of every role and of every
// colour. Without it a text would read “à Le Caire” or “le Hoquet a gardé Médecin”.
func TestFrenchThingsHaveTheirForms(t *testing.T) {
	fr := catalogue(t, "fr")
	article := regexp.MustCompile(`^(?i:le |les )`)
	vowel := regexp.MustCompile(`^[AEIOUYÀÂÉÈÊÎÔ]`)
	for _, g := range games.All {
		c := fr.Of(g.Name())
		need := func(kind, id string, forms ...string) {
			if !c.Has(kind + "." + id) {
				return
			}
			for _, form := range forms {
				if c.forms[form+" "+c.Name(kind, id)] == "" {
					t.Errorf("%s: the %s %s lacks the form %s", g.Name(), kind, id, form)
				}
			}
		}
		for _, k := range kindsOf(g.Vocabulary()) {
			for _, id := range k.Values {
				switch name := c.Name(k.Name, id); k.Name {
				case "city", "infection":
					if article.MatchString(name) {
						need("city", id, "at", "from")
					} else if vowel.MatchString(name) {
						need("city", id, "from")
					}
				case "role":
					need("role", id, "the", "to", "from")
				case "disease":
					need("disease", id, "masculine", "masculines", "feminines")
				case "card":
					if g.Name() == "pharmacy" {
						need("card", id, "the")
					}
				}
			}
		}
	}
}

// breaks matches a punctuation mark with an ordinary space, at which a line could wrongly break.
var breaks = regexp.MustCompile(` [:;!?»]|« `)

// French texts never put a bare name where grammar could change it, as after “à” or “de”, but use a form. A
// line never breaks before a punctuation mark.
func TestFrenchNamesStandFree(t *testing.T) {
	trap := regexp.MustCompile(`(?i)(?:^|[^\pL])(à \{(city|card|region)|(de|du|au|que) \{(city|card|seat\}|event|role\}|region|trait)|cubes? \{disease\}|\{disease\}s|(ville|lieu) : \{city)`)
	for key, text := range catalogueTexts(t, "fr") {
		if trap.MatchString(text) || strings.HasPrefix(key, "fact.") && strings.Contains(text, "à {seat") {
			t.Errorf("%s: %s", key, text)
		}
		if breaks.MatchString(text) {
			t.Errorf("%s: a line could break before a mark: %s", key, text)
		}
	}
}

func catalogueTexts(t *testing.T, lang string) map[string]string {
	t.Helper()
	texts, err := readTexts(folders, lang)
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// wholeLanguages returns the languages that have every text. Others fall
// back to English for missing texts, so names of cards and cities can differ from text to text.
func wholeLanguages() []string {
	return slices.DeleteFunc(Languages(), func(lang string) bool { return !Complete(lang) })
}

func TestMatch(t *testing.T) {
	for tag, want := range map[string]string{
		"fr_FR.UTF-8": "fr", "fr-CA": "fr", "FR": "fr", "fr@euro": "fr",
		"": "en", "C": "en", "C.UTF-8": "en", "xx-CH": "en", "frr": "en", "en_GB": "en",
	} {
		if got := Match(tag); got != want {
			t.Errorf("Match(%q) is %s, not %s", tag, got, want)
		}
	}
	if _, err := For("frr"); err == nil {
		t.Error("there is a catalogue for a language that there is not")
	}
}

// A game's own text replaces a shared text and uses no values that the shared text lacks. It is read only in
// its own game.
func TestOwnTextsStandForSharedOnes(t *testing.T) {
	for _, lang := range Languages() {
		c := catalogue(t, lang)
		for key, m := range c.messages {
			game, rest, _ := strings.Cut(key, ".")
			if len(c.Rules(game)) == 0 {
				continue
			}
			shared, ok := c.messages[rest]
			if !ok {
				t.Errorf("%s: %s stands for nothing", lang, key)
			}
			for _, place := range places(m) {
				if !slices.Contains(places(shared), place) {
					t.Errorf("%s: %s speaks of {%s}, which %s does not", lang, key, place, rest)
				}
			}
		}
	}
	en := catalogue(t, "en")
	if world, iberia := en.Of("world"), en.Of("iberia"); iberia.Text("end.win") == world.Text("end.win") ||
		world.Text("end.win") != en.Text("end.win") || iberia.Text("end.cards") != en.Text("end.cards") {
		t.Error("a game's own text is read in another game, or not in its own")
	}
}

// A10: the text of an ending tells only what is certain about its cause. Outbreaks that count twice can end
// the game before the eighth, and the world can be saved although no purple cube ever came.
func TestEndsClaimNoMoreThanTheirCause(t *testing.T) {
	for lang, claims := range map[string]map[string]string{
		"en": {"end.outbreaks": "eighth", "end.end-removal": "last"},
		"fr": {"end.outbreaks": "huitième", "end.end-removal": "dernier"},
	} {
		for key, claim := range claims {
			if text := catalogue(t, lang).Text(key); strings.Contains(text, claim) {
				t.Errorf("%s: %s: %s", lang, key, text)
			}
		}
	}
}

// Neighbouring regions are distinguished only by their names, so no two regions may have the same cities in
// their names.
func TestRegionsAreToldApart(t *testing.T) {
	for _, lang := range wholeLanguages() {
		called := make(map[string]string)
		for key, text := range catalogueTexts(t, lang) {
			if !strings.HasPrefix(key, "region.") {
				continue
			}
			cities := strings.Split(text, " – ")
			slices.Sort(cities)
			name := strings.Join(cities, " – ")
			if other, twice := called[name]; twice {
				t.Errorf("%s: %s and %s are both %s", lang, key, other, text)
			}
			called[name] = key
		}
		if len(called) == 0 {
			t.Errorf("%s: no region has a name", lang)
		}
	}
}

func TestNames(t *testing.T) {
	fr := catalogue(t, "fr")
	for _, n := range [][3]string{
		{"city", "cairo", "Le Caire"}, {"card", "cairo", "Le Caire"}, {"card", "airlift", "Pont aérien"},
		{"card", "epidemic", "Épidémie"}, {"disease", "black", "noire"}, {"number", "3", "3"}, {"seat", "0", "0"},
		{"city", "atlantis", "atlantis"}, {"region", "r21", "Valence – Palma – Barcelone"}, {"trait", "yellow-fever", "Fièvre jaune"},
	} {
		if got := fr.Name(n[0], n[1]); got != n[2] {
			t.Errorf("%s %s is %q, not %q", n[0], n[1], got, n[2])
		}
	}
	if got := fr.Text("no.such.key", "n", 1); got != "no.such.key" {
		t.Errorf("a missing text shows as %q", got)
	}
}

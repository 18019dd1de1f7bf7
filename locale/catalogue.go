package locale

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	tags "golang.org/x/text/language"
)

// Catalogue is everything that players read in one language. It does not change
// once made.
type Catalogue struct {
	lang     string
	plurals  tags.Tag   // the language whose plural cases it has
	base     *Catalogue // where a text that is missing is read; nil for the default language
	game     string     // whose own texts come first; none: only the shared ones
	messages map[string]message
	forms    map[string]string // of things by form and name: "at Le Caire" is « au Caire »
	rules    map[string][]Rule // by game
}

// For is the catalogue of a language.
func For(lang string) (*Catalogue, error) {
	for _, l := range languages {
		if l.Tag == lang {
			return l.catalogue()
		}
	}
	return nil, fmt.Errorf("locale: no language is called %q", lang)
}

// read makes the catalogue of a language from its folder.
func (l *Language) read(from fs.FS, base *Catalogue) (*Catalogue, error) {
	texts, err := readTexts(from, l.Tag)
	if err != nil {
		return nil, fmt.Errorf("locale: %w", err)
	}
	c := &Catalogue{lang: l.Tag, base: base, messages: make(map[string]message, len(texts)), forms: make(map[string]string)}
	if c.plurals, err = tags.Parse(l.Tag); err != nil {
		return nil, fmt.Errorf("locale: %s: %w", l.Tag, err)
	}
	for key, text := range texts {
		if c.messages[key], err = parseMessage(text); err != nil {
			return nil, fmt.Errorf("locale: %s: %s: %w", l.Tag, key, err)
		}
		if form, thing, ok := cutForm(key); ok && texts[thing] != "" {
			c.forms[form+" "+texts[thing]] = text
		}
	}
	if c.rules, err = readLedgers(l); err == nil && base != nil {
		c.rules = fillIn(base.rules, c.rules)
	}
	return c, err
}

// readTexts reads the texts of a folder, whose files divide them by topic.
func readTexts(from fs.FS, folder string) (map[string]string, error) {
	files, err := fs.Glob(from, folder+"/*.json")
	if err != nil {
		return nil, err
	}
	all := make(map[string]string)
	for _, file := range files {
		if path.Base(file) == aboutFile {
			continue
		}
		var texts map[string]string
		if err := readJSON(from, file, &texts); err != nil {
			return nil, err
		}
		for key, text := range texts {
			if _, twice := all[key]; twice {
				return nil, fmt.Errorf("%s: %s is in another file too", file, key)
			}
			all[key] = text
		}
	}
	return all, nil
}

func readJSON(from fs.FS, file string, into any) error {
	text, err := fs.ReadFile(from, file)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// cutForm cuts the key of a thing's form into the form and the key of the thing's name.
func cutForm(key string) (form, thing string, ok bool) {
	key, ok = strings.CutPrefix(key, "form.")
	if ok {
		form, thing, ok = strings.Cut(key, ".")
	}
	return form, thing, ok
}

// inForm is a name in a form. A form that is a thing's own begins a sentence with a capital.
func (c *Catalogue) inForm(form, name string, begins bool) string {
	own, ok := c.forms[form+" "+name]
	if !ok {
		return c.Text("form."+form, "name", name)
	}
	if begins {
		first, size := utf8.DecodeRuneInString(own)
		return string(unicode.ToUpper(first)) + own[size:]
	}
	return own
}

// Lang is the catalogue's language.
func (c *Catalogue) Lang() string { return c.lang }

// Of is the catalogue as the players of a game read it. Games share most texts;
// where a thing is another thing in one of them, that game has a text of its own,
// whose key begins with its name: iberia.end.win stands for end.win.
func (c *Catalogue) Of(game string) *Catalogue {
	own := *c
	own.game = game
	if c.base != nil {
		own.base = c.base.Of(game)
	}
	return &own
}

// find is the message of a key, and the catalogue that has it. A game's own text in the
// default language comes before a shared one: it speaks of another thing.
func (c *Catalogue) find(key string) (message, *Catalogue, bool) {
	if c.game != "" {
		if m, in, ok := c.findShared(c.game + "." + key); ok {
			return m, in, true
		}
	}
	return c.findShared(key)
}

func (c *Catalogue) findShared(key string) (message, *Catalogue, bool) {
	for in := c; in != nil; in = in.base {
		if m, ok := in.messages[key]; ok {
			return m, in, true
		}
	}
	return nil, nil, false
}

// Has reports whether there is a message for a key.
func (c *Catalogue) Has(key string) bool {
	_, _, ok := c.find(key)
	return ok
}

// Text is the message of a key. The arguments are pairs of a name and a value,
// a string or an int. A key that is not there is its own text.
func (c *Catalogue) Text(key string, args ...any) string {
	m, in, ok := c.find(key)
	if !ok {
		return key
	}
	values := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		values[fmt.Sprint(args[i])] = args[i+1]
	}
	var b strings.Builder
	m.write(&b, in, values, "")
	return b.String()
}

// Name is what players call a thing of a kind, by the message <kind>.<id>: "city",
// "cairo" is "Le Caire" in French, and so with regions, traits and whatever kinds
// a game brings. A card is a city, an event or an epidemic. A number, a seat and a
// thing without a name are called by their id.
func (c *Catalogue) Name(kind, id string) string {
	kinds := []string{kind}
	if kind == "card" {
		kinds = []string{"city", "event", "card"}
	}
	if kind == "infection" {
		kinds = []string{"city", "infection"}
	}
	for _, k := range kinds {
		if key := k + "." + id; c.Has(key) {
			return c.Text(key)
		}
	}
	return id
}

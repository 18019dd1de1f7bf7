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

// Catalogue holds all texts that players read in one language. It is immutable.
type Catalogue struct {
	lang     string
	plurals  tags.Tag   // the language whose plural cases it uses
	base     *Catalogue // the catalogue in which missing texts are looked up; nil for the default language
	game     string     // the game whose own texts take precedence; if empty, only shared texts are used
	messages map[string]message
	forms    map[string]string // forms of names, by form and name: "at Le Caire" is « au Caire »
	rules    map[string][]Rule // by game
}

// For returns the catalogue of a language.
func For(lang string) (*Catalogue, error) {
	for _, l := range languages {
		if l.Tag == lang {
			return l.catalogue()
		}
	}
	return nil, fmt.Errorf("locale: no language is called %q", lang)
}

// read returns the catalogue of a language, parsed from its folder.
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

// readTexts reads all texts of a folder. The texts are divided into files by topic.
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

// cutForm splits the key of a name's own form into the form and the key of the name.
func cutForm(key string) (form, thing string, ok bool) {
	key, ok = strings.CutPrefix(key, "form.")
	if ok {
		form, thing, ok = strings.Cut(key, ".")
	}
	return form, thing, ok
}

// inForm returns a name in a form. If begins is set, a name's own form starts with a capital, as at the
// beginning of a sentence.
func (c *Catalogue) inForm(form, name string, begins bool) string {
	text, ok := c.forms[form+" "+name]
	if !ok {
		general, ok := c.messages["form."+form]
		if !ok || len(general) == 0 {
			return name
		}
		var b strings.Builder
		general.write(&b, c, map[string]any{"name": name}, "")
		text = b.String()
		begins = begins && general[0].name == "" // an unchanged name keeps its own spelling
	}
	if !begins {
		return text
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Lang returns the tag of the catalogue's language.
func (c *Catalogue) Lang() string { return c.lang }

// Of returns the catalogue for players of a game. Games share most texts. If a text has a different meaning
// in a game, that game has its own text. The key then has the game's name in front: iberia.end.win replaces
// end.win.
func (c *Catalogue) Of(game string) *Catalogue {
	own := *c
	own.game = game
	if c.base != nil {
		own.base = c.base.Of(game)
	}
	return &own
}

// find returns the message for a key, and the catalogue that contains it. A game's own text takes precedence
// over a shared one, even if only the default language has it, because its meaning differs.
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

// Has reports whether a message exists for a key.
func (c *Catalogue) Has(key string) bool {
	_, _, ok := c.find(key)
	return ok
}

// Text returns the message for a key. args are pairs of a name and a value, which is a string or an int. For
// a missing message, it returns the key.
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

// Name returns the players' name for a value of a kind, from the message <kind>.<id>: "city", "cairo" is "Le
// Caire" in French. It works for all kinds of a game, such as regions and traits. A card is looked up as a
// city, an event or an epidemic. For a number, a seat or a value without a name, it returns the id.
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

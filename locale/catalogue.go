// Package locale is what players read: one catalogue of messages per language,
// and the texts of the rules' ledgers. Terminal, server and web client use the
// same files, so that a thing has the same name everywhere.
//
// It refuses to know a rule or to decide what somebody may read: it gets names
// and facts, and gives words. A text that is missing shows as its key, never as
// another language's.
package locale

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed en.json
var english string

//go:embed fr.json
var french string

// languages are the catalogues, the one that is used by default first.
var languages = []language{newLanguage("en", english), newLanguage("fr", french)}

// language is one catalogue. It is read once, when it is first needed: that takes
// some milliseconds.
type language struct {
	tag, texts string
	catalogue  func() (*Catalogue, error)
}

func newLanguage(tag, texts string) language {
	return language{tag, texts, sync.OnceValues(func() (*Catalogue, error) { return read(tag, texts) })}
}

// Languages are the tags of the languages that there are.
func Languages() []string {
	tags := make([]string, len(languages))
	for i, l := range languages {
		tags[i] = l.tag
	}
	return tags
}

// Match finds the language for a tag such as "fr-CA" or "fr_FR.UTF-8". A tag
// that says nothing, or names a language that there is not, gets the default.
func Match(tag string) string {
	end := strings.IndexAny(tag, "-_.@")
	if end < 0 {
		end = len(tag)
	}
	for _, l := range languages {
		if strings.EqualFold(tag[:end], l.tag) {
			return l.tag
		}
	}
	return languages[0].tag
}

// Catalogue is everything that players read in one language. It does not change
// once made.
type Catalogue struct {
	lang     string
	game     string // whose own texts come first; none: only the shared ones
	messages map[string]message
	forms    map[string]string // of things by form and name: "at Le Caire" is « au Caire »
	rules    map[string][]Rule // by game
}

// For is the catalogue of a language.
func For(lang string) (*Catalogue, error) {
	for _, l := range languages {
		if l.tag == lang {
			return l.catalogue()
		}
	}
	return nil, fmt.Errorf("locale: no language is called %q", lang)
}

func read(lang string, file string) (*Catalogue, error) {
	var texts map[string]string
	if err := json.Unmarshal([]byte(file), &texts); err != nil {
		return nil, fmt.Errorf("locale: %s: %w", lang, err)
	}
	c := &Catalogue{lang: lang, messages: make(map[string]message, len(texts))}
	for key, text := range texts {
		m, err := parseMessage(text)
		if err != nil {
			return nil, fmt.Errorf("locale: %s: %s: %w", lang, key, err)
		}
		c.messages[key] = m
	}
	c.forms = make(map[string]string)
	for key, text := range texts {
		if form, thing, ok := cutForm(key); ok {
			c.forms[form+" "+texts[thing]] = text
		}
	}
	var err error
	c.rules, err = readLedgers(lang)
	return c, err
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
	return &own
}

func (c *Catalogue) find(key string) (message, bool) {
	if c.game != "" {
		if m, ok := c.messages[c.game+"."+key]; ok {
			return m, true
		}
	}
	m, ok := c.messages[key]
	return m, ok
}

// Has says whether the catalogue has a message for a key.
func (c *Catalogue) Has(key string) bool {
	_, ok := c.find(key)
	return ok
}

// Text is the message of a key. The arguments are pairs of a name and a value,
// a string or an int. A key that is not there is its own text.
func (c *Catalogue) Text(key string, args ...any) string {
	m, ok := c.find(key)
	if !ok {
		return key
	}
	values := make(map[string]any, len(args)/2)
	for i := 0; i+1 < len(args); i += 2 {
		values[fmt.Sprint(args[i])] = args[i+1]
	}
	var b strings.Builder
	m.write(&b, c, values, "")
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

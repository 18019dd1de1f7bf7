// Package locale is what players read: one folder of messages per language, divided by
// topic, and the texts of the rules' ledgers. Terminal, server and web client use the
// same files, so that a thing has the same name everywhere.
//
// It refuses to know a rule or to decide what somebody may read: it gets names
// and facts, and gives words. A text that a language lacks is read in English, by the
// rules of English; one that English lacks shows as its key.
package locale

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// folders has a folder for each language, called by its tag.
//
//go:embed */*.json
var folders embed.FS

// aboutFile is what a language says about itself, in its folder.
const aboutFile = "language.json"

// Default is the language that every text exists in.
const Default = "en"

// Language is one of the languages that players can read.
type Language struct {
	Tag        string `json:"-"`
	Name       string `json:"name"`       // what it calls itself
	Complete   bool   `json:"complete"`   // it has every text; otherwise English fills in
	Definition string `json:"definition"` // how it marks an entry of a ledger that is one
	// catalogue is read when it is first needed: that takes some milliseconds.
	catalogue func() (*Catalogue, error)
}

// languages are those that have a folder, the default one first.
var languages = mustFind(folders)

func mustFind(from ...fs.FS) []*Language {
	found, err := find(from...)
	if err != nil {
		panic("locale: " + err.Error()) // the folders are part of the program
	}
	return found
}

// find lists the languages of some places, the default one first, then by tag.
func find(from ...fs.FS) ([]*Language, error) {
	var found []*Language
	for _, at := range from {
		files, err := fs.Glob(at, "*/"+aboutFile)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			l := &Language{Tag: path.Dir(file)}
			if err := readJSON(at, file, l); err != nil {
				return nil, err
			}
			l.catalogue = sync.OnceValues(func() (*Catalogue, error) {
				if l.Tag == Default {
					return l.read(at, nil)
				}
				base, err := found[0].catalogue()
				if err != nil {
					return nil, err
				}
				return l.read(at, base)
			})
			found = append(found, l)
		}
	}
	order := func(l *Language) string {
		if l.Tag == Default {
			return ""
		}
		return l.Tag
	}
	slices.SortFunc(found, func(a, b *Language) int { return strings.Compare(order(a), order(b)) })
	if len(found) == 0 || found[0].Tag != Default {
		return nil, fmt.Errorf("there is no folder %s", Default)
	}
	return found, nil
}

// Languages are the tags of the languages that there are, the default one first.
func Languages() []string {
	tags := make([]string, len(languages))
	for i, l := range languages {
		tags[i] = l.Tag
	}
	return tags
}

// NameOf is what a language calls itself.
func NameOf(tag string) string { return about(tag).Name }

// Complete reports whether a language has every text.
func Complete(tag string) bool { return about(tag).Complete }

func about(tag string) *Language {
	for _, l := range languages {
		if l.Tag == tag {
			return l
		}
	}
	return &Language{Tag: tag, Name: tag}
}

// Match finds the language for a tag such as "fr-CA" or "fr_FR.UTF-8". A tag
// that says nothing, or names a language that there is not, gets the default.
func Match(tag string) string {
	end := strings.IndexAny(tag, "-_.@")
	if end < 0 {
		end = len(tag)
	}
	for _, l := range languages {
		if strings.EqualFold(tag[:end], l.Tag) {
			return l.Tag
		}
	}
	return Default
}

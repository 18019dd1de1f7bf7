// Package locale holds all texts that players read: for each language, a folder of messages by topic and the
// texts of the rule ledgers. Terminal, server and web client use the same files, so names are the same
// everywhere.
//
// The package refuses to know game rules, and to decide what a player may read: it only turns names and facts
// into text. A text that a language lacks is read in English, with English plurals. A text that English lacks
// shows as its key.
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

// folders holds one folder for each language, named by the language's tag.
//
//go:embed */*.json
var folders embed.FS

// aboutFile is the file in a language's folder that describes the language.
const aboutFile = "language.json"

// Default is the tag of the language that has every text.
const Default = "en"

// Language is a language that players can choose.
type Language struct {
	Tag        string `json:"-"`
	Name       string `json:"name"`       // the language's name for itself
	Complete   bool   `json:"complete"`   // whether it has every text; otherwise English texts fill the gaps
	Definition string `json:"definition"` // the word that marks a ledger entry as a definition
	// catalogue returns the language's catalogue. It is read on first use, because that takes some
	// milliseconds.
	catalogue func() (*Catalogue, error)
}

// languages lists all languages that have a folder, the default one first.
var languages = mustFind(folders)

func mustFind(from ...fs.FS) []*Language {
	found, err := find(from...)
	if err != nil {
		panic("locale: " + err.Error()) // the folders are embedded, so this is a programming error
	}
	return found
}

// find returns the languages in some file systems, the default one first, the others sorted by tag.
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

// Languages returns the tags of all languages, the default one first.
func Languages() []string {
	tags := make([]string, len(languages))
	for i, l := range languages {
		tags[i] = l.Tag
	}
	return tags
}

// NameOf returns a language's name for itself.
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

// Match returns the supported language for a tag such as "fr-CA" or "fr_FR.UTF-8". For an empty or unknown
// tag it returns the default.
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

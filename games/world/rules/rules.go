// Package rules holds the rules of the world-map game as players read them, one
// ledger per language: every rule once, with the id that facts and refusals
// carry. What an expansion adds is a chapter of its own.
//
// It refuses to be imported by the game itself: texts stay outside of it.
package rules

import (
	"embed"
	"strings"
)

//go:embed *.md
var texts embed.FS

// chapters are the parts of the ledger, in their order: the base game, the cards of
// the expansions, and each way to play.
var chapters = []string{"", "-cards", "-lab", "-strain", "-mutation", "-solo", "-teams"}

// Text is the ledger in a language, or nothing where there is none.
func Text(lang string) string {
	var parts []string
	for _, c := range chapters {
		text, err := texts.ReadFile(lang + c + ".md")
		if err != nil {
			return ""
		}
		parts = append(parts, string(text))
	}
	return strings.Join(parts, "\n")
}

// Package rules holds the rules of the nineteenth-century map game as players
// read them, one ledger per language: every rule once, with the id that facts
// and refusals carry.
//
// It refuses to be imported by the game itself: texts stay outside of it.
package rules

import "embed"

//go:embed *.md
var texts embed.FS

// Text is the ledger in a language, or nothing if there is none.
func Text(lang string) string {
	text, err := texts.ReadFile(lang + ".md")
	if err != nil {
		return ""
	}
	return string(text)
}

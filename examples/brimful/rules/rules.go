// Package rules holds the rules of Brimful as players read them, one ledger per
// language: every rule once, with the id that facts and refusals carry.
//
// It refuses to be imported by the game itself: texts stay outside of it.
package rules

import _ "embed"

//go:embed en.md
var english string

//go:embed fr.md
var french string

// Text is the ledger in a language, or nothing where there is none.
func Text(lang string) string {
	switch lang {
	case "en":
		return english
	case "fr":
		return french
	}
	return ""
}

// Package rules holds the rules of Brimful as players read them, with one ledger per language. A ledger has
// every rule once, with the id that facts and refusals carry.
//
// The package refuses to be imported by the game itself, so that the game stays independent of texts.
package rules

import "embed"

// Texts holds a ledger for each language, named by the language's tag.
//
//go:embed *.md
var Texts embed.FS

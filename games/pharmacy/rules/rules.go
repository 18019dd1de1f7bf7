// Package rules holds the rules of the card game of pills and viruses as players
// read them, one ledger per language: every rule once, with the id that facts
// and refusals carry.
//
// It refuses to be imported by the game itself: texts stay outside of it.
package rules

import "embed"

// Texts has a ledger for each language, named by its tag.
//
//go:embed *.md
var Texts embed.FS

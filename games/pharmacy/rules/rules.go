// Package rules holds the rules of the card game of pills and viruses as players read them. Each language has a
// ledger, which lists every rule once, under the id that facts and refusals carry.
//
// The game itself deliberately does not import this package, so that it contains no texts.
package rules

import "embed"

// Texts has a ledger for each language. The file is named after the language, such as en.md.
//
//go:embed *.md
var Texts embed.FS

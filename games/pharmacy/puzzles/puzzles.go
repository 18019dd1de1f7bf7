// Package puzzles holds the game's puzzles. A search has found and proved them.
//
// It deliberately contains only their text: package ai/puzzle reads it, and a test of package games checks
// every proof.
package puzzles

import _ "embed" // for go:embed

// Book is the text of the game's puzzles.
//
//go:embed book.txt
var Book string

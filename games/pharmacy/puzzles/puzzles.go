// Package puzzles is the puzzles of the game, as a search has found and proved them.
//
// It refuses to contain more than the text: package ai/puzzle reads it, and a test of package
// games goes through every proof again.
package puzzles

import _ "embed" // the book

// Book is the puzzles.
//
//go:embed book.txt
var Book string

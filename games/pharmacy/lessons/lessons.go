// Package lessons holds the guided games of the card game, as people read and edit them. The engine's
// package lesson defines the format.
//
// It contains no code.
package lessons

import _ "embed" // for go:embed

// First is the text of the first guided game.
//
//go:embed first.json
var First []byte

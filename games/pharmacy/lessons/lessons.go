// Package lessons is the guided games of the card game, as they are written for people to read and
// change: package lesson of the engine says what the words mean.
//
// It contains no code.
package lessons

import _ "embed" // the lessons

// First is the first game.
//
//go:embed first.json
var First []byte

// Package engine is the contract between a game's rules and everything that
// plays, stores, shows or searches it.
//
// A game is a pure fold: a position, a move, the next position. Time, chance
// and people come in as values; facts, questions and results go out as values.
// Legality has one source, the list that a position gives of its moves.
//
// The package refuses to know any game, to read a clock, to touch a file or a
// network, to start a goroutine, and to draw chance from anywhere but the seed
// it was given. It builds for the browser, so it also stays clear of the parts
// of the standard library that make such a build heavy.
package engine

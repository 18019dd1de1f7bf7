// Package engine is the contract between a game's rules and everything that
// plays, stores, shows or searches it.
//
// # The idea
//
// A game is a pure fold: a position, a move, the next position. Time, chance
// and people come in as values; facts, questions and results go out as values.
// Legality has one source, the list that a position gives of its moves.
//
// # The words
//
//   - A [Header] is how a game began: its name, options and [Seed]. The header and
//     the moves are all that is needed to restore a game.
//   - A [Seat] is a place at the table. [Decision] says which question is open and
//     which seats owe an answer.
//   - A [Move] is one choice of one seat: a verb and up to six operands, all of
//     them small numbers. The game's [Vocabulary] gives them their names, which
//     are what logs, files and clients carry.
//   - A [Fact] is one thing that a move did, with the rule that made it happen and
//     the seats that may read it. An [Effect] says who learned something, which
//     is what an undo cannot take back.
//   - A [View] is all that some seats together may know of a position. It is built
//     up from what they have seen, never cut down from the whole.
//   - A [Coder] writes positions and views by name, for hashes and for clients.
//
// # Two ways to hold a game
//
// Search works on a [Position], a plain struct: copying is assignment, and playing
// allocates nothing. Everything else works on a [Session], an interface that is the
// same for every game. [NewSession] makes a session of a position, and [At] gives
// the position inside.
//
// The examples below play a game of examples/brimful, the smallest game that there
// is; docs/adding-a-game.md leads through its code.
//
// The package refuses to know any game, to read a clock, to touch a file or a
// network, to start a goroutine, and to draw chance from anywhere but the seed
// it was given. It builds for the browser, so it also stays clear of the parts
// of the standard library that make such a build heavy.
package engine

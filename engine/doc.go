// Package engine is the contract between a game's rules and everything that plays, stores, shows or searches
// it.
//
// # The idea
//
// A game is a pure fold: a position and a move give the next position. Time, chance and people enter as
// values. Facts, questions and results leave as values. Legality has one source: the list of moves that a
// position returns.
//
// # The words
//
//   - A [Header] holds how a game began: its name, options and [Seed]. The header
//     and the moves are all that is needed to restore a game.
//   - A [Seat] is a place for a player at the table. A [Decision] holds the open question and
//     the seats that owe an answer.
//   - A [Move] is one choice of one seat: a verb and up to six operands, all of
//     them small numbers. The game's [Vocabulary] gives them their names. Logs,
//     files and clients use the names.
//   - A [Fact] is one result of a move, with the rule that caused it and the
//     seats that may read it. An [Effect] holds which seats learned something, which
//     an undo cannot take back.
//   - A [View] is all that some seats together may know about a position. It is built
//     up from what they have seen, never cut down from the whole position.
//   - A [Coder] writes positions and views by name, for hashes and for clients.
//
// # Two ways to hold a game
//
// Search works on a [Position], a plain struct: it is copied by assignment, and playing allocates no memory.
// Everything else works on a [Session], an interface that is the same for every game. [NewSession] wraps a
// position in a session, and [At] returns the position inside.
//
// The examples below play examples/brimful, the smallest possible game. The page
// docs/contribute/add-a-game.md explains its code.
//
// The package contains no code for a particular game. It refuses to read a clock, to use files or a network,
// to start a goroutine, and to take chance from anywhere but the seed. It is also compiled for the browser,
// so it avoids packages of the standard library that would make the download large.
package engine

// Package ai provides the building blocks of players that search. They use only the engine's contract, so they
// work for every game.
//
// [Dice] is a fast random source. [Candidates] returns every move that some seat could make now. [Playout]
// plays a position to its end at random. All of them work on a game's own position, a plain struct, so a copy
// costs one assignment and a move allocates no memory:
//
//	end := *s
//	ai.Playout[epidemic.State](&end, &dice, buf)
//
// An honest player does not search the real position. It takes the view of its seat and draws positions that
// the seat cannot distinguish from the real one, then searches those. An example shows such a search.
//
// The package refuses to depend on any game, to allocate memory while it plays, and to use more of a position
// than it is given.
package ai

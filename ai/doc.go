// Package ai plays positions forward over the engine's contract: the ground on
// which search stands.
//
// [Dice] is cheap chance, [Candidates] is every move that some seat could make now,
// and [Playout] plays a position to its end by chance. All of them work on a game's
// own position, a plain struct, so that a copy costs an assignment and a move
// allocates nothing:
//
//	end := *s
//	ai.Playout[epidemic.State](&end, &dice, buf)
//
// A player that is to be honest does not begin with the real position. It takes the
// view of its seat, draws positions from it that the seat cannot tell from the real
// one, and thinks about those: see the example of a search.
//
// The package refuses to know a game, to allocate while it plays, and to look at a
// position's secrets: it sees what it is handed.
package ai

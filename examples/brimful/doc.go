// Package brimful is a small card game that shows what a game has to bring. Two to
// four players fill a flask from a common pile, and whoever stops in time scores what
// is in it. Each player also holds two cards that nobody else sees.
//
//   - On your turn you pour the top card of the pile into the flask, or add one of
//     your own cards, as often as you like.
//   - Then you take what is in the flask: that many points, and your turn is over.
//   - The flask holds twelve. If it has exactly twelve, you score them at once, and
//     six more. If it has more than twelve, it spills, and you score nothing.
//   - The game is over when a turn would begin with an empty pile.
//
// docs/adding-a-game.md leads through it, and go run ./examples/brimful/play plays it.
//
// The package refuses to know anything but the engine's contract.
package brimful

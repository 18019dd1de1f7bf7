// Package brimful is a small card game that shows what a game must provide. Two to four players fill a flask
// from a common pile. A player who stops in time scores the contents of the flask. Each player also holds two
// cards that no other player sees.
//
//   - On your turn you pour the top card of the pile into the flask, or add one of
//     your own cards, as often as you like.
//   - Then you take what is in the flask: that many points, and your turn is over.
//   - The flask holds twelve. If it has exactly twelve, you score them immediately, and
//     six more. If it has more than twelve, it spills, and you score nothing.
//   - The game is over when a turn would begin with an empty pile.
//
// The page docs/contribute/add-a-game.md explains the code, and go run ./examples/brimful/play plays the
// game.
//
// The package refuses to depend on anything but the engine's contract.
package brimful

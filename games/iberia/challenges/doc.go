// Package challenges holds the challenges of the game of the peninsula that change
// the turn, one file each.
//
// It refuses to change the base game: without its challenge a stage here does
// nothing.
package challenges

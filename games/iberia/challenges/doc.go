// Package challenges holds those challenges of the peninsula game that change the turn, one file each.
//
// It deliberately does not change the base game: at tables without its challenge, a stage defined here does
// nothing.
package challenges

// Package roles holds the roles of the game of the peninsula, one file each, and
// what two of them share.
//
// It refuses to know the other roles' abilities.
package roles

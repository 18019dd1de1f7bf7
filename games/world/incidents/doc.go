// Package incidents holds the cards of the player deck that take effect when they
// are drawn, one file each.
//
// It refuses to know who drew them.
package incidents

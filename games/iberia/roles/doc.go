// Package roles holds the roles of the peninsula game, one file each, and what several of them share.
//
// A role deliberately does not depend on the abilities of other roles.
package roles

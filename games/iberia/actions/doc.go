// Package actions holds the actions that only the game of the peninsula has, one
// file each.
//
// It refuses to know the roles: what changes an action is a mark on the role.
package actions

// Package actions holds the actions that only the peninsula game has, one file each.
//
// It deliberately does not depend on any role: a role that changes an action sets one of the marks defined
// here.
package actions

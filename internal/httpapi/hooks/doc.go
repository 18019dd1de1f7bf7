// Package hooks calls webhooks: URLs that people set for their seats. It calls them when a seat
// begins to owe an answer and when the game ends.
//
// By design it refuses to delay a table: a call that does not succeed in time is dropped.
package hooks

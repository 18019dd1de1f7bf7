// Package hooks calls the addresses that people gave for their seats, when a seat begins to
// owe an answer and when the game ends.
//
// It refuses to hold up a table: what does not get through in time is dropped.
package hooks

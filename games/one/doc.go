// Package one is the single game in a build for the browser: its rules and its bots, without anything that
// only a server or a terminal needs. A build tag with the game's name chooses the game. Without such a tag
// the package is empty.
//
// It deliberately contains nothing else, since players download every byte of it, often over a mobile
// connection.
package one

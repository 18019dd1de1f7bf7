// Package one is the one game of a build for the browser, chosen by a build tag that is
// the game's name: its rules and its bots, and nothing of what a server or a terminal needs
// of it. Without a tag it is empty.
//
// It refuses to contain more: every byte of it is fetched over somebody's telephone.
package one

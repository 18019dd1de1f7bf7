// Package examples holds programs that show how to begin: bots in Go and Python
// (bot-go, bot-python), an agent that plays by text (agent-text), a small card game (brimful) and a module that uses the
// rules from outside the repository (research). Its test lets the bots play against
// a real server.
//
// The bots refuse to use Theriac's own code: all that they may know, the API tells
// them.
package examples

// Package examples holds programs to start from. There are bots in Go and Python (bot-go, bot-python) and an
// agent that plays by text (agent-text). There are also a small card game (brimful) and a separate module
// that uses the rules (research). Its test has the bots play against a real server.
//
// The bots refuse to use Theriac's own code: they know only what the API tells them.
package examples

// Package examples holds bots that show how little a client needs: a token, the
// stream of a table, and the list of legal moves that comes with it. Its test lets
// them play against a real server.
//
// It refuses to use anything of Theriac's own code: what a bot may know, the API
// tells it.
package examples

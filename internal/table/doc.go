// Package table runs live games: it takes commands, writes them as entries into a
// log, folds the log into a position, and shows each viewer what that viewer may
// know. It holds the seats' standing passes, undo, votes and clocks.
//
// It refuses to know rules (it asks the engine), people (it knows seats), the
// network, and any way to change a game other than an entry in its log. It reads no
// clock but the one it is given.
package table

// Package table runs live games. It accepts commands, writes them as entries into a log, folds the log into a
// position, and shows each viewer the part that they may know. It also manages standing passes, undo, votes and
// clocks.
//
// It deliberately does not depend on rules (they are the engine's job), people (it knows only seats), or the
// network. A game changes only by an entry in its log. All times come from the clock in its configuration.
package table

// Package entry provides what programs need from package world besides its rules.
//
// It deliberately contains little: what all map games share is in package mapgame.
package entry

import (
	"theriac/engine/lesson"
	"theriac/games/entry"
	"theriac/games/epidemic/mapgame"
	"theriac/games/world"
	"theriac/games/world/lessons"
	"theriac/games/world/puzzles"
)

// Entry is the game's entry for the server and the terminal.
var Entry = taught(mapgame.Entry(world.Game, ledger))

// ledger returns the game's ledger. Besides the base game, it has a chapter for the cards of the expansions and
// one for each module.
var ledger = mapgame.Ledger(world.Game, world.Texts, "cards", "lab", "strain", "mutation", "solo", "teams")

func taught(e entry.Entry) entry.Entry {
	e.Lessons = lesson.MustRead(lessons.First)
	e.Book = puzzles.Book
	return e
}

// Package entry is what the game of package world brings to everything around its rules.
//
// It refuses to contain more than this: what map games share is in package mapgame.
package entry

import (
	"theriac/engine/lesson"
	"theriac/games/entry"
	"theriac/games/epidemic/mapgame"
	"theriac/games/world"
	"theriac/games/world/lessons"
	"theriac/games/world/puzzles"
)

// Entry is the game.
var Entry = taught(mapgame.Entry(world.Game, ledger))

// ledger has a chapter for the cards of the expansions, and one for each way to play.
var ledger = mapgame.Ledger(world.Game, world.Texts, "cards", "lab", "strain", "mutation", "solo", "teams")

func taught(e entry.Entry) entry.Entry {
	e.Lessons = lesson.MustRead(lessons.First)
	e.Book = puzzles.Book
	return e
}

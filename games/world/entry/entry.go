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
	"theriac/games/world/rules"
)

// Entry is the game.
var Entry = taught(mapgame.Entry(world.Game, rules.Text))

func taught(e entry.Entry) entry.Entry {
	e.Lessons = lesson.MustRead(lessons.First)
	e.Book = puzzles.Book
	return e
}

// Package entry is what the game of package iberia brings to everything around its rules.
//
// It refuses to contain more than this: what map games share is in package mapgame.
package entry

import (
	"theriac/engine/lesson"
	"theriac/games/entry"
	"theriac/games/epidemic/mapgame"
	"theriac/games/iberia"
	"theriac/games/iberia/lessons"
	"theriac/games/iberia/puzzles"
)

// Entry is the game.
var Entry = taught(mapgame.Entry(iberia.Game, mapgame.Ledger(iberia.Game, iberia.Texts)))

// reference is the player that chances are given for: steady with a narrower search and
// without its comparison of plans. Chances are learnt and measured on thousands of games,
// and steady's take too long here.
const reference = "quick"

func taught(e entry.Entry) entry.Entry {
	mapgame.SetReference(&e, reference)
	e.Lessons = lesson.MustRead(lessons.First)
	e.Book = puzzles.Book
	return e
}

// Package entry provides what programs need from package iberia besides its rules.
//
// It deliberately contains little: what all map games share is in package mapgame.
package entry

import (
	"theriac/engine/lesson"
	"theriac/games/entry"
	"theriac/games/epidemic/mapgame"
	"theriac/games/iberia"
	"theriac/games/iberia/lessons"
	"theriac/games/iberia/puzzles"
)

// Entry is the game's entry for the server and the terminal.
var Entry = taught(mapgame.Entry(iberia.Game, mapgame.Ledger(iberia.Game, iberia.Texts)))

// reference is the bot that plays on in the rollouts from which chances are estimated. It is the level steady
// with a narrower search and without comparing plans. Steady itself would be too slow for the thousands of
// games that estimates are trained and tested on.
const reference = "quick"

func taught(e entry.Entry) entry.Entry {
	mapgame.SetReference(&e, reference)
	e.Lessons = lesson.MustRead(lessons.First)
	e.Book = puzzles.Book
	return e
}

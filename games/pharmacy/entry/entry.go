// Package entry is what the card game brings to the programs around its rules: its bots, how
// it is drawn in the terminal, and how its puzzles are judged.
//
// It refuses to contain a rule.
package entry

import (
	"theriac/engine"
	"theriac/engine/lesson"
	"theriac/games/entry"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
	"theriac/games/pharmacy/lessons"
	"theriac/games/pharmacy/puzzles"
	"theriac/games/pharmacy/rules"
	"theriac/internal/terminal/present"
)

// Entry is the game.
var Entry = entry.Entry{
	Rules: pharmacy.Game, Ledger: entry.Ledger(rules.Texts, "", nil),
	Judge: newJudge,
	Book:  puzzles.Book,
	Present: func(v engine.View, texts present.Texts, st present.Style) present.Presenter {
		return &presenter{v.(*pharmacy.View), texts, st}
	},
	Bots: bots.Levels, Ranker: bots.NewRanker,
	Lessons: lesson.MustRead(lessons.First),
}

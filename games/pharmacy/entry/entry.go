// Package entry provides what programs need from the card game besides its rules: its bots, its drawing in the
// terminal, and the judge of its puzzles.
//
// It deliberately contains no rule.
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

// Entry is the game's entry for the server and the terminal.
var Entry = entry.Entry{
	Rules: pharmacy.Game, Ledger: entry.Ledger(rules.Texts, "", nil),
	Judge: newJudge,
	Book:  puzzles.Book,
	Present: func(v engine.View, texts present.Texts, st present.Style) present.Presenter {
		return &presenter{v.(*pharmacy.View), texts, st}
	},
	Bots: bots.Levels, Ranker: bots.NewRanker,
	Levels:  []entry.Level{{Name: "standard", Settings: engine.Settings{{Name: "players", Value: "4"}}}},
	Lessons: lesson.MustRead(lessons.First),
	Glance: func(view engine.View) entry.Glance {
		v := view.(*pharmacy.View)
		return entry.Glance{Turn: int(v.Turn), Tracks: []entry.Track{{Name: "round", At: int(v.Round), Of: pharmacy.Rounds}}}
	},
}

// Package entry is what the card game brings to everything around its rules: how it is
// drawn in the terminal, how it is simulated, how the suite plays it, and what the
// web client draws it with.
//
// It refuses to contain a rule.
package entry

import (
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/engine/lesson"
	"theriac/games/entry"
	"theriac/games/pharmacy"
	"theriac/games/pharmacy/bots"
	"theriac/games/pharmacy/lessons"
	"theriac/games/pharmacy/pharmacytest"
	"theriac/games/pharmacy/puzzles"
	"theriac/games/pharmacy/rules"
	"theriac/internal/sim"
	"theriac/internal/terminal/present"
)

// Entry is the game.
var Entry = entry.Entry{
	Rules: pharmacy.Game, Variants: pharmacy.Variants, Ledger: entry.Ledger(rules.Texts, "", nil),
	Suite:    func() enginetest.Suite { return pharmacytest.Subject() },
	Simulate: func(c sim.Config) (sim.Result, error) { return simulate(c) },
	Respond:  respond,
	Puzzles:  findPuzzles,
	Judge:    newJudge,
	Book:     puzzles.Book,
	Present: func(v engine.View, texts present.Texts, st present.Style) present.Presenter {
		return &presenter{v.(*pharmacy.View), texts, st}
	},
	Bots: bots.Levels, Ranker: bots.NewRanker, Forecasts: forecasts,
	Lessons: lesson.MustRead(lessons.First),
	Client:  clientFiles,
}

// respond fits the best response to the expert, at a table of four.
func respond(w entry.Watching) ([]int, error) {
	rules, err := pharmacy.Game.Compile(engine.Header{Game: pharmacy.Game.Name(), Revision: pharmacy.Revision})
	if err != nil {
		return nil, err
	}
	t := bots.Tuning{Games: w.Games, Changes: w.Changes, Seed: w.Seed, Progress: w.Progress}
	found, err := t.Response(rules)
	return found[:], err
}

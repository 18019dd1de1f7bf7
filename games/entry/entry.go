// Package entry says what a game brings to everything around the rules: the server,
// the terminal, the simulator, the suite and the web client. Package games has the
// list.
//
// It refuses to know a game: each fills in an entry of its own.
package entry

import (
	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/engine/enginetest"
	"theriac/engine/lesson"
	"theriac/internal/sim"
	"theriac/internal/terminal/present"
)

// Entry is one game with everything that others need of it.
type Entry struct {
	Rules engine.Game
	// Variants are the option sets that the suite and the builds play in turn.
	Variants func() []engine.Settings
	// Ledger is every rule as players read it, in a language.
	Ledger func(lang string) []Chapter
	// Suite begins a run of the conformance suite.
	Suite func() enginetest.Suite
	// Simulate plays many games and counts; nil where a game has no simulation.
	Simulate func(sim.Config) (sim.Result, error)
	// Merge adds up pieces of a simulation that were written as JSON; nil where there
	// are none.
	Merge func(pieces [][]byte) (sim.Result, error)
	// Learn plays games of a bot and returns positions of them with how they ended, for
	// a net to learn from; nil where no bot of the game has one.
	Learn func(sim.Config) ([]ai.Case, error)
	// Respond watches the strongest level play against itself and finds the numbers by which
	// its best response expects it to choose; nil where seats are no rivals.
	Respond func(w Watching) ([]int, error)
	// Puzzles looks for puzzles in games of a bot, and Judge follows somebody who solves one;
	// nil where a game has none.
	Puzzles func(sim.Config) ([]puzzle.Puzzle, error)
	Judge   func(*puzzle.Puzzle) (puzzle.Judge, error)
	// Book is the text of the puzzles that were found.
	Book string
	// Bots are the levels of the bots that can sit at its tables, the weakest first.
	Bots []ai.Level
	// Evaluator says how likely positions are to be won; nil where a game has none.
	Evaluator func() ai.Evaluator
	// Ranker says which places seats are likely to come to; nil where seats are no rivals.
	Ranker func() ai.Ranker
	// Narrator finds the words of its stories; nil where general ones have to do.
	Narrator func() story.Narrator
	// Forecasts plays games of a bot and returns what the evaluator says of some of their
	// positions and what came, those of one game after each other; or what the ranker says of
	// each seat. Nil where a game has neither.
	Forecasts func(c sim.Config) ([]ai.Forecast, error)
	// Lessons are its guided games, the first one first.
	Lessons []*lesson.Lesson
	// Tally is what a finished game is compared by, and what its seats played as; nil
	// where there is nothing of the kind.
	Tally func(s engine.Session) Tally
	// Level is the option that says how hard a game is; empty where it has none.
	Level string
	// Present draws a view in the terminal.
	Present func(v engine.View, texts present.Texts, st present.Style) present.Presenter
	// Client is the files that the web client draws the game with, where they are not
	// those of every map game.
	Client func() ([]File, error)
}

// Watching is how long a player is watched, and how long numbers are looked for.
type Watching struct {
	Games   int // that are watched
	Changes int // that are tried
	Seed    uint64
	// Progress receives a line now and then.
	Progress func(text string, args ...any)
}

// Tally is what is told of a finished game beside its result. All of it is public at
// the table.
type Tally struct {
	Figures []Figure
	Cast    []string // by seat: the id of what it played as
}

// Figure is a number of a finished game, named in the catalogues as figure.NAME.
type Figure struct {
	Name  string
	Value int
	Less  bool // less of it is better
}

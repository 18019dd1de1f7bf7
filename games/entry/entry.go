// Package entry says what a game brings to the programs that people play with: the server
// and the terminal. Package games has the list. What only the laboratory and the generator
// of files need of a game is in package lab.
//
// It refuses to know a game: each fills in an entry of its own.
package entry

import (
	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/engine/lesson"
	"theriac/internal/terminal/present"
)

// Entry is one game with everything that it is played with.
type Entry struct {
	Rules engine.Game
	// Ledger is every rule as players read it, in a language.
	Ledger func(lang string) []Chapter
	// Judge follows somebody who solves a puzzle; nil where a game has none.
	Judge func(*puzzle.Puzzle) (puzzle.Judge, error)
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
	// Lessons are its guided games, the first one first.
	Lessons []*lesson.Lesson
	// Tally is what a finished game is compared by, and what its seats played as; nil
	// where there is nothing of the kind.
	Tally func(s engine.Session) Tally
	// Level is the option that says how hard a game is; empty where it has none.
	Level string
	// Present draws a view in the terminal.
	Present func(v engine.View, texts present.Texts, st present.Style) present.Presenter
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

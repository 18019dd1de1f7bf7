// Package entry describes what a game provides to the programs with which people play: the server and the
// terminal. Package games lists the games. Package lab describes what only the laboratory and the file
// generator need.
//
// It deliberately does not depend on any game: each game fills in an Entry of its own.
package entry

import (
	"theriac/ai"
	"theriac/ai/puzzle"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/engine/lesson"
	"theriac/internal/terminal/present"
)

// Entry is one game, with everything that programs need to offer it.
type Entry struct {
	Rules engine.Game
	// Ledger returns all rules in the given language, as players read them.
	Ledger func(lang string) []Chapter
	// Judge returns a judge that decides whether a player's moves solve a puzzle. It is nil if the game has no
	// puzzles.
	Judge func(*puzzle.Puzzle) (puzzle.Judge, error)
	// Book is the text of the game's puzzles.
	Book string
	// Bots are the levels of the bots that can play the game, the weakest first.
	Bots []ai.Level
	// Evaluator returns an evaluator, which estimates the chance to win from a position. It is nil if the game
	// has none.
	Evaluator func() ai.Evaluator
	// Ranker returns a ranker, which estimates the rank that each seat will finish in. It is nil if seats do
	// not compete.
	Ranker func() ai.Ranker
	// Narrator returns the narrator that words the stories of finished games. If it is nil, stories use generic
	// wording.
	Narrator func() story.Narrator
	// Lessons are the game's guided games, in order.
	Lessons []*lesson.Lesson
	// Tally returns the figures used to compare finished games, and the role or character of each seat. It is
	// nil if the game has none.
	Tally func(s engine.Session) Tally
	// Glance returns the state of a running game, for lists of games. It gets what a spectator sees who sees no hand.
	Glance func(v engine.View) Glance
	// Level is the name of the option that sets the difficulty, or empty if the game has none.
	Level string
	// Levels are the settings for people who look for company, the easiest first. Every game has at least one.
	Levels []Level
	// OpenHands are the settings with which all players show their cards: none if they always do, and nil if they never
	// do.
	OpenHands engine.Settings
	// Present returns a presenter that draws a view in the terminal.
	Present func(v engine.View, texts present.Texts, st present.Style) present.Presenter
}

// Level is a difficulty that people choose by its name: "first", "standard" or "hard".
type Level struct {
	Name     string
	Settings engine.Settings
}

// LevelOf returns the level with the given name, or the easiest one.
func (e Entry) LevelOf(name string) Level {
	for _, l := range e.Levels {
		if l.Name == name {
			return l
		}
	}
	return e.Levels[0]
}

// ShowsHands reports whether all players show their cards with these settings.
func (e Entry) ShowsHands(settings engine.Settings) bool {
	for _, s := range e.OpenHands {
		if settings.Get(s.Name) != s.Value {
			return false
		}
	}
	return e.OpenHands != nil
}

// Tally is what a list of finished games shows besides the result. Everyone at the table may see all of it.
type Tally struct {
	Figures []Figure
	Cast    []string // the id of each seat's role or character
}

// Figure is a number by which to compare finished games. In the catalogues, its text has the key figure.NAME.
type Figure struct {
	Name  string
	Value int
	Less  bool // whether a lower value is better
}

// Glance is what a list shows of a running game. Everyone may see all of it.
type Glance struct {
	Turn   int
	Goals  []Goal  // what everybody plays for, in the order of the game
	Tracks []Track // how far the game has come
	// Near is the track that soon ends the game, or empty.
	Near string
	Cast []string // the id of each seat's role or character
	// Pieces are how many pieces of each kind are at each place of the board.
	Pieces map[string]map[string]int
}

// Goal is one of the goals of the players, and its state in the words of the game.
type Goal struct{ ID, State string }

// Track is a count that ends the game, or a part of it, when it reaches its end.
type Track struct {
	Name   string
	At, Of int
}

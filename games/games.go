// Package games is the explicit list of the games that Theriac plays. It contains nothing else. A new game
// needs a line here, and an entry in its own folder.
package games

import (
	"theriac/ai"
	"theriac/ai/story"
	"theriac/engine"
	"theriac/engine/lesson"
	"theriac/games/entry"

	iberia "theriac/games/iberia/entry"
	pharmacy "theriac/games/pharmacy/entry"
	world "theriac/games/world/entry"
)

// Entries are the entries of all games, in the order in which players see them.
var Entries = []entry.Entry{
	world.Entry,
	iberia.Entry,
	pharmacy.Entry,
}

// All are the rules of all games, in the same order as Entries.
var All = rules(Entries)

func rules(entries []entry.Entry) []engine.Game {
	var all []engine.Game
	for _, e := range entries {
		all = append(all, e.Rules)
	}
	return all
}

// Default returns the name of the game that a program uses if none is named.
func Default() string { return All[0].Name() }

// Names returns the names of the games.
func Names() []string {
	var all []string
	for _, g := range All {
		all = append(all, g.Name())
	}
	return all
}

// Find returns the rules of the game with the given name.
func Find(name string) (engine.Game, bool) {
	e, ok := FindEntry(name)
	return e.Rules, ok
}

// Lesson returns a game's lesson with the given id.
func Lesson(game, id string) (*lesson.Lesson, bool) {
	e, _ := FindEntry(game)
	for _, l := range e.Lessons {
		if l.ID == id {
			return l, true
		}
	}
	return nil, false
}

// FindEntry returns the entry of the game with the given name.
func FindEntry(name string) (entry.Entry, bool) {
	for _, e := range Entries {
		if e.Rules.Name() == name {
			return e, true
		}
	}
	return entry.Entry{}, false
}

// Story starts the story of a finished game. It also returns the evaluator, which estimates the chances that
// the story needs.
func Story(h engine.Header, moves []engine.Move, b story.Budget) (*story.Tale, ai.Evaluator, error) {
	e, _ := FindEntry(h.Game)
	if e.Evaluator == nil {
		return nil, nil, story.ErrNoChances
	}
	var words story.Narrator
	if e.Narrator != nil {
		words = e.Narrator()
	}
	eval := e.Evaluator()
	t, err := story.Begin(e.Rules, h, moves, eval, words, b)
	return t, eval, err
}

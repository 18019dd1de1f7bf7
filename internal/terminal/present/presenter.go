// Package present defines how a game presents itself in the terminal. It holds the interface that a game's
// presenter implements, the interface to the texts, and helpers for lines, columns and colours.
//
// It deliberately does not depend on any particular game, the catalogues, or the keyboard.
package present

import "theriac/engine"

// Texts looks up texts in one language. Words that differ between games are those of one game.
type Texts interface {
	Has(key string) bool
	Text(key string, args ...any) string
	// Name returns the name of a value, such as a city.
	Name(kind, id string) string
	Move(v *engine.Vocabulary, m engine.Move, seat func(engine.Seat) string) string
}

// Presenter shows one view of a game as text. Each game implements it.
type Presenter interface {
	// Seat returns the name of a seat at the table.
	Seat(s engine.Seat) string
	// Title returns the heading of the current turn.
	Title() string
	// Board returns an overview of the position.
	Board(width int) string
	// Text describes the whole position to someone who sees nothing else of the game. It contains the board,
	// all open cards, everything known about the decks, and the meaning of the IDs in the notation.
	Text(width int) string
	// Whole returns the reference material that the board abridges, such as the whole map with its links.
	Whole(width int) string
	// Discards returns the open cards and everything known about the decks.
	Discards(width int) string
	// Status returns what a seat needs to know at every question, such as how many actions it has left.
	Status(s engine.Seat) string
	// Then returns the seat that acts after s in the same turn, or false if there is none.
	Then(s engine.Seat) (engine.Seat, bool)
	// Company returns the seats that may see the cards of s, and so can share the screen with it.
	Company(s engine.Seat) engine.Seats
	// Open reports whether all hands are open.
	Open() bool
	// Waiting returns the move that asked the open question: the seat that made it, and the move in words. It
	// returns false if no move asked the question.
	Waiting() (by engine.Seat, what string, ok bool)
	// Moved returns the seat whose pawn another seat wants to move, if the open question asks for its consent.
	Moved() (engine.Seat, bool)
	// Wanted returns how many more cards the open question will take one after another, as for a cure, or 0 for
	// any other question.
	Wanted() int
	// Ending returns how the game ended, followed by lines with the winners and their points.
	Ending(r engine.Result) (string, []string)
	// Summary returns one line about the course of the game.
	Summary() string
	// Short returns a short form of a name, such as a disease's letter, or "" if there is none.
	Short(kind, id string) string
	// Parts returns more names that a player can type for a value, such as the cities of a region.
	Parts(kind string, n uint8) []string
}

// Indent is the indentation of lines below a heading.
const Indent = "   "

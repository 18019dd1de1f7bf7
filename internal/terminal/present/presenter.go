// Package present is what a game draws itself with in the terminal: the interface of a
// presenter, the words it is given, and lines, columns and colours of text.
//
// It refuses to know a game, a catalogue or a keyboard.
package present

import "theriac/engine"

// Texts is a catalogue of messages in one language, with the words of one game.
type Texts interface {
	Has(key string) bool
	Text(key string, args ...any) string
	// Name is what a value of a kind is called.
	Name(kind, id string) string
	Move(v *engine.Vocabulary, m engine.Move, seat func(engine.Seat) string) string
}

// Presenter shows one view of a game as text.
type Presenter interface {
	// Seat is what a seat is called at the table.
	Seat(s engine.Seat) string
	// Title heads the turn that runs.
	Title() string
	// Board is the position at a glance.
	Board(width int) string
	// Text is the position for whoever reads no more than this: the board, with all that
	// lies open and is known of the decks, and what ids of the notation stand for.
	Text(width int) string
	// Whole is the whole map, with what joins its places.
	Whole(width int) string
	// Discards is what lies open beside the board, and what is known of the
	// decks.
	Discards(width int) string
	// Status is what the seat that is asked has to know with every question.
	Status(s engine.Seat) string
	// Then is the seat that acts after another in the same turn, if there is one.
	Then(s engine.Seat) (engine.Seat, bool)
	// Company is the seats that see a seat's cards: they look at the screen together.
	Company(s engine.Seat) engine.Seats
	// Open says whether everybody sees all hands.
	Open() bool
	// Waiting is what the open question belongs to, in words, and the seat that
	// did it; ok is false where the question stands alone.
	Waiting() (by engine.Seat, what string, ok bool)
	// Moved is the seat whose pawn somebody else asks to move, if any.
	Moved() (engine.Seat, bool)
	// Wanted is how many answers the open question still takes from the same
	// list, such as the cards for a cure; 0 for any other.
	Wanted() int
	// Ending says how the game ended, and in further lines who won by how much.
	Ending(r engine.Result) (string, []string)
	// Summary is the course of the game in a line.
	Summary() string
	// Short is a name's short form, if it has one: a disease's letter.
	Short(kind, id string) string
	// Parts are further names by which a thing can be meant: a region by its
	// cities.
	Parts(kind string, n uint8) []string
}

// Indent is how far what belongs to a heading is set in.
const Indent = "   "

package terminal

import (
	"errors"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/pharmacy"
	"theriac/locale"
)

// face draws one family of games from a view.
type face interface {
	// seat is what a seat is called at the table.
	seat(s engine.Seat) string
	// title heads the turn that runs.
	title() string
	// board is the position at a glance.
	board(width int) string
	// whole is the whole map, with what joins its places.
	whole(width int) string
	// discards is what lies open beside the board, and what is known of the
	// decks.
	discards(width int) string
	// status is what the seat that is asked has to know with every question.
	status(s engine.Seat) string
	// then is the seat that acts after another in the same turn, if there is one.
	then(s engine.Seat) (engine.Seat, bool)
	// company is the seats that see a seat's cards: they look at the screen together.
	company(s engine.Seat) engine.Seats
	// open says whether everybody sees all hands.
	open() bool
	// waiting is what the open question belongs to, in words, and the seat that
	// did it; ok is false where the question stands alone.
	waiting() (by engine.Seat, what string, ok bool)
	// moved is the seat whose pawn somebody else asks to move, if any.
	moved() (engine.Seat, bool)
	// wanted is how many answers the open question still takes from the same
	// list, such as the cards for a cure; 0 for any other.
	wanted() int
	// ending says how the game ended, and in further lines who won by how much.
	ending(r engine.Result) (string, []string)
	// summary is the course of the game in a line.
	summary() string
	// short is a name's short form, if it has one: a disease's letter.
	short(kind, id string) string
	// parts are further names by which a thing can be meant: a region by its
	// cities.
	parts(kind string, n uint8) []string
}

// errNoFace says that a game cannot be shown as text.
var errNoFace = errors.New("this game has no board in the terminal")

// newFace finds the face for a view.
func newFace(v engine.View, c *locale.Catalogue, st style) (face, error) {
	switch v := v.(type) {
	case *epidemic.View:
		return &mapFace{v, c, st}, nil
	case *pharmacy.View:
		return &cardFace{v, c, st}, nil
	}
	return nil, errNoFace
}

package terminal

import (
	"errors"
	"fmt"
	"io"

	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// errNoSuchSeat means that the game has no seat with the given number.
var errNoSuchSeat = errors.New("no such seat")

// WriteText prints a game for the given seats: the position, what these seats know, and their legal moves.
// Without seats it prints what a spectator knows.
func WriteText(r *Playthrough, c *locale.Catalogue, out io.Writer, seats []int, width int) error {
	var looking engine.Seats
	for _, s := range seats {
		if s < 0 || s >= r.Settings().Int("players") {
			return errNoSuchSeat
		}
		looking = looking.With(engine.Seat(s))
	}
	texts := c.Of(r.Game.Name())
	p, err := presenter(r.Game, r.Session.View(looking), texts, present.Style{})
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(out, present.Position(p, texts, r.Game.Vocabulary(), r.Session.Decision(), looking, width,
		func(s engine.Seat) []engine.Move { return r.Session.AppendMoves(nil, s) }))
	return err
}

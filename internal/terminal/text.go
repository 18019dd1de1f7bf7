package terminal

import (
	"errors"
	"fmt"
	"io"

	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// errNoSuchSeat says that the game has no seat of that number.
var errNoSuchSeat = errors.New("no such seat")

// WriteText writes a game as it stands for the seats that look: the position, what they
// know, and the moves that they may make. Without seats it is what spectators may know.
func WriteText(r *Record, c *locale.Catalogue, out io.Writer, seats []int, width int) error {
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

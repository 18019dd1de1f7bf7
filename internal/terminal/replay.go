package terminal

import (
	"io"

	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// Replay tells the course of a game: turn by turn, then the last position, how
// it ended and its hash. Quiet leaves out all but the end. A transcript
// with its seed tells everything, so all hands are shown.
func Replay(r *Record, c *locale.Catalogue, out io.Writer, width int, colour, quiet bool) error {
	t := &Table{
		Config: Config{Catalogue: c, Out: out, Width: width, Colour: colour},
		st:     present.Style{On: colour}, viewer: engine.AllSeats(r.Settings().Int("players")),
	}
	t.setUp(r)
	if _, err := presenter(t.Game, t.view(), t.c, t.st); err != nil {
		return err
	}
	if !quiet {
		t.log(0)
		t.print("\n" + t.presenter().Board(t.Width) + "\n") // its turn is told above
	}
	if result, over := t.Session.Outcome(); over {
		t.outcome(result)
	} else {
		t.say("unfinished", "n", len(t.past))
		t.print(present.Wrap("", t.presenter().Summary(), t.Width))
	}
	key := "checked"
	if !r.receipts() {
		key = "checked.moves"
	}
	t.say(key, "hash", t.Session.Hash().String())
	return nil
}

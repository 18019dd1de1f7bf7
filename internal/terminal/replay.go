package terminal

import (
	"io"

	"theriac/engine"
	"theriac/internal/terminal/present"
	"theriac/locale"
)

// Replay prints the course of a game turn by turn, the last position, how it ended, and its hash.
// If quiet is true, it prints only how the game ended. A transcript contains its seed and reveals
// everything, so all hands are shown.
func Replay(r *Playthrough, c *locale.Catalogue, out io.Writer, width int, colour, quiet bool) error {
	t := &Console{
		Config: Config{Catalogue: c, Out: out, Width: width, Colour: colour},
		st:     present.Style{On: colour}, viewer: engine.AllSeats(r.Settings().Int("players")),
	}
	t.setUp(r)
	if _, err := presenter(t.Game, t.view(), t.c, t.st); err != nil {
		return err
	}
	if !quiet {
		t.log(0)
		t.print("\n" + t.presenter().Board(t.Width) + "\n") // only the board, because the log has already printed the turn's heading
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

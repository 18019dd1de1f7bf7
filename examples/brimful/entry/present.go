package entry

import (
	"fmt"
	"strings"

	"theriac/engine"
	"theriac/examples/brimful"
	"theriac/internal/terminal/present"
)

// presenter shows a view of the game as text. Its methods for features that the game lacks (a map, partners,
// moving another's pieces) return nothing.
type presenter struct {
	v *brimful.View
	c present.Texts
}

func (p *presenter) text(key string, args ...any) string {
	return p.c.Text("terminal.brimful."+key, args...)
}

func (p *presenter) Seat(s engine.Seat) string { return p.text("seat", "n", int(s)) }
func (p *presenter) Title() string             { return p.text("title", "seat", p.Seat(p.v.Active)) }

// Board returns the flask, the pile and everyone's points, and the cards of the view's seats.
func (p *presenter) Board(int) string {
	var b strings.Builder
	fmt.Fprintln(&b, p.text("board", "n", int(p.v.Flask), "left", int(p.v.Left)))
	for s := range engine.Seat(p.v.Players) {
		fmt.Fprintln(&b, p.text("points", "seat", p.Seat(s), "n", int(p.v.Points[s]), "cards", strings.Join(p.v.Cards(s), " ")))
	}
	return b.String()
}

func (p *presenter) Whole(width int) string    { return p.Board(width) }
func (p *presenter) Discards(width int) string { return p.Board(width) }
func (p *presenter) Text(width int) string     { return p.Board(width) }

func (p *presenter) Status(engine.Seat) string { return p.text("flask", "n", int(p.v.Flask)) }

func (p *presenter) Summary() string { return strings.TrimSpace(p.Board(0)) }

// Ending returns the text for the end of the game.
func (p *presenter) Ending(engine.Result) (string, []string) { return p.c.Text("end.points"), nil }

func (p *presenter) Company(s engine.Seat) engine.Seats   { return engine.SeatsOf(s) }
func (p *presenter) Open() bool                           { return false }
func (p *presenter) Then(engine.Seat) (engine.Seat, bool) { return 0, false }
func (p *presenter) Waiting() (engine.Seat, string, bool) { return 0, "", false }
func (p *presenter) Moved() (engine.Seat, bool)           { return 0, false }
func (p *presenter) Wanted() int                          { return 0 }
func (p *presenter) Short(string, string) string          { return "" }
func (p *presenter) Parts(string, uint8) []string         { return nil }

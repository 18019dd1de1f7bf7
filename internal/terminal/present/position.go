package present

import (
	"fmt"
	"strings"

	"theriac/engine"
)

// Position describes a position as compact text, for people and for programs. It contains the turn, the board,
// the open cards, everything known about the decks, and the open question. It also lists the possible answers,
// in the notation. It reveals only what the presenter's view contains, and the moves of the viewing seats.
func Position(p Presenter, texts Texts, v *engine.Vocabulary, d engine.Decision, looking engine.Seats, width int, moves func(engine.Seat) []engine.Move) string {
	var b strings.Builder
	for _, part := range []string{p.Title(), p.Text(width)} {
		if part = strings.TrimSpace(part); part != "" {
			b.WriteString(part + "\n\n")
		}
	}
	if d.Over {
		b.WriteString(texts.Text("question.over") + "\n")
		return b.String()
	}
	for seat := range d.Owing().Each {
		name := fmt.Sprintf("%s (%d)", p.Seat(seat), seat)
		line := texts.Text("question."+v.Questions[d.Question], "seat", name)
		if status := p.Status(seat); status != "" && looking.Has(seat) {
			line += " " + status
		}
		b.WriteString(line + "\n")
	}
	for seat := range (looking & d.Asked()).Each {
		list := moves(seat)
		if len(list) == 0 {
			continue
		}
		b.WriteString("\n" + texts.Text("text.moves", "n", int(seat)) + "\n")
		for _, m := range list {
			b.WriteString(v.Move(m) + "\n")
		}
	}
	return b.String()
}

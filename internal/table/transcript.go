package table

import (
	"strconv"

	"theriac/engine"
	"theriac/engine/transcript"
)

// Transcript is the game as text, as far as a viewer may know it. Once the game is
// over it has the seed and a receipt, and anybody can check it; before, and while others
// play the same cards, the seed is sealed and face-down cards are not named. Moves that were taken back stay as
// comments.
func (s *State) Transcript(v Viewer) string {
	by := v.by(s)
	t := &transcript.Transcript{Header: s.Header()}
	var at []int // the lines of the moves that stand
	for _, applied := range s.history.entriesOf(s) {
		if applied.Kind == KindBack {
			at = undone(t, at, applied.To)
		}
		for _, d := range applied.Done {
			if d.Move == "" {
				continue
			}
			move := d.Veiled
			if s.disclosed() || d.To&spectating(by) != 0 {
				move = d.Move
			}
			at = append(at, len(t.Lines))
			t.Add(d.Seat, move)
			t.Lines[len(t.Lines)-1].Remark = remarks[d.Why]
		}
		if applied.Kind == KindUndo {
			at = undone(t, at, applied.To)
		}
		if applied.Kind == KindAdvice {
			for seat := range engine.Seats(applied.By).Each {
				t.Lines = append(t.Lines, transcript.Line{Kind: transcript.Comment, Text: "advice to seat " + strconv.Itoa(int(seat))})
			}
		}
		if (applied.Kind == KindOpen || applied.Kind == KindBack) && applied.What == ProposeEnd {
			t.Lines = append(t.Lines, transcript.Line{Kind: transcript.Comment, Text: "given up"})
		}
		if applied.Kind == KindEnd {
			t.Lines = append(t.Lines, transcript.Line{Kind: transcript.Comment, Text: "given up by " + strconv.Itoa(engine.Seats(applied.By).Len()) + " seats"})
		}
	}
	if s.Marked {
		t.Title = append(t.Title, "marked: moves were taken back over something that had been revealed")
	}
	if s.disclosed() { // a receipt would let a guessed deck be tried
		t.Lines = append(t.Lines, transcript.Line{Kind: transcript.Receipt, Text: s.Pos.Hash().String()})
	}
	return t.String()
}

// undone makes comments of the lines of moves that were taken back, and is those that stay.
func undone(t *transcript.Transcript, at []int, to int) []int {
	for _, i := range at[to:] {
		t.Lines[i] = transcript.Line{Kind: transcript.Comment, Text: "undone: " + t.Lines[i].String()}
	}
	return at[:to]
}

// remarks say why a move was made that nobody chose.
var remarks = map[string]string{WhyStanding: "as promised", WhyClock: "the time was up"}

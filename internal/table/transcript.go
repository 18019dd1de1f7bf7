package table

import (
	"strconv"

	"theriac/engine"
	"theriac/engine/transcript"
)

// Transcript returns the game as text, with everything that a viewer may know. Undone moves appear as comments.
//
// When the game is over, the text includes the seed and a hash, so that anyone can verify it. Before that, and
// while other tables play the same cards, the seed is left out and face-down cards are not named.
func (s *State) Transcript(v Viewer) string {
	by := v.by(s)
	t := &transcript.Transcript{Header: s.Header()}
	var at []int // the line numbers of the moves that were not taken back
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
	if s.disclosed() { // the hash would let a player test guesses about the deck
		t.Lines = append(t.Lines, transcript.Line{Kind: transcript.Receipt, Text: s.Pos.Hash().String()})
	}
	return t.String()
}

// undone keeps the first to moves and turns the lines of all later ones into comments. at has the line numbers
// of the moves; undone returns those of the remaining ones.
func undone(t *transcript.Transcript, at []int, to int) []int {
	for _, i := range at[to:] {
		t.Lines[i] = transcript.Line{Kind: transcript.Comment, Text: "undone: " + t.Lines[i].String()}
	}
	return at[:to]
}

// remarks are the transcript's comments on moves that no player chose, by cause.
var remarks = map[string]string{WhyStanding: "as promised", WhyClock: "the time was up"}

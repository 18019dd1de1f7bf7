// Package transcript is the text notation for a whole game: how it began, then its moves by name, one per
// line, with comments. People can read it, paste it into a forum and write it by hand. No information is lost
// between a game and its text.
//
// The package refuses to depend on any game: the game that plays a transcript gives its moves their meaning.
package transcript

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Version is the version of the notation, which a transcript names in its first line.
const Version = 1

// Transcript is a game as text. If Parse accepts a text, String returns exactly that text.
type Transcript struct {
	Title  []string // comment lines before the header
	Header engine.Header
	Lines  []Line
}

// LineKind is the kind of a line in a transcript's body.
type LineKind uint8

// Lines of different kinds begin differently.
const (
	Blank   LineKind = iota
	Comment          // # a remark
	Given            // given …: a change to the set-up, for a made-up position
	Move             // 0 drive paris
	Refused          // ! 0 drive paris: a move that the rules do not allow
	Note             // indented: a result of the move above, or why that move is not allowed
	Receipt          // = and the hash of the position after the lines above
)

// Line is one line of a transcript's body.
type Line struct {
	Kind   LineKind
	Seat   engine.Seat // the seat that makes the move
	Text   string      // the move, or the line without its leading mark
	Remark string      // a comment after a move
}

// String returns the transcript in its notation.
func (t *Transcript) String() string {
	var b strings.Builder
	for _, l := range t.Title {
		b.WriteString(Line{Kind: Comment, Text: l}.String() + "\n")
	}
	writeHeader(&b, &t.Header)
	for _, l := range t.Lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

// String returns the line in its notation.
func (l Line) String() string {
	remark := ""
	if l.Remark != "" {
		remark = "  # " + l.Remark
	}
	switch l.Kind {
	case Comment:
		return strings.TrimRight("# "+l.Text, " ")
	case Given:
		return "given " + l.Text
	case Move:
		return engine.SeatKind.Text(uint8(l.Seat)) + " " + l.Text + remark
	case Refused:
		return "! " + engine.SeatKind.Text(uint8(l.Seat)) + " " + l.Text + remark
	case Note:
		return "    " + l.Text
	case Receipt:
		return "= " + l.Text
	}
	return ""
}

func writeHeader(b *strings.Builder, h *engine.Header) {
	// The last word can be empty, but the line must not end in a space.
	line := func(words ...string) { b.WriteString(strings.TrimSuffix(strings.Join(words, " "), " ") + "\n") }
	line("theriac", strconv.Itoa(Version))
	line("game", h.Game)
	line("revision", strconv.Itoa(h.Revision))
	for _, s := range h.Settings {
		line("option", s.Name, s.Value)
	}
	if h.Data != "" {
		line("data", h.Data)
		if len(h.Content) > 0 {
			for l := range strings.SplitSeq(string(h.Content), "\n") {
				line("content", l)
			}
		}
	}
	for _, s := range h.Seats {
		line("seat", s)
	}
	switch s := h.Seed; {
	case s.Counted:
		line("seed", strconv.FormatUint(s.Number, 10))
	case s.Deal != "" && s.Sealed:
		line("seed shared", s.Deal, "sealed", s.Commitment.String())
	case s.Deal != "":
		line("seed shared", s.Deal, "revealed", s.Secret.String(), s.Salt.String(), s.Commitment.String())
	case s.Sealed:
		line("seed sealed", s.Commitment.String())
	default:
		line("seed revealed", s.Secret.String(), s.Salt.String(), s.Commitment.String())
	}
	for _, n := range h.Seed.Nonces {
		line("nonce", n)
	}
	if h.Known != nil {
		line("known", string(h.Known))
	}
}

// Add appends a move to the body.
func (t *Transcript) Add(seat engine.Seat, move string) {
	t.Lines = append(t.Lines, Line{Kind: Move, Seat: seat, Text: move})
}

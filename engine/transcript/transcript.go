// Package transcript is the text notation of a whole game: how it began, then
// its moves by name, one a line, with comments. A person can read it, paste it
// into a forum and write it by hand; reading and writing it loses nothing.
//
// It refuses to know any game: what a move means is asked of the game it is
// folded with.
package transcript

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// Version is the version of the notation.
const Version = 1

// Transcript is a game as text. Every text that Parse takes, String gives back
// to the letter.
type Transcript struct {
	Title  []string // comment lines before the header
	Header engine.Header
	Lines  []Line
}

// LineKind says what a line of the body is.
type LineKind uint8

// The kinds of lines.
const (
	Blank   LineKind = iota
	Comment          // # a remark
	Given            // given …: a change to the set-up, for positions that are made up
	Move             // 0 drive paris
	Refused          // ! 0 drive paris: a move that the rules do not allow
	Note             // indented: what happened, or why not
	Receipt          // = the hash of the position at this point
)

// Line is one line of the body.
type Line struct {
	Kind   LineKind
	Seat   engine.Seat // of a move
	Text   string      // the move, or the line without its mark
	Remark string      // a comment after a move
}

// String writes the transcript.
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

// String writes the line.
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
	// A text that is empty leaves its word alone on the line.
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

// Add appends a move.
func (t *Transcript) Add(seat engine.Seat, move string) {
	t.Lines = append(t.Lines, Line{Kind: Move, Seat: seat, Text: move})
}

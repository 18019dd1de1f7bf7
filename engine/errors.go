package engine

import (
	"errors"
	"strconv"
)

// ErrSealed says that a game's chance is still sealed: it can be read, but not
// folded.
var ErrSealed = errors.New("engine: the seed is sealed")

// ParseError says that a text is not in the notation.
type ParseError struct {
	Line int // from 1; 0 where the text is a single line
	Text string
	Why  string
}

func (e *ParseError) Error() string {
	s := "cannot read “" + e.Text + "”: " + e.Why
	if e.Line > 0 {
		s = "line " + strconv.Itoa(e.Line) + ": " + s
	}
	return s
}

// Refusal says that a move or an option is not allowed, and which rule of the
// game's ledger forbids it.
type Refusal struct {
	What string
	Rule string
}

func (e *Refusal) Error() string { return "“" + e.What + "” is not allowed (" + e.Rule + ")" }

package engine

import (
	"errors"
	"strconv"
)

// ErrSealed means that a game's seed is still secret, so the game can be read but not replayed.
var ErrSealed = errors.New("engine: the seed is sealed")

// ParseError means that a text does not follow the expected notation.
type ParseError struct {
	Line int // counted from 1; 0 for a text of a single line
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

// Refusal is the error for a move or an option that is not allowed. It names the rule that forbids it, by its
// id in the game's ledger.
type Refusal struct {
	What string
	Rule string
}

func (e *Refusal) Error() string { return "“" + e.What + "” is not allowed (" + e.Rule + ")" }

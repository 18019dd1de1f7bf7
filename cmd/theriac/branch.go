package main

import (
	"fmt"
	"os"
	"strconv"

	"theriac/engine"
	"theriac/internal/terminal"
)

// branchCmd writes the first moves of a game as a new transcript.
type branchCmd struct {
	File string `arg:"" help:"The transcript."`
	At   int    `required:"" help:"How many moves stand." placeholder:"N"`
	Deck string `enum:"same,new" default:"same" help:"The same cards, or those drawn anew that the players did not know then."`
	Seed uint64 `default:"1" help:"The number that the new cards are drawn by." placeholder:"N"`
	screen
}

func (p branchCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	var g engine.Game
	r, err := openFile(p.File, max(p.At, 0))
	if err == nil {
		g = r.Game
		if p.At < 0 || r.Moves() < p.At {
			err = &engine.ParseError{Text: strconv.Itoa(p.At), Why: "no such move"}
		}
	}
	if err == nil && p.Deck == "new" {
		r, err = r.Redrawn(p.Seed)
	}
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	_, err = fmt.Fprint(os.Stdout, r.Text())
	return err
}

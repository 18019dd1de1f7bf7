package main

import (
	"os"

	"theriac/engine"
	"theriac/internal/terminal"
)

// textCmd prints a position as compact text.
type textCmd struct {
	File string `arg:"" help:"The transcript."`
	At   int    `default:"-1" help:"The position after N moves; default: the last one." placeholder:"N"`
	Seat []int  `help:"Show what this seat may know, and its moves; may be repeated. Default: what a spectator may know." placeholder:"N"`
	screen
}

func (p textCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	var g engine.Game
	r, err := openFile(p.File, p.At)
	if err == nil {
		g = r.Game
		err = terminal.WriteText(r, c, os.Stdout, p.Seat, p.width())
	}
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	return nil
}

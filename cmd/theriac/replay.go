package main

import (
	"os"

	"theriac/engine"
	"theriac/internal/terminal"
)

// replayCmd checks a transcript and tells the course of its game.
type replayCmd struct {
	File  string `arg:"" help:"The transcript."`
	Quiet bool   `help:"Show only the end."`
	To    int    `default:"-1" help:"Stop after N moves." placeholder:"N"`
	screen
}

func (p replayCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	var g engine.Game
	r, err := openFile(p.File, p.To)
	if err == nil {
		g = r.Game
		err = terminal.Replay(r, c, os.Stdout, p.width(), p.colour(), p.Quiet)
	}
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	return nil
}

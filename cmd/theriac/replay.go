package main

import (
	"encoding/json"
	"os"

	"theriac/ai/story"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/commands"
	"theriac/internal/terminal"
)

// replayCmd checks a transcript and prints the game.
type replayCmd struct {
	File  string `arg:"" help:"The transcript."`
	Quiet bool   `help:"Show only the end."`
	To    int    `default:"-1" help:"Stop after N moves." placeholder:"N"`
	Story bool   `help:"Tell where the game was won or lost; it takes up to a minute."`
	JSON  bool   `help:"With --story: print one JSON object." name:"json"`
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
		if p.Story {
			return p.tell(r)
		}
		err = terminal.Replay(r, c, os.Stdout, p.width(), p.colour(), p.Quiet)
	}
	if err != nil {
		return told(terminal.Explain(c, g, err))
	}
	return nil
}

// tell makes the story of a game and prints it.
func (p replayCmd) tell(r *terminal.Playthrough) error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	h, moves := r.Course()
	tale, e, err := games.Story(h, moves, story.Usual)
	if err != nil {
		return told(c.Text("terminal.story.none", "why", err.Error()))
	}
	line := commands.NewProgress("questions", len(tale.Jobs))
	s := tale.Tell(e, line.Show)
	line.Done()
	if p.JSON {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", " ")
		return out.Encode(s)
	}
	return terminal.WriteStory(r, &s, c, os.Stdout, p.width(), p.colour())
}

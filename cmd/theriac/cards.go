package main

import (
	"fmt"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/terminal"
)

// cardsCmd prints the cards of a game that a group can replace: changed, they come
// back by --cards.
type cardsCmd struct {
	Game string `arg:"" help:"The game: pharmacy."`
	screen
}

func (p cardsCmd) Run() error {
	c, err := p.catalogue()
	if err != nil {
		return err
	}
	g, ok := games.Find(p.Game)
	if !ok {
		return told(terminal.Explain(c, nil, &engine.ParseError{Text: p.Game, Why: "no such game"}))
	}
	own, ok := g.(engine.Replaceable)
	if !ok {
		return told(terminal.Explain(c, g, &engine.ParseError{Text: p.Game, Why: "the game has no data that can be replaced"}))
	}
	fmt.Print(own.OwnCards())
	return nil
}

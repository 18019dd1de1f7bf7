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
	Game string `arg:"" help:"The game: pharmacy, or world for its laboratory (-o box=lab -o lab=on)."`
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
	cards, _ := engine.OwnCards(g)
	if cards == "" {
		return told(terminal.Explain(c, g, &engine.ParseError{Text: p.Game, Why: "the game has no data that can be replaced"}))
	}
	fmt.Print(cards)
	return nil
}

package main

import (
	"fmt"
	"strings"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/terminal"
)

// cardsCmd prints a game's cards that a group can replace with its own. The group edits the text and passes it
// back with --cards.
type cardsCmd struct {
	Game string `arg:"" help:"The game: ${replaceable}."`
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

// replaceable lists the games with replaceable cards, and the options that a table needs to use them.
func replaceable() string {
	var all []string
	for _, g := range games.All {
		cards, at := engine.OwnCards(g)
		if cards == "" {
			continue
		}
		name := g.Name()
		var options []string
		for _, s := range at {
			options = append(options, "-o "+s.Name+"="+s.Value)
		}
		if len(options) > 0 {
			name += " (" + strings.Join(options, " ") + ")"
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

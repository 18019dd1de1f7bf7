package main

import (
	"fmt"
	"strings"

	"theriac/games/lab"
	"theriac/games/labs"
)

// tuneResponseCmd learns to predict how a bot plays, which the best response to that bot needs. Run it again
// after the bot has changed, before you measure how often the best response wins.
type tuneResponseCmd struct {
	Game    string `help:"The game." enum:"${games}" default:"${game}"`
	Games   int    `help:"Games that are watched." default:"60"`
	Changes int    `help:"Changes that are tried." default:"4000"`
	Seed    uint64 `help:"The seed, from 1000000." default:"1000001"`
}

func (c *tuneResponseCmd) Run() error {
	if err := tuningSeed(c.Seed); err != nil {
		return err
	}
	game, _ := labs.Find(c.Game)
	if game.Respond == nil {
		return fmt.Errorf("the bots of %s have no rivals to respond to", c.Game)
	}
	found, err := game.Respond(lab.Watching{Games: c.Games, Changes: c.Changes, Seed: c.Seed, Progress: func(text string, args ...any) {
		fmt.Printf(text+"\n", args...)
	}})
	if err != nil {
		return err
	}
	fmt.Println(strings.Join(strings.Fields(strings.Trim(fmt.Sprint(found), "[]")), ", "))
	return nil
}

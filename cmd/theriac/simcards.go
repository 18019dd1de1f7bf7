package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"

	"theriac/engine"
	"theriac/games/pharmacy"
	"theriac/internal/sim"
)

// cards plays many games of the card game and counts who wins.
func (c *simCmd) cards(settings engine.Settings) error {
	if c.Bot == "eager" {
		return errors.New("the card game is played by random or honest")
	}
	header, err := c.header(pharmacy.Revision, settings)
	if err != nil {
		return err
	}
	rules, err := pharmacy.Game.Compile(header)
	if err != nil {
		return err
	}
	cfg := sim.CardConfig{Rules: rules, Bot: c.Bot, Lone: c.Lone, Games: c.Games, Seed: c.Seed, Workers: c.Workers}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	progress := newProgress("games", c.Games)
	cfg.Progress = progress.show
	r, err := sim.RunCards(cfg)
	progress.done()
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	printCards(r)
	return nil
}

func printCards(r sim.CardResult) {
	title := r.Bot
	if r.Lone != "" {
		title = r.Lone + " against " + r.Bot
	}
	fmt.Printf("%s · %d players · %s · seed %d\n\n", r.Game, r.Players, title, r.Seed)
	fmt.Printf("  %-22s %12d\n", "games", r.Games)
	share := func(n float64) float64 { return 100 * n / float64(max(r.Games, 1)) }
	for seat := range r.Players {
		fmt.Printf("  %-22s %12.1f  %6.2f %%  %6.2f points\n", fmt.Sprintf("wins from place %d", seat), r.Wins[seat], share(r.Wins[seat]), float64(r.Points[seat])/float64(max(r.Games, 1)))
	}
	if r.Lone != "" {
		fmt.Printf("  %-22s %12.1f  %6.2f %%, a fair share being %.2f %%\n", "wins of "+r.Lone, r.LoneWins, share(r.LoneWins), 100/float64(r.Players))
	}
	fmt.Printf("  %-22s %12.2f\n", "turns per round", float64(r.Turns)/float64(3*max(r.Games, 1)))
	fmt.Printf("  %-22s %12.1f\n", "moves per game", float64(r.Moves)/float64(max(r.Games, 1)))
	fmt.Printf("  %-22s %12d\n", "games shared", r.Shared)
	fmt.Printf("  %-22s %12.0f\n", "moves per second", r.MovesPerSecond)
	fmt.Printf("  %-22s %12d\n", "bytes per position", r.StateBytes)
}

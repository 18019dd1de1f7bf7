package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"

	"theriac/engine"
	"theriac/games/labs"
	"theriac/internal/commands"
	"theriac/internal/sim"
)

// simCmd plays many games and prints statistics.
type simCmd struct {
	Game      string            `help:"The game." enum:"${games}" default:"${game}"`
	Players   string            `help:"Number of players." placeholder:"N"`
	Epidemics string            `help:"Number of epidemics." placeholder:"N"`
	Option    map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	Cards     string            `help:"File with your own cards, for games with replaceable cards." placeholder:"FILE"`
	Bot       string            `help:"The bot that plays: random, a level (novice, steady, expert), eager (map games) or a style (card games)." default:"random"`
	Lone      string            `help:"One player of a card game, one of several teams or one seat with hidden cards, each in turn, plays by this bot among the others." placeholder:"BOT"`
	From      int               `help:"The number of the first game, for a run in pieces." default:"0"`
	Games     int               `help:"Number of games." default:"20000"`
	Seed      uint64            `help:"The seed; the same seed gives the same counts." default:"1"`
	Workers   int               `help:"Games to play in parallel; 0: one per core." default:"0"`
	Merge     []string          `help:"Add up pieces of a run, files that --json has written, instead of playing." placeholder:"FILE"`
	JSON      bool              `help:"Print one JSON object." name:"json"`
}

func (c *simCmd) Run() error {
	settings := settingsOf(c.Option, map[string]string{"players": c.Players, "epidemics": c.Epidemics})
	game, _ := labs.Find(c.Game)
	if game.Simulate == nil {
		return fmt.Errorf("there is no simulation of %s", c.Game)
	}
	if len(c.Merge) > 0 {
		return c.merge(game.Merge, settings)
	}
	header, err := c.header(game.Rules.Revision(), settings)
	if err != nil {
		return err
	}
	cfg := sim.Config{Header: header, Bot: c.Bot, Lone: c.Lone, From: c.From, Games: c.Games, Seed: c.Seed, Workers: c.Workers}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	progress := commands.NewProgress("games", c.Games)
	cfg.Progress = progress.Show
	r, err := game.Simulate(cfg)
	progress.Done()
	if err != nil {
		return err
	}
	return c.print(r, settings)
}

func (c *simCmd) print(r sim.Result, settings engine.Settings) error {
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	r.Print(os.Stdout, settings)
	return nil
}

// merge merges the results of the parts of one split run.
func (c *simCmd) merge(add func([][]byte) (sim.Result, error), settings engine.Settings) error {
	if add == nil {
		return fmt.Errorf("runs of %s cannot be added up", c.Game)
	}
	var pieces [][]byte
	for _, name := range c.Merge {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		pieces = append(pieces, text)
	}
	r, err := add(pieces)
	if err != nil {
		return err
	}
	return c.print(r, settings)
}

// header returns the header of the games.
func (c *simCmd) header(revision int, settings engine.Settings) (engine.Header, error) {
	h := engine.Header{Game: c.Game, Revision: revision, Settings: settings}
	cards, err := commands.ReadCards(c.Cards)
	h.SetContent(cards)
	return h, err
}

// settingsOf combines options that have flags of their own with others, in a fixed order.
func settingsOf(free, named map[string]string) engine.Settings {
	var set engine.Settings
	for _, m := range []map[string]string{named, free} {
		for name, value := range m {
			if value != "" {
				set = append(set, engine.Setting{Name: name, Value: value})
			}
		}
	}
	slices.SortFunc(set, func(a, b engine.Setting) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return set
}

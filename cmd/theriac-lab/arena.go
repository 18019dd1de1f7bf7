package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"time"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/labs"
	"theriac/internal/arena"
	"theriac/internal/commands"
	"theriac/internal/sim"
)

// arenaCmd makes bots play the same deals and reports whether one is stronger. It compares two bots locally, or
// any agents on a server.
type arenaCmd struct {
	Game    string            `help:"The game." enum:"${games}" default:"${game}"`
	Option  map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	A       string            `help:"The first bot: a level, with changes such as expert,rollouts=320." default:"expert" name:"a"`
	B       string            `help:"The second bot." default:"steady" name:"b"`
	Deals   int               `help:"Number of deals; each bot plays all of them." default:"200"`
	From    int               `help:"The number of the first deal." default:"0"`
	Seed    uint64            `help:"The seed of the deals." default:"1"`
	Workers int               `help:"Games to play in parallel; 0: one per core." default:"0"`
	JSON    bool              `help:"Print one JSON object." name:"json"`

	Server string        `help:"Compare agents at this server, over its API." placeholder:"URL"`
	Agent  []string      `help:"With --server: a level of its bots, or NAME=PROGRAM, started for each seat; {server} and {link} in it stand for the address and an invitation. Several times." sep:"none" placeholder:"AGENT"`
	Limit  time.Duration `help:"With --server: how long a game may take; one that takes longer counts as lost." default:"10m"`
	Page   string        `help:"With --server: also write a page that compares the agents." placeholder:"FILE"`
}

// arenaSide is the result of one of the two compared bots.
type arenaSide struct {
	Bot  string  `json:"bot"`
	Wins int     `json:"wins"`
	Low  float64 `json:"win_low"`
	High float64 `json:"win_high"`
	Only int     `json:"only"` // number of deals that this bot won and the other lost
}

type arenaResult struct {
	Deals int       `json:"deals"`
	A     arenaSide `json:"a"`
	B     arenaSide `json:"b"`
	// Chance is the probability that two equally strong bots would differ at least this much.
	Chance float64 `json:"chance"`
}

func (c *arenaCmd) Run() error {
	if c.Server != "" {
		return c.atServer()
	}
	game, _ := labs.Find(c.Game)
	lostA, err := c.lost(game.Simulate, game.Rules.Revision(), c.A)
	if err != nil {
		return err
	}
	lostB, err := c.lost(game.Simulate, game.Rules.Revision(), c.B)
	if err != nil {
		return err
	}
	r := arenaResult{Deals: c.Deals, A: c.side(c.A, lostA, lostB), B: c.side(c.B, lostB, lostA)}
	r.Chance = ai.SignTest(r.A.Only, r.B.Only)
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	for _, s := range []arenaSide{r.A, r.B} {
		fmt.Printf("%-32s won %d of %d, %.1f %% [%.1f, %.1f]; alone on %d deals\n", s.Bot, s.Wins, c.Deals,
			100*float64(s.Wins)/float64(max(1, c.Deals)), 100*s.Low, 100*s.High, s.Only)
	}
	fmt.Printf("two bots of the same strength differ so much with a chance of %.3f\n", r.Chance)
	return nil
}

func (c *arenaCmd) side(bot string, lost, others []int) arenaSide {
	s := arenaSide{Bot: bot, Wins: c.Deals - len(lost)}
	s.Low, s.High = ai.Wilson(s.Wins, c.Deals)
	for _, i := range others {
		if !slices.Contains(lost, i) {
			s.Only++
		}
	}
	return s
}

// lost plays all deals with one bot, and returns the numbers of the deals that it lost.
func (c *arenaCmd) lost(simulate func(sim.Config) (sim.Result, error), revision int, bot string) ([]int, error) {
	cfg := sim.Config{
		Header: engine.Header{Game: c.Game, Revision: revision, Settings: settingsOf(c.Option, nil)},
		Bot:    bot, From: c.From, Games: c.Deals, Seed: c.Seed, Workers: c.Workers,
	}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	progress := commands.NewProgress("games of "+bot, c.Deals)
	cfg.Progress = progress.Show
	r, err := simulate(cfg)
	progress.Done()
	if err != nil {
		return nil, err
	}
	told, ok := r.(interface{ LostGames() []int })
	if !ok {
		return nil, fmt.Errorf("players of %s play against each other: use sim --lone", c.Game)
	}
	return told.LostGames(), nil
}

// atServer compares agents that play on a server.
func (c *arenaCmd) atServer() error {
	cfg := arena.Config{
		Server: strings.TrimSuffix(c.Server, "/"), Game: c.Game, Settings: c.Option, Deals: c.Deals, First: c.Seed + uint64(c.From),
		Tables: max(1, c.Workers), Limit: c.Limit, Client: &http.Client{Timeout: time.Minute}, Log: os.Stderr,
	}
	for _, text := range c.Agent {
		a, err := arena.ReadAgent(text)
		if err != nil {
			return err
		}
		cfg.Agents = append(cfg.Agents, a)
	}
	if len(cfg.Agents) == 0 {
		return errors.New("there is no agent to compare: --agent steady, or --agent 'mine=PROGRAM {server} {link}'")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	progress := commands.NewProgress("games", c.Deals*len(cfg.Agents))
	cfg.Progress = progress.Show
	r, err := arena.Run(ctx, cfg)
	progress.Done()
	if err != nil {
		return err
	}
	if c.Page != "" {
		f, err := os.Create(c.Page)
		if err != nil {
			return err
		}
		if err := errors.Join(r.WritePage(f), f.Close()); err != nil {
			return err
		}
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	return r.WriteText(os.Stdout)
}

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/internal/sim"
)

// arenaCmd lets two bots play the same deals and says whether one is stronger.
type arenaCmd struct {
	Game    string            `help:"The game." enum:"${games}" default:"${game}"`
	Option  map[string]string `help:"Any option of the game, as name=value." short:"o"`
	A       string            `help:"The first bot: a level, with changes such as expert,rollouts=320." default:"expert" name:"a"`
	B       string            `help:"The second bot." default:"steady" name:"b"`
	Deals   int               `help:"Number of deals; each bot plays all of them." default:"200"`
	From    int               `help:"The number of the first deal." default:"0"`
	Seed    uint64            `help:"The seed of the deals." default:"1"`
	Workers int               `help:"Games to play in parallel; 0: one per core." default:"0"`
	JSON    bool              `help:"Print one JSON object." name:"json"`
}

// arenaSide is how one of the bots did.
type arenaSide struct {
	Bot  string  `json:"bot"`
	Wins int     `json:"wins"`
	Low  float64 `json:"win_low"`
	High float64 `json:"win_high"`
	Only int     `json:"only"` // deals that only this one won
}

type arenaResult struct {
	Deals int       `json:"deals"`
	A     arenaSide `json:"a"`
	B     arenaSide `json:"b"`
	// Chance is how likely two bots of the same strength differ at least so much.
	Chance float64 `json:"chance"`
}

func (c *arenaCmd) Run() error {
	game, _ := games.FindEntry(c.Game)
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

// lost plays the deals with a bot and returns the numbers of those that it lost.
func (c *arenaCmd) lost(simulate func(sim.Config) (sim.Result, error), revision int, bot string) ([]int, error) {
	cfg := sim.Config{
		Header: engine.Header{Game: c.Game, Revision: revision, Settings: settingsOf(c.Option, nil)},
		Bot:    bot, From: c.From, Games: c.Deals, Seed: c.Seed, Workers: c.Workers,
	}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	progress := newProgress("games of "+bot, c.Deals)
	cfg.Progress = progress.show
	r, err := simulate(cfg)
	progress.done()
	if err != nil {
		return nil, err
	}
	told, ok := r.(interface{ LostGames() []int })
	if !ok {
		return nil, fmt.Errorf("players of %s play against each other: use sim --lone", c.Game)
	}
	return told.LostGames(), nil
}

package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"theriac/ai"
	"theriac/ai/train"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/labs"
	"theriac/internal/sim"
)

// tuneWeightsCmd improves the weights of a map game's bots by evolution.
type tuneWeightsCmd struct {
	Game        string            `help:"The game." enum:"${games}" default:"${game}"`
	Option      map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	Bot         string            `help:"The level whose weights are tuned, with changes: novice,width=15,blunder=0." default:"novice,width=15,plans=1,blunder=0"`
	Generations int               `help:"Number of generations." default:"30"`
	Size        int               `help:"Sets of weights in a generation." default:"12"`
	Games       int               `help:"Games that each set is judged by; all sets of a generation are dealt the same." default:"60"`
	Spread      float64           `help:"How far sets lie apart at first." default:"0.25"`
	Seed        uint64            `help:"The seed, from 1000000." default:"1000000"`
	Workers     int               `help:"Games to play in parallel; 0: one per core." default:"0"`
}

func (c *tuneWeightsCmd) Run() error {
	if err := tuningSeed(c.Seed); err != nil {
		return err
	}
	game, _ := labs.Find(c.Game)
	if game.Learn == nil {
		return fmt.Errorf("the bots of %s have no such weights", c.Game)
	}
	names, values, err := bots.Weights(c.Bot)
	if err != nil {
		return err
	}
	e := train.Evolution{Middle: values, Spread: c.Spread, Size: c.Size, Dice: ai.Dice(c.Seed)}
	for g := range c.Generations {
		var scores []float64
		best, middle := 0, 0
		for i, set := range e.Next() {
			r, err := c.judge(game.Simulate, game.Rules.Revision(), g, c.with(names, set))
			if err != nil {
				return err
			}
			wins := c.Games - len(r.LostGames())
			scores = append(scores, r.Score())
			best = max(best, wins)
			if i == 0 {
				middle = wins
			}
		}
		fmt.Printf("generation %d: the middle won %d of %d games, the best set %d\n", g+1, middle, c.Games, best)
		e.Learn(scores)
		fmt.Println(c.with(names, e.Middle)) // print after each generation, so that stopping the run loses little
	}
	return nil
}

// with returns the name of a bot level with changed weights, in the syntax of bots.Named.
func (c *tuneWeightsCmd) with(names []string, set []float64) string {
	all := []string{c.Bot}
	for i, name := range names {
		all = append(all, name+"="+strconv.FormatFloat(set[i], 'g', 4, 64))
	}
	return strings.Join(all, ",")
}

// judged is the part of a simulation's result that tuning uses: the lost games and the score.
type judged interface {
	LostGames() []int
	Score() float64
}

// judge plays the games of one generation with a bot, and returns how well the bot did.
func (c *tuneWeightsCmd) judge(simulate func(sim.Config) (sim.Result, error), revision, generation int, bot string) (judged, error) {
	cfg := sim.Config{
		Header: engine.Header{Game: c.Game, Revision: revision, Settings: settingsOf(c.Option, nil)},
		Bot:    bot, From: generation * c.Games, Games: c.Games, Seed: c.Seed, Workers: c.Workers,
	}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	r, err := simulate(cfg)
	if err != nil {
		return nil, err
	}
	j, ok := r.(judged)
	if !ok {
		return nil, fmt.Errorf("games of %s are not judged by wins", c.Game)
	}
	return j, nil
}

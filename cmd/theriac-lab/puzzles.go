package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"time"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/labs"
	"theriac/internal/commands"
	"theriac/internal/sim"
)

// puzzlesCmd searches bots' games for puzzles.
type puzzlesCmd struct {
	Game    string            `help:"The game." enum:"${games}" default:"${game}"`
	Option  map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	Bot     string            `help:"The bot whose games are looked through: novice, steady or expert." default:"novice"`
	Kind    string            `help:"Look for one kind alone." default:""`
	From    int               `help:"The number of the first game, for a search in pieces." default:"0"`
	Games   int               `help:"Number of games." default:"100"`
	Seed    uint64            `help:"The seed; the same seed finds the same puzzles." default:"1"`
	Workers int               `help:"Games to look through in parallel; 0: one per core." default:"0"`
	Out     string            `help:"Write the puzzles to this file, as a book of puzzles." placeholder:"FILE"`
	JSON    bool              `help:"Print one JSON object." name:"json"`
}

// foundPuzzles holds the result of a search.
type foundPuzzles struct {
	Game    string                 `json:"game"`
	Bot     string                 `json:"bot"`
	Seed    uint64                 `json:"seed"`
	From    int                    `json:"from,omitempty"`
	Games   int                    `json:"games"`
	Puzzles int                    `json:"puzzles"`
	Kinds   map[string]map[int]int `json:"kinds"` // number of puzzles by kind and grade
	Seconds float64                `json:"seconds"`
}

func (c *puzzlesCmd) Run() error {
	game, _ := labs.Find(c.Game)
	if game.Puzzles == nil {
		return fmt.Errorf("there are no puzzles of %s", c.Game)
	}
	settings := settingsOf(c.Option, nil)
	cfg := sim.Config{
		Header: engine.Header{Game: c.Game, Revision: game.Rules.Revision(), Settings: settings},
		Bot:    c.Bot, Kind: c.Kind, From: c.From, Games: c.Games, Seed: c.Seed, Workers: c.Workers,
	}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	progress := commands.NewProgress("games", c.Games)
	cfg.Progress = progress.Show
	start := time.Now()
	all, err := game.Puzzles(cfg)
	progress.Done()
	if err != nil {
		return err
	}
	if c.Out != "" {
		if err := os.WriteFile(c.Out, []byte(puzzle.Write(all)), 0o644); err != nil {
			return err
		}
	}
	found := foundPuzzles{
		Game: c.Game, Bot: c.Bot, Seed: c.Seed, From: c.From, Games: c.Games, Puzzles: len(all),
		Kinds: map[string]map[int]int{}, Seconds: time.Since(start).Seconds(),
	}
	for _, p := range all {
		if found.Kinds[p.Kind] == nil {
			found.Kinds[p.Kind] = map[int]int{}
		}
		found.Kinds[p.Kind][p.Grade]++
	}
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(found)
	}
	fmt.Printf("%s · %s · seed %d · %d games: %d puzzles in %.1f s\n", found.Game, found.Bot, found.Seed, found.Games, found.Puzzles, found.Seconds)
	for kind, grades := range found.Kinds {
		fmt.Printf("  %-10s", kind)
		for g := range puzzle.Grades {
			fmt.Printf(" %5d", grades[g+1])
		}
		fmt.Println()
	}
	return nil
}

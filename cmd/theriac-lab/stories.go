package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"

	"theriac/ai/story"
	"theriac/internal/commands"
	"theriac/internal/stories/measure"
)

// storiesCmd makes the stories of bots' games and checks them.
type storiesCmd struct {
	Game     string            `help:"The game." enum:"${games}" default:"${game}"`
	Option   map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	Bot      string            `help:"The level of the bots." default:"steady"`
	Games    int               `help:"Number of games." default:"10"`
	From     int               `help:"The number of the first game." default:"0"`
	Seed     uint64            `help:"The seed of the games." default:"1"`
	Chance   int               `help:"Rollouts for a chance; 0: the usual." default:"0"`
	Plans    int               `help:"Rollouts for the plans of a turn; 0: the usual." default:"0"`
	Again    int               `help:"Estimate every so many chances once more, with a tenfold budget; 0: none." default:"4"`
	Blunders bool              `help:"Plant a blunder in each game, and see whether its story names it."`
	Save     string            `help:"Write the transcripts and stories into this folder." placeholder:"DIR" type:"path"`
	JSON     bool              `help:"Print one JSON object." name:"json"`
}

func (c *storiesCmd) Run() error {
	runtime.LockOSThread() // keep this thread, because processor time is measured per thread
	conf := measure.Config{Game: c.Game, Settings: settingsOf(c.Option, nil), Bot: c.Bot, Seed: c.Seed, Budget: c.budget()}
	if c.Save != "" {
		return c.save(&conf)
	}
	if c.Blunders {
		return c.blunders(&conf)
	}
	var sums measure.Sums
	line := commands.NewProgress("games", c.Games)
	for n := c.From; n < c.From+c.Games; n++ {
		if err := sums.Add(&conf, n, c.Again); err != nil {
			return err
		}
		line.Show(n - c.From + 1)
	}
	line.Done()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(sums)
	}
	sums.Print(os.Stdout)
	if sums.Off > 1e-9 || 5*sums.Far > sums.Looked+10 {
		return errors.New("the stories do not add up")
	}
	return nil
}

func (c *storiesCmd) budget() story.Budget {
	b := story.Usual
	if c.Chance > 0 {
		b.Chance = c.Chance
	}
	if c.Plans > 0 {
		b.Plans = c.Plans
	}
	return b
}

// save writes games with their stories to files.
func (c *storiesCmd) save(conf *measure.Config) error {
	if err := os.MkdirAll(c.Save, 0o755); err != nil {
		return err
	}
	for n := c.From; n < c.From+c.Games; n++ {
		g, err := conf.Play(n)
		if err != nil {
			return err
		}
		s, first, whole, err := conf.Tell(g)
		if err != nil {
			return err
		}
		text, err := json.MarshalIndent(s, "", " ")
		if err != nil {
			return err
		}
		name := filepath.Join(c.Save, c.Game+"-"+strconv.Itoa(n))
		if err := os.WriteFile(name+".txt", []byte(g.Transcript()), 0o644); err != nil {
			return err
		}
		if err := os.WriteFile(name+".json", append(text, '\n'), 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: first chart after %.1f s, whole after %.1f s\n", name, first, whole)
	}
	return nil
}

// blunders inserts a blunder into each of several games, and makes their stories.
func (c *storiesCmd) blunders(conf *measure.Config) error {
	list := []measure.Blunder{}
	line := commands.NewProgress("blunders", c.Games)
	for n := c.From; len(list) < c.Games && n < c.From+4*c.Games; n++ {
		g, b, ok, err := conf.Plant(n)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := conf.Find(g, &b); err != nil {
			return err
		}
		if !c.JSON {
			b.Print(os.Stdout)
		}
		list = append(list, b)
		line.Show(len(list))
	}
	line.Done()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(list)
	}
	if named := measure.PrintBlunders(os.Stdout, list); 10*named < 9*len(list) {
		return errors.New("fewer than nine in ten blunders are named")
	}
	return nil
}

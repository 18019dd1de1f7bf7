package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"theriac/ai/train"
	"theriac/engine"
	"theriac/games/lab"
	"theriac/games/labs"
	"theriac/internal/commands"
	"theriac/internal/sim"
)

// evalGames has the reference bot play games, and compares the evaluator's forecasts with the outcomes.
type evalGames struct {
	Game    string            `help:"The game." enum:"${games}" default:"${game}"`
	Option  map[string]string `help:"Any option of the game." placeholder:"NAME=VALUE" short:"o" mapsep:"none"`
	Players []int             `help:"Numbers of players, in turn; default: 2, 3 and 4, and 3 and 4 among rivals."`
	Levels  []int             `help:"Numbers of epidemics, in turn." default:"4,5,6"`
	Games   int               `help:"Number of games, of all players and levels together."`
	From    int               `help:"The number of the first game, for a run in pieces." default:"0"`
	Seed    uint64            `help:"The seed; those from 1000000 are for tuning." default:"1"`
	Merge   []string          `help:"Add up pieces of a run, files that --json has written, instead of playing." placeholder:"FILE"`
	Chart   string            `help:"Write a chart of the reliability, an SVG." placeholder:"FILE"`
	Fit     bool              `help:"Print the line that would make the chances fair; with seeds for tuning only."`
}

// evalResult holds the forecasts of many games and how well they agree with the outcomes.
type evalResult struct {
	Game      string            `json:"game"`
	Reference string            `json:"reference"`
	Seed      uint64            `json:"seed"`
	From      int               `json:"from"`
	Games     int               `json:"games"`
	All       train.Calibration `json:"all"`
	Places    bool              `json:"places,omitempty"` // forecasts are of final ranks, not of wins
	Forecasts []train.Forecast  `json:"forecasts"`
}

func (c *evalGames) calibration(asJSON bool) error {
	if c.Fit {
		if err := tuningSeed(c.Seed); err != nil {
			return err
		}
	}
	r, err := c.result()
	if err != nil {
		return err
	}
	if r.Places {
		return r.tellPlaces(asJSON)
	}
	r.All = train.Calibrate(r.Forecasts)
	if c.Chart != "" {
		if err := os.WriteFile(c.Chart, []byte(reliabilityChart(r)), 0o644); err != nil {
			return err
		}
	}
	if asJSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	r.print()
	if c.Fit {
		printLines(r.Forecasts)
	}
	return nil
}

// result plays the games, or merges the results of earlier runs.
func (c *evalGames) result() (*evalResult, error) {
	if len(c.Merge) > 0 {
		return mergeForecasts(c.Merge)
	}
	game, _ := labs.Find(c.Game)
	if game.Forecasts == nil {
		return nil, fmt.Errorf("nothing can estimate the chances of %s", c.Game)
	}
	r := &evalResult{Game: c.Game, Seed: c.Seed, From: c.From, Games: c.Games}
	if game.Ranker != nil {
		r.Reference, r.Places, c.Levels = "steady", true, []int{0}
	} else {
		r.Reference = game.Evaluator().Reference()
	}
	switch {
	case len(c.Players) > 0:
	case r.Places:
		c.Players = []int{3, 4}
	default:
		c.Players = []int{2, 3, 4}
	}
	return r, c.play(game, r)
}

// play plays the games, cycling through all numbers of players and all levels. The number of a game determines
// both, so a run can be split without changing its games.
func (c *evalGames) play(game lab.Entry, r *evalResult) error {
	type class struct{ players, level int }
	var classes []class
	for _, p := range c.Players {
		for _, l := range c.Levels {
			classes = append(classes, class{p, l})
		}
	}
	if len(classes) == 0 {
		return errors.New("there is nothing to play")
	}
	progress := commands.NewProgress("games", c.Games)
	defer progress.Done()
	for i := range c.Games {
		number := c.From + i
		k := classes[number%len(classes)]
		named := map[string]string{"players": strconv.Itoa(k.players)}
		if game.Level != "" {
			named[game.Level] = strconv.Itoa(k.level)
		}
		set := settingsOf(c.Option, named)
		cfg := sim.Config{
			Header: engine.Header{Game: c.Game, Revision: game.Rules.Revision(), Settings: set},
			Bot:    r.Reference, From: number, Games: 1, Seed: c.Seed, Workers: 1,
		}
		list, err := game.Forecasts(cfg)
		if err != nil {
			return err
		}
		r.Forecasts = append(r.Forecasts, list...)
		progress.Show(i + 1)
	}
	return nil
}

// mergeForecasts merges the results of the parts of one split run.
func mergeForecasts(names []string) (*evalResult, error) {
	var sum *evalResult
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		var r evalResult
		if err := json.Unmarshal(text, &r); err != nil {
			return nil, err
		}
		switch {
		case sum == nil:
			sum = &r
			continue
		case r.Game != sum.Game || r.Reference != sum.Reference || r.Seed != sum.Seed:
			return nil, errors.New("these are not pieces of one run")
		}
		sum.From = min(sum.From, r.From)
		sum.Games += r.Games
		sum.Forecasts = append(sum.Forecasts, r.Forecasts...)
	}
	slices.SortStableFunc(sum.Forecasts, func(a, b train.Forecast) int { return a.Game - b.Game })
	for i := 1; i < len(sum.Forecasts); i++ {
		a, b := &sum.Forecasts[i-1], &sum.Forecasts[i]
		if !sum.Places && a.Game == b.Game && a.Turn == b.Turn && a.Acted == b.Acted {
			return nil, errors.New("two pieces have the same games")
		}
	}
	return sum, nil
}

// groups splits the forecasts into groups, such as one per level, which the command reports separately.
func groups(list []train.Forecast) (names []string, parts [][]train.Forecast) {
	add := func(name string, in func(*train.Forecast) bool) {
		var part []train.Forecast
		for i := range list {
			if in(&list[i]) {
				part = append(part, list[i])
			}
		}
		if len(part) > 0 && len(part) < len(list) {
			names, parts = append(names, name), append(parts, part)
		}
	}
	add("before the actions", func(f *train.Forecast) bool { return !f.Acted })
	add("after the actions", func(f *train.Forecast) bool { return f.Acted })
	for n := 1; n <= engine.MaxSeats; n++ {
		add(fmt.Sprintf("%d players", n), func(f *train.Forecast) bool { return f.Players == n })
	}
	for n := 1; n <= 9; n++ {
		add(fmt.Sprintf("level %d", n), func(f *train.Forecast) bool { return f.Level == n })
	}
	return names, parts
}

func (r *evalResult) print() {
	a := &r.All
	fmt.Printf("%s, as if %s played on: %d games from %d, seed %d, %d positions\n", r.Game, r.Reference, r.Games, r.From, r.Seed, a.Cases)
	fmt.Printf("Brier %.4f, of a constant %.4f: skill %.3f; beyond players and level %.3f\n", a.Brier, a.Constant, a.Skill, a.Within)
	fmt.Printf("%-10s %6s %6s %7s %7s %8s\n", "tenth", "cases", "games", "said", "won", "±95 %")
	for i := range a.Tenths {
		t := &a.Tenths[i]
		if t.Cases == 0 {
			continue
		}
		mark := ""
		if !t.Fits() {
			mark = "  off"
		}
		fmt.Printf("%3d–%-3d %% %6d %6d %7.1f %7.1f %8.1f%s\n", 10*i, 10*i+10, t.Cases, t.Games, 100*t.Said, 100*t.Won, 100*t.Half, mark)
	}
	names, parts := groups(r.Forecasts)
	for i, name := range names {
		c := train.Calibrate(parts[i])
		var off []string
		for k := range c.Tenths {
			if !c.Tenths[k].Fits() {
				off = append(off, fmt.Sprintf("%d–%d %%", 10*k, 10*k+10))
			}
		}
		list := "none"
		if len(off) > 0 {
			list = strings.Join(off, ", ")
		}
		fmt.Printf("%-20s %6d cases, said %5.1f, won %5.1f, skill %6.3f, off: %s\n", name, c.Cases, 100*c.Said, 100*c.Won, c.Skill, list)
	}
}

// printLines prints, for each group, the linear correction of the log-odds that would fit the outcomes best.
func printLines(list []train.Forecast) {
	names, parts := groups(list)
	for i, name := range append([]string{"all"}, names...) {
		part := list
		if i > 0 {
			part = parts[i-1]
		}
		p := train.FitPlatt(part)
		fmt.Printf("%-20s Shift: %.3f, Slope: %.3f\n", name, p.Shift, p.Slope)
	}
}

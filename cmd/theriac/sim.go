package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/sim"
)

// simCmd plays many games and counts.
type simCmd struct {
	Game      string            `help:"The game." enum:"world,iberia,pharmacy" default:"world"`
	Players   string            `help:"Number of players." placeholder:"N"`
	Epidemics string            `help:"Number of epidemics." placeholder:"N"`
	Option    map[string]string `help:"Any option of the game, as name=value." short:"o"`
	Cards     string            `help:"File with cards of your own, for games that let a group replace them." placeholder:"FILE"`
	Bot       string            `help:"Who plays: random, eager (map games) or honest (pharmacy)." enum:"random,eager,honest" default:"random"`
	Lone      string            `help:"Pharmacy: one seat, each in turn, plays by this style against the others." placeholder:"STYLE"`
	Games     int               `help:"How many games." default:"20000"`
	Seed      uint64            `help:"The seed: the same one gives the same counts." default:"1"`
	Workers   int               `help:"How many games at a time; 0 is one for each core." default:"0"`
	JSON      bool              `help:"Print one JSON object." name:"json"`
}

func (c *simCmd) Run() error {
	settings := settingsOf(c.Option, map[string]string{"players": c.Players, "epidemics": c.Epidemics})
	game, ok := games.FindMap(c.Game)
	if !ok {
		return c.cards(settings)
	}
	if c.Bot == "honest" || c.Lone != "" {
		return errors.New("the map games are played by random or eager")
	}
	header, err := c.header(game.Revision(), settings)
	if err != nil {
		return err
	}
	rules, err := game.Compile(header)
	if err != nil {
		return err
	}
	cfg := sim.Config{Rules: rules, Bot: c.Bot, Games: c.Games, Seed: c.Seed, Workers: c.Workers}
	if cfg.Workers < 1 {
		cfg.Workers = runtime.GOMAXPROCS(0)
	}
	progress := newProgress("games", c.Games)
	cfg.Progress = progress.show
	r := sim.Run(cfg)
	progress.done()
	if c.JSON {
		return json.NewEncoder(os.Stdout).Encode(r)
	}
	printSim(r, settings)
	return nil
}

// header is how the games begin.
func (c *simCmd) header(revision int, settings engine.Settings) (engine.Header, error) {
	h := engine.Header{Game: c.Game, Revision: revision, Settings: settings}
	cards, err := readCards(c.Cards)
	h.SetContent(cards)
	return h, err
}

// settingsOf joins named flags and free options, in a fixed order.
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

func printSim(r sim.Result, given engine.Settings) {
	players := "players"
	if r.Players == 1 {
		players = "player"
	}
	ways := ""
	for _, s := range given {
		if s.Name != "players" && s.Name != "epidemics" {
			ways += " · " + s.Name + " " + s.Value
		}
	}
	fmt.Printf("%s · %d %s · %d epidemics%s · %s · seed %d\n\n", r.Game, r.Players, players, r.Epidemics, ways, r.Bot, r.Seed)
	row := func(name string, format string, args ...any) {
		fmt.Printf("  %-22s "+format+"\n", append([]any{name}, args...)...)
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(max(r.Games, 1)) }
	row("games", "%12d", r.Games)
	row("won", "%12d  %6.2f %%", r.Wins, share(r.Wins))
	for _, cause := range []string{"end/outbreaks", "end/cubes", "end/cards"} {
		row("lost: "+cause, "%12d  %6.2f %%", r.Losses[cause], share(r.Losses[cause]))
	}
	for n, games := range r.Cures {
		row(fmt.Sprintf("cures found: %d", n), "%12d  %6.2f %%", games, share(games))
	}
	row("turns per game", "%12.1f", float64(r.Turns)/float64(max(r.Games, 1)))
	row("moves per game", "%12.1f", float64(r.Moves)/float64(max(r.Games, 1)))
	row("moves per second", "%12.0f", r.MovesPerSecond)
	row("ns per move", "%12.0f  %6.1f copies of 1,024 bytes (%.1f ns each)", r.NsPerMove, r.CopiesPerMove, r.NsPerKBCopy)
	row("ns per deal", "%12.0f", r.NsPerDeal)
	row("bytes per position", "%12d", r.StateBytes)
}

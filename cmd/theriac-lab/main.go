// Command theriac-lab measures games, bots and servers, and trains bots. Each subcommand has its own file and
// contains only wiring. The binary must be in the same folder as theriac, which the subcommand load starts as a
// server. It is not part of a release.
package main

import (
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"theriac/games"
	"theriac/internal/commands"
)

// cli lists the subcommands.
type cli struct {
	Sim     simCmd     `cmd:"" group:"games" help:"Simulate many games and print statistics."`
	Suite   suiteCmd   `cmd:"" group:"games" help:"Run the conformance suite over many random games, with all combinations of options."`
	Puzzles puzzlesCmd `cmd:"" group:"games" help:"Look for puzzles in games of bots and prove them."`
	Stories storiesCmd `cmd:"" group:"games" help:"Tell the stories of bots' games, and check them."`
	Arena   arenaCmd   `cmd:"" group:"bots" help:"Let two bots play the same deals, and compare them."`
	Eval    evalCmd    `cmd:"" group:"bots" help:"Say how likely a game is to be won, or how well such chances fit many games."`
	Tune    tuneCmd    `cmd:"" group:"bots" help:"Let bots learn: play games to learn from, fit nets."`
	Load    loadCmd    `cmd:"" group:"servers" help:"Load-test a server from outside."`
	Deal    dealCmd    `cmd:"" group:"servers" help:"Deal a table of a stopped server with a known secret, for tests."`
}

// helpGroups returns the groups of commands in the help, each with an example.
func helpGroups() kong.Option {
	return kong.ExplicitGroups([]kong.Group{
		{Key: "games", Title: "Games", Description: "theriac-lab sim --players 4 --bot steady --games 100"},
		{Key: "bots", Title: "Bots", Description: "theriac-lab arena --a expert --b steady --deals 100"},
		{Key: "servers", Title: "Servers", Description: "theriac-lab load --tables 60 --duration 6s --compare-bare"},
	})
}

func main() { os.Exit(run()) }

// run parses the command line and runs the command. It returns the exit code.
func run() int {
	return commands.Run("theriac-lab", "Measures the games, bots and servers of Theriac.", &cli{}, helpGroups(),
		kong.Vars{"games": strings.Join(games.Names(), ","), "game": games.Default()})
}

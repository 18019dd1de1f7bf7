// Command theriac is the one binary: it plays, replays and checks outbreak
// games. Each subcommand is a file; none of them holds more than wiring.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	_ "golang.org/x/crypto/x509roots/fallback" // certificates of authorities, where the system has none, as in a container

	"theriac/games"
	"theriac/locale"
)

// cli is the list of subcommands.
type cli struct {
	Play     playCmd     `cmd:"" group:"Play" help:"Play a game around one keyboard."`
	Replay   replayCmd   `cmd:"" group:"Play" help:"Check a transcript and show its game turn by turn."`
	Branch   branchCmd   `cmd:"" group:"Play" help:"Print a game up to one of its moves, to play on from there."`
	Text     textCmd     `cmd:"" group:"Play" help:"Print a position, what is known and the legal moves as compact text."`
	Cards    cardsCmd    `cmd:"" group:"Play" help:"Print the replaceable cards of a game, as a template for your own."`
	Verify   verifyCmd   `cmd:"" group:"Play" help:"Verify a finished game: its moves, its shuffle, and what each seat added to it."`
	Serve    serveCmd    `cmd:"" group:"Host" help:"Start the server."`
	Doctor   doctorCmd   `cmd:"" group:"Host" help:"Look at a server and its machine, and say what to mend."`
	Backup   backupCmd   `cmd:"" group:"Host" help:"Write all data of a server to one file."`
	Restore  restoreCmd  `cmd:"" group:"Host" help:"Restore a server from a backup, and check it."`
	Worker   workerCmd   `cmd:"" group:"Host" help:"Think for the bots of a server, on this machine."`
	Sim      simCmd      `cmd:"" group:"Research" help:"Simulate many games and print statistics."`
	Arena    arenaCmd    `cmd:"" group:"Research" help:"Let two bots play the same deals, and compare them."`
	Eval     evalCmd     `cmd:"" group:"Research" help:"Say how likely a game is to be won, or how well such chances fit many games."`
	Stories  storiesCmd  `cmd:"" group:"Research" help:"Tell the stories of bots' games, and check them."`
	Puzzles  puzzlesCmd  `cmd:"" group:"Research" help:"Look for puzzles in games of bots and prove them."`
	Tune     tuneCmd     `cmd:"" group:"Research" help:"Let bots learn: play games to learn from, fit nets."`
	Suite    suiteCmd    `cmd:"" group:"Research" help:"Run the conformance suite over many random games, with all combinations of options."`
	Load     loadCmd     `cmd:"" group:"Research" help:"Load-test a server from outside."`
	Version  versionCmd  `cmd:"" group:"About" help:"Print the version, the commit, and the revisions of the rules."`
	Licences licencesCmd `cmd:"" group:"About" help:"Print the licences of what others wrote and this program contains."`

	Completion completionCmd    `cmd:"" hidden:"" help:"Print completions for a shell."`
	Man        manCmd           `cmd:"" hidden:"" help:"Print the manual page."`
	About      kong.VersionFlag `name:"version" help:"Print the version."`
}

func main() { os.Exit(run()) }

// run parses the command line and carries it out.
func run() int {
	var c cli
	k := kong.Must(&c, kong.Name("theriac"), kong.Description("A tabletop for outbreak games."), variables())
	ctx, err := k.Parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "theriac: "+err.Error()+"\nSee “"+helpFor(err)+"”.")
		return misused
	}
	if err := ctx.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "theriac: "+err.Error())
		return failed
	}
	return 0
}

// How the program exits where it does not do what it was asked to.
const (
	failed  = 1
	misused = 2 // the command line says nothing that can be done
)

// helpFor is what to type for help after a mistake in the command line: of the command, if
// there is one.
func helpFor(err error) string {
	words := []string{"theriac"}
	var wrong *kong.ParseError
	if errors.As(err, &wrong) {
		for _, p := range wrong.Context.Path {
			if p.Command != nil {
				words = append(words, p.Command.Name)
			}
		}
	}
	return strings.Join(append(words, "--help"), " ")
}

// variables are what the help texts and the lists of values name.
func variables() kong.Vars {
	return kong.Vars{
		"version": identity(), "games": strings.Join(games.Names(), ","), "game": games.Default(), "replaceable": replaceable(),
		"levels": strings.Join(levels(), ", "),
	}
}

// levels are the names of the bots' levels, of all games.
func levels() []string {
	var all []string
	for _, e := range games.Entries {
		for _, l := range e.Bots {
			if !slices.Contains(all, l.Name) {
				all = append(all, l.Name)
			}
		}
	}
	return all
}

// screen is what every command that shows something to a person lets him choose.
type screen struct {
	Lang  string `help:"Language, such as en or fr; default: from the environment." placeholder:"TAG"`
	Color string `enum:"auto,always,never" default:"auto" help:"Use colours: ${enum}."`
	Width int    `help:"Columns to use; default: the terminal's width." placeholder:"N"`
}

// catalogue finds the language: the flag, or the first that the environment
// names. The flag has to name one that there is, the environment need not.
func (s screen) catalogue() (*locale.Catalogue, error) {
	tag := s.Lang
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if tag == "" {
			tag = os.Getenv(name)
		}
	}
	lang := locale.Match(tag)
	c, err := locale.For(lang)
	// What is not known is matched by the default language: look at the tag.
	if err == nil && s.Lang != "" && !names(s.Lang, lang) {
		return nil, told(c.Text("terminal.error.language", "tag", s.Lang, "languages", strings.Join(locale.Languages(), ", ")))
	}
	return c, err
}

// names says whether a tag such as fr-CA is of a language.
func names(tag, lang string) bool {
	if end := strings.IndexAny(tag, "-_.@"); end >= 0 {
		tag = tag[:end]
	}
	return strings.EqualFold(tag, lang)
}

// colour says whether to colour what is printed.
func (s screen) colour() bool {
	if s.Color != "auto" {
		return s.Color == "always"
	}
	return isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// The width where nothing says another, and the bounds of what is readable.
const (
	usualWidth = 80
	leastWidth = 40
	mostWidth  = 110
)

// width is how many columns to use.
func (s screen) width() int {
	n := s.Width
	if n <= 0 {
		n = min(terminalWidth(os.Stdout), mostWidth)
	}
	if n <= 0 {
		n = usualWidth
	}
	return max(n, leastWidth)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}

// told is an error in the player's own words.
func told(text string) error { return errors.New(text) }

// Command theriac is the program that people play and host outbreak games with. Each subcommand is a file; none of them holds more than wiring.
package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // certificates of authorities, where the system has none, as in a container

	"theriac/games"
	"theriac/internal/commands"
	"theriac/locale"
)

// cli is the list of subcommands.
type cli struct {
	Play     playCmd     `cmd:"" group:"play" help:"Play a game around one keyboard."`
	Text     textCmd     `cmd:"" group:"play" help:"Print a position, what is known and the legal moves as compact text."`
	Serve    serveCmd    `cmd:"" group:"host" help:"Start the server."`
	Doctor   doctorCmd   `cmd:"" group:"host" help:"Look at a server and its machine, and say what to mend."`
	Backup   backupCmd   `cmd:"" group:"host" help:"Write all data of a server to one file."`
	Restore  restoreCmd  `cmd:"" group:"host" help:"Restore a server from a backup, and check it."`
	Worker   workerCmd   `cmd:"" group:"host" help:"Think for the bots of a server, on this machine."`
	Replay   replayCmd   `cmd:"" group:"files" help:"Check a transcript and show its game turn by turn."`
	Branch   branchCmd   `cmd:"" group:"files" help:"Print a game up to one of its moves, to play on from there."`
	Verify   verifyCmd   `cmd:"" group:"files" help:"Verify a finished game: its moves, its shuffle, and what each seat added to it."`
	Cards    cardsCmd    `cmd:"" group:"files" help:"Print the replaceable cards of a game, as a template for your own."`
	Version  versionCmd  `cmd:"" group:"about" help:"Print the version, the commit, and the revisions of the rules."`
	Licences licencesCmd `cmd:"" group:"about" help:"Print the licences of what others wrote and this program contains."`

	Completion completionCmd    `cmd:"" hidden:"" help:"Print completions for a shell."`
	Man        manCmd           `cmd:"" hidden:"" help:"Print the manual page."`
	About      kong.VersionFlag `name:"version" help:"Print the version."`
}

// helpGroups are what the help sorts the commands into, with an example of each.
func helpGroups() kong.Option {
	return kong.ExplicitGroups([]kong.Group{
		{Key: "play", Title: "Play", Description: "theriac play " + games.Default() + " --players 3 --bots steady"},
		{Key: "host", Title: "Host", Description: "theriac serve --data tables"},
		{Key: "files", Title: "Files", Description: "theriac replay game.txt"},
		{Key: "about", Title: "About", Description: "theriac version"},
	})
}

func main() { os.Exit(run()) }

// run parses the command line and carries it out.
func run() int {
	return commands.Run("theriac", "A tabletop for outbreak games.", &cli{}, variables(), helpGroups())
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
	return commands.IsTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
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

// told is an error in the player's own words.
func told(text string) error { return errors.New(text) }

// Command theriac is the program with which people play and host outbreak games. Each subcommand has its own
// file and contains only wiring.
package main

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	_ "golang.org/x/crypto/x509roots/fallback" // root certificates for systems that have none, such as containers

	"theriac/games"
	"theriac/internal/commands"
	"theriac/locale"
)

// cli lists the subcommands.
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

// helpGroups returns the groups of commands in the help, each with an example.
func helpGroups() kong.Option {
	return kong.ExplicitGroups([]kong.Group{
		{Key: "play", Title: "Play", Description: "theriac play " + games.Default() + " --players 3 --bots steady"},
		{Key: "host", Title: "Host", Description: "theriac serve --data tables"},
		{Key: "files", Title: "Files", Description: "theriac replay game.txt"},
		{Key: "about", Title: "About", Description: "theriac version"},
	})
}

func main() { os.Exit(run()) }

// run parses the command line and runs the command. It returns the exit code.
func run() int {
	return commands.Run("theriac", "A tabletop for outbreak games.", &cli{}, variables(), helpGroups())
}

// variables returns the variables that help texts and enumerations use.
func variables() kong.Vars {
	return kong.Vars{
		"version": identity(), "games": strings.Join(games.Names(), ","), "game": games.Default(), "replaceable": replaceable(),
		"levels": strings.Join(levels(), ", "),
	}
}

// levels returns the names of the bot levels of all games.
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

// screen holds the flags of all commands that print for a person.
type screen struct {
	Lang  string `help:"Language, such as en or fr; default: from the environment." placeholder:"TAG"`
	Color string `enum:"auto,always,never" default:"auto" help:"Use colours: ${enum}."`
	Width int    `help:"Columns to use; default: the terminal's width." placeholder:"N"`
}

// catalogue returns the texts in the language of the flag or, without a flag, of the first environment variable
// that is set. An unknown language is an error only if the flag names it.
func (s screen) catalogue() (*locale.Catalogue, error) {
	tag := s.Lang
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if tag == "" {
			tag = os.Getenv(name)
		}
	}
	lang := locale.Match(tag)
	c, err := locale.For(lang)
	// For an unknown tag, Match returns the default language, which the flag then does not name.
	if err == nil && s.Lang != "" && !names(s.Lang, lang) {
		return nil, told(c.Text("terminal.error.language", "tag", s.Lang, "languages", strings.Join(locale.Languages(), ", ")))
	}
	return c, err
}

// names reports whether a tag such as fr-CA names a language.
func names(tag, lang string) bool {
	if end := strings.IndexAny(tag, "-_.@"); end >= 0 {
		tag = tag[:end]
	}
	return strings.EqualFold(tag, lang)
}

// colour reports whether to print in colour.
func (s screen) colour() bool {
	if s.Color != "auto" {
		return s.Color == "always"
	}
	return commands.IsTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// The default width in columns, and the smallest and largest readable width.
const (
	usualWidth = 80
	leastWidth = 40
	mostWidth  = 110
)

// width returns the number of columns to use.
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

// told returns an error that is shown to the player as it is.
func told(text string) error { return errors.New(text) }

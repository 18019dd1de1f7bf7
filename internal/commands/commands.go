// Package commands is what the command lines of the programs share: how one is parsed and
// carried out, how a mistake in it is told, progress, and texts that people wrote.
//
// It refuses to know a command.
package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// How a program exits if it does not do what it was asked to.
const (
	failed  = 1
	misused = 2 // the command line says nothing that can be done
)

// Run parses the command line of a program and carries it out. It returns how to exit.
func Run(name, about string, cli any, options ...kong.Option) int {
	k := kong.Must(cli, append(options, kong.Name(name), kong.Description(about))...)
	ctx, err := k.Parse(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, name+": "+err.Error()+"\nSee “"+helpFor(name, err)+"”.")
		return misused
	}
	if err := ctx.Run(); err != nil {
		fmt.Fprintln(os.Stderr, name+": "+err.Error())
		return failed
	}
	return 0
}

// helpFor is what to type for help after a mistake in the command line: of the command, if
// there is one.
func helpFor(name string, err error) string {
	words := []string{name}
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

// IsTerminal reports whether somebody sits at a file.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}

// ReadFile reads a text and mends what editors and mail do to one: a mark at
// its beginning, other line ends, a last line without an end.
func ReadFile(name string) (string, error) {
	data, err := os.ReadFile(name)
	text := strings.TrimPrefix(string(data), "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, err
}

// ReadCards reads cards of a group's own; no name is none.
func ReadCards(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return ReadFile(name)
}

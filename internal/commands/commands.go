// Package commands holds the code that the command lines of all programs share: parsing and running
// a command, reporting mistakes, showing progress, and reading text files.
//
// By design it refuses to know any particular command: each program defines its own.
package commands

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// Exit codes of a program that fails.
const (
	failed  = 1
	misused = 2 // the command line is invalid
)

// Run parses a program's command line, runs the command and returns the exit code.
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

// helpFor returns the command line that shows help after a mistake. If the mistake is within a
// command, that is the command line for the command's help.
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

// IsTerminal reports whether a file is a terminal.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&fs.ModeCharDevice != 0
}

// ReadFile reads a text file. It undoes the changes that editors and email programs make: a byte
// order mark, other line endings, a missing line break at the end.
func ReadFile(name string) (string, error) {
	data, err := os.ReadFile(name)
	text := strings.TrimPrefix(string(data), "\ufeff")
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, err
}

// ReadCards reads the file with a group's own cards. An empty name means that the group has none.
func ReadCards(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	return ReadFile(name)
}

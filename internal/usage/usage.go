// Package usage writes the manual page, and completions for shells, from the model of
// the command line. It refuses to know a command or a flag by name: what the model
// hides is left out, and everything else follows from it.
package usage

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// command is one that can be typed, with the words that lead to it.
type command struct {
	*kong.Node
	words []string
}

// all lists the commands from the program itself down, hidden ones aside.
func all(root *kong.Node) []command {
	var list []command
	var walk func(n *kong.Node, words []string)
	walk = func(n *kong.Node, words []string) {
		list = append(list, command{n, words})
		for _, child := range n.Children {
			if !child.Hidden && child.Type == kong.CommandNode {
				walk(child, append(slices.Clone(words), child.Name))
			}
		}
	}
	walk(root, nil)
	return list
}

// subcommands are those that can follow a command.
func (c command) subcommands() []*kong.Node {
	return slices.DeleteFunc(slices.Clone(c.Children), func(n *kong.Node) bool { return n.Hidden || n.Type != kong.CommandNode })
}

// flags are those of a command, --help included, which it shares with the program.
func (c command) flags() []*kong.Flag {
	var list []*kong.Flag
	for _, group := range c.AllFlags(true) {
		for _, f := range group {
			// The version is the program's alone.
			if len(c.words) == 0 || f.Name != "version" {
				list = append(list, f)
			}
		}
	}
	// A command that others follow often has one that is meant when none does.
	if d := c.DefaultCmd; d != nil {
		for _, f := range d.Flags {
			if !f.Hidden {
				list = append(list, f)
			}
		}
	}
	return list
}

// takesFile says whether a value is the name of a file or a folder.
func takesFile(v *kong.Value) bool {
	switch v.Tag.Type {
	case "path", "existingfile", "existingdir", "filecontent":
		return true
	}
	return v.Flag == nil && strings.HasPrefix(v.Name, "file")
}

// values are the words that a value can be; nil where it can be others.
func values(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	return slices.DeleteFunc(v.EnumSlice(), func(s string) bool { return s == "" })
}

// files says whether a command takes names of files.
func (c command) files() bool {
	args := c.Positional
	if c.DefaultCmd != nil {
		args = append(slices.Clone(args), c.DefaultCmd.Positional...)
	}
	return slices.ContainsFunc(args, takesFile)
}

// brief is the first sentence of a help text, without its full stop.
func brief(help string) string {
	text, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(text, ".")
}

// Package usage generates the manual page and shell completions from the model of the command line.
//
// By design it refuses to know any command or flag by name: it derives everything from the model, and omits
// what the model hides.
package usage

import (
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// command is a command that a user can type, with the words that lead to it.
type command struct {
	*kong.Node
	words []string
}

// all returns the program and all its commands, from the top down, without hidden ones.
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

// subcommands returns the visible commands below a command.
func (c command) subcommands() []*kong.Node {
	return slices.DeleteFunc(slices.Clone(c.Children), func(n *kong.Node) bool { return n.Hidden || n.Type != kong.CommandNode })
}

// flags returns the flags of a command, including --help, which all commands have.
func (c command) flags() []*kong.Flag {
	var list []*kong.Flag
	for _, group := range c.AllFlags(true) {
		for _, f := range group {
			// Only the program itself has the flag --version.
			if len(c.words) == 0 || f.Name != "version" {
				list = append(list, f)
			}
		}
	}
	// A command with subcommands often has a default subcommand, and accepts its flags.
	if d := c.DefaultCmd; d != nil {
		for _, f := range d.Flags {
			if !f.Hidden {
				list = append(list, f)
			}
		}
	}
	return list
}

// takesFile reports whether a value is the name of a file or of a folder.
func takesFile(v *kong.Value) bool {
	switch v.Tag.Type {
	case "path", "existingfile", "existingdir", "filecontent":
		return true
	}
	return v.Flag == nil && strings.HasPrefix(v.Name, "file")
}

// values returns the words from which a user must choose a value, or nil if any value is possible.
func values(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	return slices.DeleteFunc(v.EnumSlice(), func(s string) bool { return s == "" })
}

// files reports whether a command has an argument that is the name of a file.
func (c command) files() bool {
	args := c.Positional
	if c.DefaultCmd != nil {
		args = append(slices.Clone(args), c.DefaultCmd.Positional...)
	}
	return slices.ContainsFunc(args, takesFile)
}

// brief returns the first sentence of a help text, without the full stop.
func brief(help string) string {
	text, _, _ := strings.Cut(help, ". ")
	return strings.TrimSuffix(text, ".")
}

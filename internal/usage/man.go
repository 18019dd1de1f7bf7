package usage

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Man returns the program's manual page for section 1. The date is an argument, so that two builds of one
// commit are identical.
func Man(app *kong.Application, version, date string) string {
	var out strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line(".TH %s 1 %q %q", strings.ToUpper(app.Name), date, app.Name+" "+version)
	line(".SH NAME\n%s \\- %s", app.Name, roff(strings.ToLower(app.Help[:1])+strings.TrimSuffix(app.Help[1:], ".")))
	line(".SH SYNOPSIS\n.B %s\n.I command\n.RI [ flags ]\n.RI [ arguments ]", app.Name)
	line(".SH DESCRIPTION\nOne program serves tables to browsers, plays in a terminal, and checks and replays games.")
	line("Every flag that names a variable can be set by it in the environment as well.")
	line(".SH COMMANDS")
	for _, c := range all(app.Node) {
		// A command that only groups subcommands has no section of its own, because each subcommand has one.
		if len(c.words) == 0 || len(c.subcommands()) > 0 && c.DefaultCmd == nil {
			continue
		}
		n := c.Node
		if c.DefaultCmd != nil {
			n = c.DefaultCmd
		}
		line(".SS %q", roff(app.Name+" "+strings.Join(c.words, " ")+arguments(n)))
		line("%s", text(n.Help))
		for _, p := range n.Positional {
			line(".TP\n.I %s\n%s", roff(p.Name), text(p.Help))
		}
		for _, f := range c.flags() {
			if f.Name != "help" {
				manFlag(line, f)
			}
		}
	}
	line(".SH \"EXIT STATUS\"\n0 if everything went well, 2 if the command line is wrong, otherwise 1.")
	line(".SH FILES\n.TP\n.I $XDG_DATA_HOME/theriac\nThe data folder of a server that a person starts, or")
	line(".I ~/.local/share/theriac\nwhere the variable is not set.")
	line(".TP\n.I /var/lib/theriac\nThe data folder of the service that a package installs.")
	return out.String()
}

func manFlag(line func(string, ...any), f *kong.Flag) {
	name := "--" + f.Name
	if f.Short != 0 {
		name = "-" + string(f.Short) + ", " + name
	}
	if !f.IsBool() && !f.IsCounter() {
		name += "=" + f.FormatPlaceHolder()
	}
	help := f.Help
	if len(f.Envs) > 0 {
		help = strings.TrimSpace(help + " (" + strings.Join(f.Envs, ", ") + ")")
	}
	line(".TP\n.B %s\n%s", roff(name), text(help))
}

// arguments returns the arguments of a command, as its usage line shows them.
func arguments(n *kong.Node) string {
	s := ""
	for _, p := range n.Positional {
		s += " " + p.Summary()
	}
	return s
}

// roff escapes a text, so that roff does not interpret any of it as a command.
func roff(s string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, `"`, `\(dq`, "'", `\(aq`).Replace(s)
}

// text returns a paragraph for roff. It makes sure that the paragraph does not begin like a command.
func text(s string) string {
	s = roff(strings.Join(strings.Fields(s), " "))
	if strings.HasPrefix(s, ".") {
		s = `\&` + s
	}
	return s
}

package usage

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

// Bash returns a completion script for bash.
func Bash(app *kong.Application) string {
	var paths, flagValues, words strings.Builder
	for _, c := range all(app.Node) {
		path := strings.Join(c.words, " ")
		if len(c.words) > 0 {
			fmt.Fprintf(&paths, "      %s) path=%s ;;\n", quote(path), quote(path))
		}
		var next []string
		for _, s := range c.subcommands() {
			next = append(next, s.Name)
		}
		for _, f := range c.flags() {
			next = append(next, "--"+f.Name)
			if f.IsBool() || f.IsCounter() {
				continue
			}
			names := quote(path + " --" + f.Name)
			if f.Short != 0 {
				next = append(next, "-"+string(f.Short))
				names += "|" + quote(path+" -"+string(f.Short))
			}
			offer := "return" // no completions: any value is possible
			if takesFile(f.Value) {
				offer = "_" + app.Name + "_files; return"
			} else if list := values(f.Value); list != nil {
				offer = "mapfile -t COMPREPLY < <(compgen -W " + quote(strings.Join(list, " ")) + ` -- "$cur"); return`
			}
			fmt.Fprintf(&flagValues, "    %s) %s ;;\n", names, offer)
		}
		files := ""
		if c.files() {
			files = " files=1"
		}
		fmt.Fprintf(&words, "    %s) words=%s%s ;;\n", quote(path), quote(strings.Join(next, " ")), files)
	}
	return strings.NewReplacer("NAME", app.Name, "PATHS\n", paths.String(), "VALUES\n", flagValues.String(), "WORDS\n", words.String()).Replace(`# Completion of NAME for bash, written by: NAME completion bash
_NAME_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}
_NAME() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} path="" words="" files="" i
  COMPREPLY=()
  # bash takes --flag=value apart at the sign.
  if [[ $cur == "=" ]]; then cur=""; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD - 2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${path:+$path }${COMP_WORDS[i]}" in
PATHS
    esac
  done
  case "$path $prev" in
VALUES
  esac
  case "$path" in
WORDS
  esac
  if [[ $files && $cur != -* ]]; then _NAME_files; return; fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _NAME NAME
`)
}

// quote quotes a text as a single word for a shell.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// Zsh returns a completion script for zsh, which has a function for each command.
func Zsh(app *kong.Application) string {
	var out strings.Builder
	fmt.Fprintf(&out, "#compdef %[1]s\n# Completion of %[1]s for zsh, written by: %[1]s completion zsh\n", app.Name)
	for _, c := range all(app.Node) {
		fmt.Fprintf(&out, "\n%s() {\n", zshName(app, c.words))
		args := []string{"-s"}
		subs := c.subcommands()
		if len(subs) > 0 {
			args = append(args, "-C")
		}
		for _, f := range c.flags() {
			args = append(args, zshFlag(f))
		}
		switch {
		case len(subs) > 0:
			args = append(args, "'1: :->command'", "'*:: :->rest'")
			out.WriteString("  local curcontext=$curcontext state line\n  local -a commands\n")
		case c.files():
			args = append(args, "'*:file:_files'")
		}
		fmt.Fprintf(&out, "  _arguments %s\n", strings.Join(args, " \\\n    "))
		if len(subs) > 0 {
			out.WriteString("  case $state in\n  command)\n    commands=(\n")
			for _, s := range subs {
				fmt.Fprintf(&out, "      %s\n", quote(s.Name+":"+brief(s.Help)))
			}
			out.WriteString("    )\n    _describe command commands ;;\n  rest)\n    case $line[1] in\n")
			for _, s := range subs {
				fmt.Fprintf(&out, "    %s) %s ;;\n", s.Name, zshName(app, append(append([]string{}, c.words...), s.Name)))
			}
			out.WriteString("    esac ;;\n  esac\n")
		}
		out.WriteString("}\n")
	}
	fmt.Fprintf(&out, "\ncompdef _%[1]s %[1]s\n", app.Name)
	return out.String()
}

func zshName(app *kong.Application, words []string) string {
	return "_" + strings.Join(append([]string{app.Name}, words...), "_")
}

// zshFlag returns a flag in the format of zsh's _arguments.
func zshFlag(f *kong.Flag) string {
	help := strings.NewReplacer("[", "(", "]", ")", ":", `\:`).Replace(brief(f.Help))
	several := ""
	if f.IsSlice() || f.IsMap() {
		several = "*"
	}
	if f.IsBool() || f.IsCounter() {
		return quote(several + "--" + f.Name + "[" + help + "]")
	}
	value := ":" + strings.ToLower(strings.NewReplacer(":", "", `"`, "").Replace(f.FormatPlaceHolder())) + ":"
	if takesFile(f.Value) {
		value += "_files"
	} else if list := values(f.Value); list != nil {
		value += "(" + strings.Join(list, " ") + ")"
	}
	return quote(several + "--" + f.Name + "=[" + help + "]" + value)
}

// Fish returns a completion script for fish.
func Fish(app *kong.Application) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Completion of %[1]s for fish, written by: %[1]s completion fish\ncomplete -c %[1]s -f\n", app.Name)
	for _, c := range all(app.Node) {
		when := fishWhen(c)
		for _, s := range c.subcommands() {
			fmt.Fprintf(&out, "complete -c %s -n %s -a %s -d %s\n", app.Name, quote(when), s.Name, fishQuote(brief(s.Help)))
		}
		if c.files() {
			fmt.Fprintf(&out, "complete -c %s -n %s -F\n", app.Name, quote(when))
		}
		for _, f := range c.flags() {
			short, value := "", ""
			if f.Short != 0 {
				short = " -s " + string(f.Short)
			}
			switch list := values(f.Value); {
			case f.IsBool() || f.IsCounter():
			case takesFile(f.Value):
				value = " -r -F"
			case list != nil:
				value = " -x -a " + quote(strings.Join(list, " "))
			default:
				value = " -x"
			}
			fmt.Fprintf(&out, "complete -c %s -n %s -l %s%s%s -d %s\n", app.Name, quote(when), f.Name, short, value, fishQuote(brief(f.Help)))
		}
	}
	return out.String()
}

// fishWhen returns the condition for offering a command's words and flags: the user has typed that command, and
// none of its subcommands.
func fishWhen(c command) string {
	var when []string
	for _, w := range c.words {
		when = append(when, "__fish_seen_subcommand_from "+w)
	}
	var next []string
	for _, s := range c.subcommands() {
		next = append(next, s.Name)
	}
	if len(next) > 0 {
		when = append(when, "not __fish_seen_subcommand_from "+strings.Join(next, " "))
	}
	return strings.Join(when, "; and ")
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}

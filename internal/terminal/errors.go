package terminal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games"
	"theriac/locale"
)

// Explain describes an error in plain words. If the game is given, the description can include one of its
// rules, or the valid values of its options.
func Explain(c *locale.Catalogue, g engine.Game, err error) string {
	var file *FileError
	var refusal *engine.Refusal
	var parse *engine.ParseError
	var path *fs.PathError
	var write *writeError
	switch {
	case errors.As(err, &write):
		return c.Text("terminal.error.write", "file", write.name, "reason", cause(write.err).Error())
	case errors.As(err, &parse) && parse.Why == transcript.Foreign:
		return c.Text("terminal.error.not-a-game")
	case errors.As(err, &file) && file.Line > 0:
		return c.Text("terminal.error.line", "line", file.Line, "reason", Explain(c, file.Game, file.Err))
	case errors.As(err, &refusal):
		title := refusal.Rule
		if g != nil {
			if r, ok := c.Rule(g.Name(), refusal.Rule); ok {
				title = fmt.Sprintf("%s. %s (%s)", r.Title, r.Text, r.ID)
			}
		}
		return "“" + refusal.What + "” — " + c.Text("refusal", "rule", title)
	case errors.As(err, &parse):
		text := c.Text("terminal.error.read", "text", parse.Text, "reason", reason(c, parse.Why))
		return text + choices(c, g, parse)
	case errors.Is(err, engine.ErrSealed):
		return c.Text("terminal.error.sealed")
	case errors.Is(err, errNoPresenter):
		return c.Text("terminal.error.no-face")
	case errors.Is(err, errNoSuchSeat):
		return c.Text("terminal.error.no-seat")
	case errors.Is(err, fs.ErrNotExist) && errors.As(err, &path):
		return c.Text("terminal.error.no-file", "file", path.Path)
	}
	return err.Error()
}

// cause returns a file error without the file's name, which may differ from the name that the player typed.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// reason translates an error message about the notation. It looks up the beginning of the English message, and
// appends the rest, such as a hash, unchanged.
func reason(c *locale.Catalogue, why string) string {
	words := strings.Fields(why)
	for n := len(words); n > 0; n-- {
		key := "terminal.reason." + strings.Join(tokens(strings.Join(words[:n], " ")), "-")
		if c.Has(key) {
			return strings.TrimSpace(c.Text(key) + " " + strings.Join(words[n:], " "))
		}
	}
	return why
}

// choices lists the valid alternatives to an unknown name: games, options, or the values of an
// option.
func choices(c *locale.Catalogue, g engine.Game, e *engine.ParseError) string {
	var names []string
	switch {
	case e.Why == "no such game":
		for _, g := range games.All {
			names = append(names, g.Name())
		}
		return " " + c.Text("terminal.error.games", "games", strings.Join(names, ", "))
	case g == nil:
	case e.Why == "no such level":
		entry, _ := games.FindEntry(g.Name())
		for _, l := range entry.Bots {
			names = append(names, l.Name)
		}
		return " " + c.Text("terminal.error.levels", "game", g.Name(), "levels", strings.Join(names, ", "))
	case e.Why == "no such option":
		for _, o := range g.Options() {
			names = append(names, o.Name)
		}
		return " " + c.Text("terminal.error.options", "game", g.Name(), "options", strings.Join(names, ", "))
	case e.Why == "no such value":
		name, _, _ := strings.Cut(e.Text, " ")
		for _, o := range g.Options() {
			if o.Name != name {
				continue
			}
			list := strings.Join(o.Values, ", ")
			if o.Kind == engine.Range {
				list = fmt.Sprintf("%d–%d", o.Min, o.Max)
			}
			return " " + c.Text("terminal.error.values", "option", name, "values", list)
		}
	}
	return ""
}

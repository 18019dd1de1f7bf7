// Command gen writes the parts of the documents that follow from the code, and
// with -check says whether they are as it would write them. It refuses to write
// anything that a person has to think about: it fills tables only.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"theriac/engine"
	"theriac/games"
	"theriac/locale"
)

const notation = "docs/notation.md"

func main() {
	check := flag.Bool("check", false, "only compare")
	flag.Parse()
	if err := run(*check); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(check bool) error {
	old, err := os.ReadFile(notation)
	if err != nil {
		return err
	}
	text := string(old)
	texts, err := locale.For("en")
	if err != nil {
		return err
	}
	for _, g := range games.All {
		for name, table := range map[string]string{
			g.Name() + " options": optionTable(g, texts),
			g.Name() + " moves":   wordTable(g.Vocabulary().Verbs, "verb.", texts),
			g.Name() + " facts":   wordTable(g.Vocabulary().Facts, "", texts),
		} {
			if text, err = replace(text, name, table); err != nil {
				return err
			}
		}
	}
	if text == string(old) {
		return nil
	}
	if check {
		return fmt.Errorf("%s is not what the code says: run go run ./internal/gen", notation)
	}
	return os.WriteFile(notation, []byte(text), 0o644)
}

// replace puts a table between its marks.
func replace(text, name, table string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	head, rest, ok := strings.Cut(text, begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return "", fmt.Errorf("%s has no place for “%s”", notation, name)
	}
	return head + begin + table + end + tail, nil
}

func wordTable(words []engine.Word, label string, texts *locale.Catalogue) string {
	var b strings.Builder
	if label != "" {
		b.WriteString("| move | what it is |\n|---|---|\n")
	} else {
		b.WriteString("| fact |\n|---|\n")
	}
	for _, w := range words {
		text := w.Name
		for _, k := range w.Args {
			text += " " + strings.ToUpper(k.Name)
		}
		if label != "" {
			fmt.Fprintf(&b, "| `%s` | %s |\n", text, texts.Text(label+w.Name))
		} else {
			fmt.Fprintf(&b, "| `%s` |\n", text)
		}
	}
	return b.String()
}

func optionTable(g engine.Game, texts *locale.Catalogue) string {
	var b strings.Builder
	b.WriteString("| option | values | default |\n|---|---|---|\n")
	for _, o := range g.Options() {
		values := strings.Join(o.Values, ", ")
		if o.Kind == engine.Range {
			values = fmt.Sprintf("%d to %d", o.Min, o.Max)
		}
		def := o.Default
		for _, in := range o.Instead {
			def += fmt.Sprintf(" (%s where %s is %s)", in.Default, in.Option, in.Is)
		}
		fmt.Fprintf(&b, "| `%s` %s | %s | %s |\n", o.Name, texts.Text("option."+o.Name), values, strings.TrimSpace(def))
	}
	return b.String()
}

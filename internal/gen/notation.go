package main

import (
	"fmt"
	"os"
	"strings"

	"theriac/engine"
	"theriac/games"
	"theriac/games/epidemic"
	"theriac/locale"
)

const notation = "docs/build/notation.md"

// notationText returns the document about the notation, with its generated tables filled in.
func notationText() ([]byte, error) {
	old, err := os.ReadFile(notation)
	if err != nil {
		return nil, err
	}
	text := string(old)
	texts, err := locale.For("en")
	if err != nil {
		return nil, err
	}
	for _, g := range games.All {
		own := texts.Of(g.Name())
		moves, told := g.Vocabulary().Verbs, g.Vocabulary().Facts
		if m, ok := g.(*epidemic.Ruleset); ok {
			moves, told = played(m), facts(m) // a map game uses only some of the kernel's words
		}
		for name, table := range map[string]string{
			g.Name() + " options": optionTable(g, own),
			g.Name() + " moves":   wordTable(moves, "verb.", own),
			g.Name() + " facts":   wordTable(told, "", own),
		} {
			if text, err = replace(text, name, table); err != nil {
				return nil, err
			}
		}
	}
	return []byte(text), nil
}

// replace replaces the part of a document between the two marks with this name by the given table.
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
			def += fmt.Sprintf(" (%s if %s is %s)", in.Default, in.Option, in.Is)
		}
		fmt.Fprintf(&b, "| `%s` %s | %s | %s |\n", o.Name, texts.Text("option."+o.Name), values, strings.TrimSpace(def))
	}
	return b.String()
}

package terminal

import (
	"strings"
	"unicode/utf8"
)

// style colours text, or leaves it plain. Nothing is told by colour alone.
type style struct{ on bool }

func (s style) paint(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(text string) string { return s.paint("1", text) }
func (s style) dim(text string) string  { return s.paint("2", text) }

// disease paints a text in a disease's colour. Black is white on black, so that
// it can be read on any ground.
func (s style) disease(id, text string) string {
	if code, ok := paints[id]; ok {
		return s.paint(code, text)
	}
	return text
}

var paints = map[string]string{"blue": "94", "yellow": "33", "black": "97;40", "red": "91", "purple": "35"}

// wide is how many columns a text takes: its letters without the colours.
func wide(text string) int {
	n := 0
	for {
		before, rest, coloured := strings.Cut(text, "\x1b[")
		n += utf8.RuneCountInString(before)
		if !coloured {
			return n
		}
		_, text, _ = strings.Cut(rest, "m")
	}
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-wide(text)))
}

// flow lays items in a row after a head, and goes on below the first item
// where the line is full.
func flow(head string, items []string, gap string, width int) string {
	var b strings.Builder
	b.WriteString(head)
	indent := wide(head)
	at := indent
	comma := strings.TrimRight(gap, " ") // stays at the end of a line
	for i, it := range items {
		if i > 0 {
			need := wide(gap) + wide(it)
			if i < len(items)-1 {
				need += wide(comma)
			}
			if at+need > width {
				b.WriteString(comma + "\n" + strings.Repeat(" ", indent))
				at = indent
			} else {
				b.WriteString(gap)
				at += wide(gap)
			}
		}
		b.WriteString(it)
		at += wide(it)
	}
	b.WriteByte('\n')
	return b.String()
}

// wrap breaks a text into lines, indented like the head's end.
func wrap(head, text string, width int) string {
	return flow(head, words(text), " ", width)
}

// words are the parts of a text between which a line may break: a space that
// does not break, as French has before a colon, keeps its neighbours together.
func words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' })
}

// together keeps a name on one line.
func together(name string) string { return strings.ReplaceAll(name, " ", "\u00a0") }

// columns lays items in columns of one width.
func columns(indent string, items []string, width int) string {
	widest := 0
	for _, it := range items {
		widest = max(widest, wide(it))
	}
	per := max(1, (width-len(indent)+2)/(widest+2))
	var b strings.Builder
	for i, it := range items {
		if i%per == 0 {
			b.WriteString(indent)
		}
		if i%per == per-1 || i == len(items)-1 {
			b.WriteString(it + "\n")
		} else {
			b.WriteString(pad(it, widest+2))
		}
	}
	return b.String()
}

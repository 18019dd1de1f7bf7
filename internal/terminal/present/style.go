package present

import (
	"strings"
	"unicode/utf8"
)

// Style colours text, or leaves it plain. Nothing is told by colour alone.
type Style struct{ On bool }

func (s Style) paint(code, text string) string {
	if !s.On || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Bold is for what matters most.
func (s Style) Bold(text string) string { return s.paint("1", text) }

// Dim is for what matters least.
func (s Style) Dim(text string) string { return s.paint("2", text) }

// Colour paints a text in a colour of pieces: a disease's, a pill's. Black is white on black, so that
// it can be read on any ground.
func (s Style) Colour(id, text string) string {
	if code, ok := paints[id]; ok {
		return s.paint(code, text)
	}
	return text
}

var paints = map[string]string{"blue": "94", "yellow": "33", "black": "97;40", "red": "91", "purple": "35"}

// Wide is how many columns a text takes: its letters without the colours.
func Wide(text string) int {
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

// Pad fills a text up to a width.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Wide(text)))
}

// Flow lays items in a row after a head, and goes on below the first item
// where the line is full.
func Flow(head string, items []string, gap string, width int) string {
	var b strings.Builder
	b.WriteString(head)
	indent := Wide(head)
	at := indent
	comma := strings.TrimRight(gap, " ") // stays at the end of a line
	for i, it := range items {
		if i > 0 {
			need := Wide(gap) + Wide(it)
			if i < len(items)-1 {
				need += Wide(comma)
			}
			if at+need > width {
				b.WriteString(comma + "\n" + strings.Repeat(" ", indent))
				at = indent
			} else {
				b.WriteString(gap)
				at += Wide(gap)
			}
		}
		b.WriteString(it)
		at += Wide(it)
	}
	b.WriteByte('\n')
	return b.String()
}

// Wrap breaks a text into lines, indented like the head's end.
func Wrap(head, text string, width int) string {
	return Flow(head, Words(text), " ", width)
}

// Words are the parts of a text between which a line may break: a space that
// does not break, as French has before a colon, keeps its neighbours together.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' })
}

// Together keeps a name on one line.
func Together(name string) string { return strings.ReplaceAll(name, " ", "\u00a0") }

// Columns lays items in columns of one width.
func Columns(indent string, items []string, width int) string {
	widest := 0
	for _, it := range items {
		widest = max(widest, Wide(it))
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
			b.WriteString(Pad(it, widest+2))
		}
	}
	return b.String()
}

package present

import (
	"strings"
	"unicode/utf8"
)

// Style colours text if On is true. Colour is never the only way in which something is shown.
type Style struct{ On bool }

func (s Style) paint(code, text string) string {
	if !s.On || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Bold returns a text emphasised.
func (s Style) Bold(text string) string { return s.paint("1", text) }

// Dim returns a text de-emphasised.
func (s Style) Dim(text string) string { return s.paint("2", text) }

// Colour returns a text in the colour of a disease or pill. Black text is shown as white on black, so that it
// is readable on any background.
func (s Style) Colour(id, text string) string {
	if code, ok := paints[id]; ok {
		return s.paint(code, text)
	}
	return text
}

var paints = map[string]string{"blue": "94", "yellow": "33", "black": "97;40", "red": "91", "purple": "35"}

// Wide returns how many columns a text takes on the screen. Colour codes take none.
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

// Pad appends spaces to a text until it has the given width.
func Pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-Wide(text)))
}

// Flow prints a head and then items in a row. If a line is full, it continues below the first item.
func Flow(head string, items []string, gap string, width int) string {
	var b strings.Builder
	b.WriteString(head)
	indent := Wide(head)
	at := indent
	comma := strings.TrimRight(gap, " ") // at a line break, the gap loses its trailing spaces
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

// Wrap breaks a text after a head into lines. All lines but the first are indented by the width of the head.
func Wrap(head, text string, width int) string {
	return Flow(head, Words(text), " ", width)
}

// Words splits a text at the spaces where a line can be broken. It does not split at no-break
// spaces, which French has before a colon.
func Words(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == '\n' })
}

// Together replaces the spaces in a name with no-break spaces, to keep the name on one line.
func Together(name string) string { return strings.ReplaceAll(name, " ", "\u00a0") }

// Columns arranges items in columns of equal width.
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

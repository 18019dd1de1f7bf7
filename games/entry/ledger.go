package entry

import (
	"io/fs"
	"regexp"
	"strings"
)

// Chapter is a part of a ledger. The first has no name.
type Chapter struct{ Part, Text string }

// Ledger reads a ledger from files of a folder: TAG.md, and TAG-PART.md for each further
// part, in their order. A line such as [all](../roles) stands for texts of cards that are kept
// elsewhere: cards returns them, given what the line says. It is nil where there are none.
func Ledger(from fs.FS, folder string, cards func(said, folder, lang string) string, parts ...string) func(lang string) []Chapter {
	return func(lang string) (list []Chapter) {
		for _, part := range append([]string{""}, parts...) {
			file := lang
			if part != "" {
				file += "-" + part
			}
			text, err := fs.ReadFile(from, folder+file+".md")
			if err != nil {
				continue // it is not in this language yet
			}
			list = append(list, Chapter{part, elsewhere.ReplaceAllStringFunc(string(text), func(line string) string {
				m := elsewhere.FindStringSubmatch(line)
				return cards(m[1], m[2], lang)
			})})
		}
		return list
	}
}

// elsewhere is a line of a ledger that stands for the texts of cards.
var elsewhere = regexp.MustCompile(`(?m)^\[([a-z, ]+)\]\(\.\./([a-z]+)\)\n`)

// Text is a whole ledger.
func Text(chapters []Chapter) string {
	parts := make([]string, len(chapters))
	for i, c := range chapters {
		parts[i] = c.Text
	}
	return strings.Join(parts, "\n")
}

package entry

import (
	"io/fs"
	"regexp"
	"strings"
)

// Chapter is a part of a rule ledger. Part is its name, which is empty for the first chapter.
type Chapter struct{ Part, Text string }

// Ledger returns a function that reads a rule ledger in a given language from LANG.md and from LANG-PART.md for
// each further part.
//
// A line such as [all](../roles) stands for card texts that are stored elsewhere. The function cards gets the
// bracketed words, the folder and the language, and returns those texts. It is nil if the ledger has no such
// lines.
func Ledger(from fs.FS, folder string, cards func(said, folder, lang string) string, parts ...string) func(lang string) []Chapter {
	return func(lang string) (list []Chapter) {
		for _, part := range append([]string{""}, parts...) {
			file := lang
			if part != "" {
				file += "-" + part
			}
			text, err := fs.ReadFile(from, folder+file+".md")
			if err != nil {
				continue // not translated yet
			}
			list = append(list, Chapter{part, elsewhere.ReplaceAllStringFunc(string(text), func(line string) string {
				m := elsewhere.FindStringSubmatch(line)
				return cards(m[1], m[2], lang)
			})})
		}
		return list
	}
}

// elsewhere matches a ledger line that is a placeholder for card texts, such as [all](../roles).
var elsewhere = regexp.MustCompile(`(?m)^\[([a-z, ]+)\]\(\.\./([a-z]+)\)\n`)

// Text joins the chapters of a ledger into one text.
func Text(chapters []Chapter) string {
	parts := make([]string, len(chapters))
	for i, c := range chapters {
		parts[i] = c.Text
	}
	return strings.Join(parts, "\n")
}

package locale

import (
	"embed"
	"strings"
)

// hostFiles holds what a host of a server shows and reserves, in each language.
//
//go:embed */host
var hostFiles embed.FS

// HostDraft returns our draft of a host's page, such as terms, as Markdown. A language that lacks it has the English one.
func HostDraft(lang, page string) string {
	text, err := hostFiles.ReadFile(lang + "/host/" + page + ".md")
	if err != nil && lang != Default {
		return HostDraft(Default, page)
	}
	return string(text)
}

// Reserved returns the words of all languages that sound like an operator's people, so that no other person may use them.
func Reserved() (all []string) {
	for _, l := range languages {
		text, _ := hostFiles.ReadFile(l.Tag + "/host/reserved.txt") // a language may have none
		all = append(all, strings.Fields(string(text))...)
	}
	return all
}

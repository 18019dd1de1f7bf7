package pharmacy

import (
	"strings"

	"theriac/engine"
)

// replace gives the virus cards a group's own values. The names of the cards remain the same. Each line of the
// content has the values of one card: its sickness, its cross if any, and the numbers of blue, yellow and red
// pills. A card without a line keeps its values. For example:
//
//	sniffles 1 - 1 0 0
//	yawns 2 cross 0 1 0
func (r *Rules) replace(h engine.Header) error {
	if h.Data == "" && len(h.Content) == 0 {
		return nil
	}
	if h.Data != engine.DataHash(h.Content) {
		return &engine.ParseError{Text: h.Data, Why: "not the hash of the data that are there"}
	}
	var named [Viruses]bool
	for i, line := range strings.Split(strings.Trim(string(h.Content), " \t\n"), "\n") {
		c, ok := r.replaceOne(strings.FieldsFunc(line, blank))
		if !ok || named[c] {
			return &engine.ParseError{Line: i + 1, Text: line, Why: "a virus is a name, 1 to 6, - or cross, and up to three pills"}
		}
		named[c] = true
	}
	return nil
}

// blank reports whether a character separates words. Any other invisible character is an error.
func blank(r rune) bool { return r == ' ' || r == '\t' }

// OwnCards returns the built-in virus cards in the format in which a group writes its own.
func (t *Ruleset) OwnCards() (string, engine.Settings) {
	var b strings.Builder
	for _, v := range viruses {
		cross := "-"
		if v.Cross {
			cross = "cross"
		}
		b.WriteString(v.ID + " " + engine.Number.Text(v.Value) + " " + cross)
		for _, n := range v.Pills {
			b.WriteString(" " + engine.Number.Text(n))
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// replaceOne parses a line with the name and the values of a virus, and replaces that virus. It returns the
// virus, and whether the line is valid.
func (r *Rules) replaceOne(words []string) (Card, bool) {
	if len(words) != 6 {
		return 0, false
	}
	id, ok := cardKind.Parse(words[0])
	v := Virus{ID: words[0], Cross: words[2] == "cross"}
	if !ok || !Card(id).IsVirus() || !v.Cross && words[2] != "-" {
		return 0, false
	}
	v.Value, ok = engine.Number.Parse(words[1])
	if !ok || v.Value < 1 || v.Value > 6 {
		return 0, false
	}
	for c := range v.Pills {
		v.Pills[c], ok = engine.Number.Parse(words[3+c])
		if !ok || v.Pills[c] > 3 {
			return 0, false
		}
	}
	r.viruses[id] = v
	return Card(id), v.Pills.Count() <= 3
}

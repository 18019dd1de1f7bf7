package pharmacy

import (
	"strconv"
	"strings"

	"theriac/engine"
)

// replace puts a group's own values on the virus cards. The names of the cards
// stay; what each shows is a line of the content:
//
//	sniffles 1 - 1 0 0
//	yawns 2 cross 0 1 0
//
// the sickness, the cross, and the blue, yellow and red pills. What is not named
// stays as it is.
func (r *Rules) replace(h engine.Header) error {
	if h.Data == "" {
		return nil
	}
	if DataOf(h.Content) != h.Data {
		return &engine.ParseError{Text: h.Data, Why: "the replaced cards are missing or are others"}
	}
	r.Data = h.Data
	for i, line := range strings.Split(strings.TrimSpace(string(h.Content)), "\n") {
		if !r.replaceOne(strings.Fields(line)) {
			return &engine.ParseError{Line: i + 1, Text: line, Why: "a virus is a name, 1 to 6, - or cross, and up to three pills"}
		}
	}
	return nil
}

// DataOf is the hash by which a header names the cards of a group.
func DataOf(content []byte) string {
	return engine.HashOf(func(c *engine.Coder) { c.Hex("viruses", content) }).String()
}

func (r *Rules) replaceOne(words []string) bool {
	if len(words) != 6 {
		return false
	}
	id, ok := cardKind.Parse(words[0])
	v := Virus{ID: words[0], Cross: words[2] == "cross"}
	if !ok || !Card(id).IsVirus() || !v.Cross && words[2] != "-" {
		return false
	}
	n, err := strconv.Atoi(words[1])
	if err != nil || n < 1 || n > 6 {
		return false
	}
	v.Value = uint8(n)
	for c := range v.Pills {
		n, err := strconv.Atoi(words[3+c])
		if err != nil || n < 0 || n > 3 {
			return false
		}
		v.Pills[c] = uint8(n)
	}
	r.viruses[id] = v
	return v.Pills.Count() <= 3
}

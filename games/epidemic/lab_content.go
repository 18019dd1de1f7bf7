package epidemic

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"theriac/engine"
)

// A group can play with its own sequence cards. The header contains them as text, with the hash of that text.
// The text has the same structure as the box's own data:
//
//	{"sequence_cards":[{"id":"...","vials":["..."],"circles":{"...":3,"grey":1}}]}

// These are the limits of a group's own sequence cards. Two cards can be on lines of research while a third
// is being placed, and at least one more must be left to draw.
const (
	fewestSequences = 6
	mostCircles     = 8
)

// replaceSequences replaces the box's sequence cards with those in the header, if it has any.
func (r *Rules) replaceSequences(h engine.Header) error {
	if h.Data != engine.DataHash(h.Content) {
		return &engine.ParseError{Text: h.Data, Why: "not the hash of the data that are there"}
	}
	cards, err := r.readSequences(h.Content)
	if err != nil {
		return err
	}
	t := *r.Ruleset
	t.Sequences, t.sequences, t.ownKinds = cards, nil, maps.Clone(t.ownKinds)
	t.numberSequences()
	t.verbs = slices.Clone(t.verbs)
	for i, v := range t.verbs {
		if k := slices.Index(v.Keeps, r.Sequence); k >= 0 {
			own := *v
			own.Keeps = slices.Clone(v.Keeps)
			own.Keeps[k] = t.Sequence
			t.verbs[i] = &own
		}
	}
	t.nameWords()
	r.Ruleset = &t
	return nil
}

// OwnCards returns the box's sequence cards in the format for a group's own cards. It returns nothing if the
// box has no laboratory.
func (t *Ruleset) OwnCards() (cards string, at engine.Settings) {
	if len(t.Sequences) == 0 {
		return "", nil
	}
	lines := make([]string, len(t.Sequences))
	for i := range lines {
		lines[i] = string(engine.AppendCode(nil, func(c *engine.Coder) { t.Sequences[i].code(c, t) }))
	}
	return `{"sequence_cards":[` + "\n" + strings.Join(lines, ",\n") + "\n]}\n", slices.Clone(t.SequencesAt)
}

// readSequences reads a group's own sequence cards. It rejects unknown content, and cards that would make a
// cure impossible.
func (r *Rules) readSequences(content []byte) ([]SequenceCard, error) {
	var cards [maxSequences]SequenceCard
	n := 0
	c, err := engine.NewReader(content)
	if err != nil {
		return nil, err
	}
	walk := func(c *engine.Coder) {
		c.Objects("sequence_cards", &n, maxSequences, func(c *engine.Coder, i int) { cards[i].code(c, r.Ruleset) })
	}
	walk(c)
	if err := c.Err(); err != nil {
		return nil, err
	}
	list := cards[:n]
	if n < fewestSequences {
		return nil, &engine.ParseError{Text: strconv.Itoa(n) + " sequence cards", Why: "at least " + strconv.Itoa(fewestSequences) + " are needed"}
	}
	cures := map[string]bool{}
	for i, card := range list {
		if why := card.wrong(list[:i]); why != "" {
			return nil, &engine.ParseError{Text: card.ID, Why: why}
		}
		for _, d := range card.Vials {
			cures[d] = true
		}
	}
	for _, d := range r.Diseases {
		if !cures[d] {
			return nil, &engine.ParseError{Text: d, Why: "no sequence card has its vial"}
		}
	}
	// If the text is longer than its canonical form, it contains something that the reader does not know.
	if len(engine.AppendCode(nil, walk)) != unspaced(content) {
		return nil, &engine.ParseError{Text: "sequence_cards", Why: "something that is not part of a sequence card"}
	}
	return list, nil
}

// code writes or reads a sequence card.
func (card *SequenceCard) code(c *engine.Coder, t *Ruleset) {
	c.Word("id", &card.ID)
	var vials uint8
	for _, d := range card.Vials {
		vials |= 1 << must(t.Disease, d)
	}
	engine.Set(c, "vials", t.Disease, 0, &vials)
	if c.Reading() {
		card.Circles = map[string]uint8{}
		for d, name := range t.Disease.Values {
			if vials>>d&1 != 0 {
				card.Vials = append(card.Vials, name)
			}
		}
	}
	c.Object("circles", func(c *engine.Coder) {
		for _, name := range t.circleColours() {
			n := card.Circles[name]
			engine.Uint(c, name, &n)
			if c.Reading() && n > 0 {
				card.Circles[name] = n
			}
		}
	})
}

// circleColours returns the colours that circles can have: grey, and those of the diseases that have
// cities.
func (t *Ruleset) circleColours() []string {
	colours := slices.Clone(t.Disease.Values)
	return append(colours[:len(colours)-t.Further], GreyCircles)
}

// wrong describes what is wrong with a card, given the cards before it, or returns an empty string.
func (card *SequenceCard) wrong(others []SequenceCard) string {
	circles := 0
	for _, n := range card.Circles {
		circles += int(n)
	}
	switch {
	case !isWord(card.ID):
		return "not a name of a sequence card"
	case slices.ContainsFunc(others, func(o SequenceCard) bool { return o.ID == card.ID }):
		return "two sequence cards are called so"
	case len(card.Vials) == 0:
		return "a sequence card without a vial"
	case circles < 1 || circles > mostCircles:
		return "a sequence card has 1 to " + strconv.Itoa(mostCircles) + " circles"
	}
	return ""
}

// isWord reports whether a text is a valid name: lower-case letters and digits, joined by hyphens.
func isWord(text string) bool {
	if text == "" || len(text) > 40 || text[0] == '-' || text[len(text)-1] == '-' {
		return false
	}
	for _, c := range []byte(text) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return false
		}
	}
	return true
}

// unspaced returns the number of bytes of a text that are not white space.
func unspaced(text []byte) int {
	n := 0
	for _, c := range text {
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			n++
		}
	}
	return n
}

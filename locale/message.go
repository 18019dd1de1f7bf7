package locale

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	tags "golang.org/x/text/language"
)

// Messages are written in a subset of ICU MessageFormat:
//
//	{city}                                   a value
//	{city:at}                                a value in a form: “in Cairo”, « au Caire »
//	{n, plural, one {# cube} other {# cubes}} by number, # being the number
//	{role, select, medic {…} other {…}}      by value
//
// A form is defined by its own message, form.at, which contains the value as {name}. If a value needs an
// exception, the exception has its kind and id in the key: form.at.city.cairo. Each language has the forms
// that its sentences need. French has “from” for “de”, and genders of colours (“cubes noirs”, “cartes
// noires”), which English lacks. All of them are texts in the language's game.json, never code. Every plural
// and select has the case other. A plural may also have the other CLDR cases of its language (zero, one, two,
// few, many). Texts use the typographic apostrophe, because the straight one is ICU's quote character.

// message is a parsed text with placeholders for values.
type message []part

// part is a piece of a message: plain text, or a placeholder for a value.
type part struct {
	text   string // the plain text, if it is not a placeholder
	name   string // name of the value
	form   string // form of the value; "" for the unchanged value
	choice choice
	cases  map[string]message
}

type choice uint8

const (
	plain   choice = iota // the value itself, or plain text if there is no name
	plurals               // a plural case, chosen by the value as a number
	selects               // a select case, chosen by the value
	count                 // the number of the enclosing plural, written #
)

// write writes the message with its values to b. A missing value shows as its placeholder.
func (m message) write(b *strings.Builder, c *Catalogue, values map[string]any, number string) {
	for i, p := range m {
		if p.name == "" {
			if p.choice == count {
				b.WriteString(number)
			} else {
				b.WriteString(p.text)
			}
			continue
		}
		value, ok := values[p.name]
		if !ok {
			b.WriteString("{" + p.name + "}")
			continue
		}
		text := fmt.Sprint(value)
		switch p.choice {
		case plurals:
			p.pick(category(c.plurals, text)).write(b, c, values, text)
		case selects:
			p.pick(text).write(b, c, values, number)
		default:
			if p.form != "" {
				text = c.inForm(p.form, text, i == 0 && b.Len() == 0)
			}
			b.WriteString(text)
		}
	}
}

func (p part) pick(name string) message {
	if m, ok := p.cases[name]; ok {
		return m
	}
	return p.cases["other"]
}

// category returns the CLDR plural case of a number in a language. For text that is not a number, it returns
// other.
func category(lang tags.Tag, number string) string {
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(number, "-"), ".")
	digits := []byte(whole + fraction)
	for i, d := range digits {
		if d < '0' || d > '9' {
			return cases[plural.Other]
		}
		digits[i] = d - '0'
	}
	return cases[plural.Cardinal.MatchDigits(lang, digits, len(whole), len(fraction))]
}

// cases lists CLDR's names of the plural cases. No language has to use all of them.
var cases = [...]string{
	plural.Other: "other", plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many",
}

// parser parses one message from left to right.
type parser struct {
	text string
	at   int
}

func parseMessage(text string) (message, error) {
	if strings.Contains(text, "'") {
		return nil, errors.New("a straight apostrophe")
	}
	p := &parser{text: text}
	m, err := p.message(false)
	if err == nil && p.at < len(text) {
		err = errors.New("a closing brace too many")
	}
	return m, err
}

// message parses up to a closing brace or the end of the text. If counted is set, # stands for the number of
// the enclosing plural.
func (p *parser) message(counted bool) (message, error) {
	var m message
	stops := "{}"
	if counted {
		stops = "{}#"
	}
	for p.at < len(p.text) {
		if n := strings.IndexAny(p.text[p.at:], stops); n != 0 {
			if n < 0 {
				n = len(p.text) - p.at
			}
			m = append(m, part{text: p.text[p.at : p.at+n]})
			p.at += n
			continue
		}
		switch p.text[p.at] {
		case '}':
			return m, nil
		case '#':
			p.at++
			m = append(m, part{choice: count})
		case '{':
			p.at++
			place, err := p.place(counted)
			if err != nil {
				return nil, err
			}
			m = append(m, place)
		}
	}
	return m, nil
}

// place parses a placeholder after its opening brace.
func (p *parser) place(counted bool) (part, error) {
	name := p.word()
	if name == "" {
		return part{}, errors.New("a place without a name")
	}
	name, form, _ := strings.Cut(name, ":")
	if p.skip('}') {
		return part{name: name, form: form}, nil
	}
	made := part{name: name, cases: make(map[string]message)}
	if !p.skip(',') {
		return part{}, fmt.Errorf("the place of %s does not end", name)
	}
	switch kind := p.word(); kind {
	case "plural":
		made.choice, counted = plurals, true
	case "select":
		made.choice = selects
	default:
		return part{}, fmt.Errorf("%s is neither plural nor select: %q", name, kind)
	}
	if !p.skip(',') {
		return part{}, fmt.Errorf("%s has no cases", name)
	}
	for !p.skip('}') {
		label := p.word()
		if label == "" || !p.skip('{') {
			return part{}, fmt.Errorf("a case of %s has no name or no text", name)
		}
		text, err := p.message(counted)
		if err != nil {
			return part{}, err
		}
		if p.at == len(p.text) {
			return part{}, fmt.Errorf("the case %s of %s does not end", label, name)
		}
		if made.choice == plurals && !slices.Contains(cases[:], label) {
			return part{}, fmt.Errorf("no plural case is called %s", label)
		}
		p.at++
		made.cases[label] = text
	}
	if _, ok := made.cases["other"]; !ok {
		return part{}, fmt.Errorf("%s has no case other", name)
	}
	return made, nil
}

// word parses a name and skips the blanks around it.
func (p *parser) word() string {
	p.blanks()
	from := p.at
	for p.at < len(p.text) && !strings.ContainsRune(" ,{}\n", rune(p.text[p.at])) {
		p.at++
	}
	word := p.text[from:p.at]
	p.blanks()
	return word
}

// skip skips blanks and then the character mark. It reports whether the mark came next.
func (p *parser) skip(mark byte) bool {
	at := p.at
	p.blanks()
	if p.at < len(p.text) && p.text[p.at] == mark {
		p.at++
		return true
	}
	p.at = at
	return false
}

func (p *parser) blanks() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\n') {
		p.at++
	}
}

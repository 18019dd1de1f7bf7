package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Kind is a kind of operand: the names of its values, in the order of their
// numbers. A kind without values is a plain number.
type Kind struct {
	Name   string
	Values []string
	index  map[string]uint8
	quoted []string // the values as strings of JSON: positions are full of them
}

// NewKind makes a kind from its names. Names are kebab-case and differ.
func NewKind(name string, values ...string) *Kind {
	k := &Kind{Name: name, Values: values, index: make(map[string]uint8, len(values))}
	for i, v := range values {
		if _, twice := k.index[v]; twice {
			panic("engine: the kind " + name + " names " + v + " twice")
		}
		k.index[v] = uint8(i)
		k.quoted = append(k.quoted, string(appendText(nil, v)))
	}
	return k
}

// Number is the kind of operands that are plain numbers.
var Number = NewKind("number")

// SeatKind is the kind of operands that are seats, written as their number.
var SeatKind = NewKind("seat", "0", "1", "2", "3", "4", "5")

// Text is the name of a value.
func (k *Kind) Text(v uint8) string {
	if k.index == nil || len(k.Values) == 0 {
		return strconv.Itoa(int(v))
	}
	if int(v) >= len(k.Values) {
		return "?" + strconv.Itoa(int(v))
	}
	return k.Values[v]
}

// appendText writes the name of a value as a string of JSON.
func (k *Kind) appendText(dst []byte, v uint8) []byte {
	if int(v) < len(k.quoted) {
		return append(dst, k.quoted[v]...)
	}
	return appendText(dst, k.Text(v))
}

// Parse is the value of a name.
func (k *Kind) Parse(text string) (uint8, bool) {
	if len(k.Values) == 0 {
		n, err := strconv.ParseUint(text, 10, 8)
		return uint8(n), err == nil && strconv.FormatUint(n, 10) == text
	}
	v, ok := k.index[text]
	return v, ok
}

// Word is a verb or a fact: its name and the kinds of its operands.
type Word struct {
	Name string
	Args []*Kind
	// Standing says of a verb that a seat may promise it in advance: it lets a
	// chance to interject go by, and does nothing else.
	Standing bool
	// Tells says of a verb that it says what the seat holds, and does nothing else: a seat
	// may promise it in advance too.
	Tells bool
	// Agrees says of a verb that it lets another seat do what it asked for, and does
	// nothing else.
	Agrees bool
}

// Promised says of a verb that a seat may promise it in advance.
func (w *Word) Promised() bool { return w.Standing || w.Tells }

// Vocabulary is everything of a game that has a name on the wire and in the
// notation: one table for logs, JSON, terminal and web, so that they cannot
// drift apart. Logs carry the names. The numbers of verbs, facts and questions may
// change between releases; those of cities, roles and events may not, because
// shuffles begin in their order: lists of cards only grow, at their end.
type Vocabulary struct {
	Verbs     []Word
	Facts     []Word
	Questions []string
	Turn      QuestionKind // the question that a seat is asked when it is on turn
	Began     FactKind     // the fact that a turn begins; its first operand is the seat
	// Renews is the facts after which a seat that has let a moment go by may want to be
	// asked again: a phase begins, or something has happened that it could not foresee.
	Renews []FactKind
	verbs  map[string]Verb
}

// NewVocabulary indexes the words by name.
func NewVocabulary(verbs, facts []Word, steps []string) *Vocabulary {
	v := &Vocabulary{Verbs: verbs, Facts: facts, Questions: steps, verbs: make(map[string]Verb, len(verbs))}
	for i, w := range verbs {
		if _, twice := v.verbs[w.Name]; twice {
			panic("engine: the verb " + w.Name + " is named twice")
		}
		if len(w.Args) > Operands {
			panic("engine: the verb " + w.Name + " has too many operands")
		}
		v.verbs[w.Name] = Verb(i)
	}
	return v
}

// Begun is the seats whose turns begin among some facts.
func (v *Vocabulary) Begun(facts []Fact) (seats Seats) {
	for _, f := range facts {
		if f.Kind == v.Began {
			seats = seats.With(Seat(f.Arg[0]))
		}
	}
	return seats
}

// Renewed says whether some facts include one after which seats are asked again.
func (v *Vocabulary) Renewed(facts []Fact) bool {
	return slices.ContainsFunc(facts, func(f Fact) bool { return slices.Contains(v.Renews, f.Kind) })
}

// Verb finds a verb by its name.
func (v *Vocabulary) Verb(name string) (Verb, bool) {
	n, ok := v.verbs[name]
	return n, ok
}

// Move writes a move without its seat: "drive paris".
func (v *Vocabulary) Move(m Move) string {
	if int(m.Verb) >= len(v.Verbs) {
		return "?"
	}
	return words(v.Verbs[m.Verb], m.Arg)
}

// VeiledMove writes a move for those who may not read some of its operands.
func (v *Vocabulary) VeiledMove(m Move, operands uint8) string {
	parts := strings.Split(v.Move(m), " ")
	for i := 1; i < len(parts); i++ {
		if operands>>(i-1)&1 != 0 {
			parts[i] = "?"
		}
	}
	return strings.Join(parts, " ")
}

// Fits says whether the operands of a move are values of their kinds.
func (v *Vocabulary) Fits(m Move) bool {
	if int(m.Verb) >= len(v.Verbs) {
		return false
	}
	args := v.Verbs[m.Verb].Args
	for i, a := range m.Arg {
		switch {
		case i >= len(args):
			if a != 0 {
				return false
			}
		case len(args[i].Values) > 0 && int(a) >= len(args[i].Values):
			return false
		}
	}
	return true
}

// Fact writes a fact: "pawn-moved 1 paris".
func (v *Vocabulary) Fact(f Fact) string {
	if int(f.Kind) >= len(v.Facts) {
		return "?"
	}
	return words(v.Facts[f.Kind], f.Arg)
}

func words(w Word, arg [Operands]uint8) string {
	var b strings.Builder
	b.WriteString(w.Name)
	for i, k := range w.Args {
		b.WriteByte(' ')
		b.WriteString(k.Text(arg[i]))
	}
	return b.String()
}

// ParseMove reads what Move writes, and nothing else: writing the parsed move
// again gives the same text.
func (v *Vocabulary) ParseMove(by Seat, text string) (Move, error) {
	parts := strings.Split(text, " ")
	verb, ok := v.verbs[parts[0]]
	if !ok {
		return Move{}, &ParseError{Text: text, Why: "no such verb"}
	}
	word := v.Verbs[verb]
	if len(parts)-1 != len(word.Args) {
		return Move{}, &ParseError{Text: text, Why: word.Name + " takes " + strconv.Itoa(len(word.Args)) + " operands"}
	}
	m := Move{Seat: by, Verb: verb}
	for i, k := range word.Args {
		a, ok := k.Parse(parts[i+1])
		if !ok {
			return Move{}, &ParseError{Text: text, Why: "no such " + k.Name + ": " + parts[i+1]}
		}
		m.Arg[i] = a
	}
	return m, nil
}

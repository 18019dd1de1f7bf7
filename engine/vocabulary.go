package engine

import (
	"slices"
	"strconv"
	"strings"
)

// Kind is a kind of operand, such as a city. It holds the names of its values, in numeric order. A kind
// without names is a plain number.
type Kind struct {
	Name   string
	Values []string
	index  map[string]uint8
	quoted []string // the values' names as JSON strings, cached because positions contain many
}

// NewKind returns a kind whose values have the given names, which must be in kebab case and distinct.
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

// SeatKind is the kind of operands that are seats. Their names are their numbers.
var SeatKind = NewKind("seat", "0", "1", "2", "3", "4", "5")

// Text returns the name of the value v.
func (k *Kind) Text(v uint8) string {
	if k.index == nil || len(k.Values) == 0 {
		return strconv.Itoa(int(v))
	}
	if int(v) >= len(k.Values) {
		return "?" + strconv.Itoa(int(v))
	}
	return k.Values[v]
}

// appendText appends the name of a value as a JSON string.
func (k *Kind) appendText(dst []byte, v uint8) []byte {
	if int(v) < len(k.quoted) {
		return append(dst, k.quoted[v]...)
	}
	return appendText(dst, k.Text(v))
}

// Parse returns the value with the given name.
func (k *Kind) Parse(text string) (uint8, bool) {
	if len(k.Values) == 0 {
		n, err := strconv.ParseUint(text, 10, 8)
		return uint8(n), err == nil && strconv.FormatUint(n, 10) == text
	}
	v, ok := k.index[text]
	return v, ok
}

// Word is the name of a verb or a fact, and the kinds of its operands.
type Word struct {
	Name string
	Args []*Kind
	// Standing means that the verb only declines an optional move. A seat can promise in advance to use it.
	Standing bool
	// Tells means that the verb only tells what the seat holds. A seat can promise in advance to use it.
	Tells bool
	// Agrees means that the verb only grants what another seat has asked for.
	Agrees bool
}

// Promised reports whether a seat can promise in advance to use the verb.
func (w *Word) Promised() bool { return w.Standing || w.Tells }

// Vocabulary holds all names of a game that occur in messages and in the notation. Logs, JSON, the terminal
// and the web client share it, so their names always agree. Logs store names, not numbers.
//
// The numbers of verbs, facts and questions can change between releases. Those of cities, roles and events
// must not, because shuffles start from their order. So new cards are only appended to their lists.
type Vocabulary struct {
	Verbs     []Word
	Facts     []Word
	Questions []string
	Turn      QuestionKind // the question that asks a seat for its turn's moves
	Began     FactKind     // the fact that a turn begins; its first operand is the seat
	// Renews lists facts after which a seat that has passed may want to be asked again: a new phase has
	// begun, or something unforeseeable has happened.
	Renews []FactKind
	verbs  map[string]Verb
}

// NewVocabulary returns a vocabulary that can find its words by name.
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

// Begun returns the seats whose turns begin in the given facts.
func (v *Vocabulary) Begun(facts []Fact) (seats Seats) {
	for _, f := range facts {
		if f.Kind == v.Began {
			seats = seats.With(Seat(f.Arg[0]))
		}
	}
	return seats
}

// Renewed reports whether the given facts include one of Renews.
func (v *Vocabulary) Renewed(facts []Fact) bool {
	return slices.ContainsFunc(facts, func(f Fact) bool { return slices.Contains(v.Renews, f.Kind) })
}

// Verb returns the verb with the given name.
func (v *Vocabulary) Verb(name string) (Verb, bool) {
	n, ok := v.verbs[name]
	return n, ok
}

// Move returns a move as text without its seat: "drive paris".
func (v *Vocabulary) Move(m Move) string {
	if int(m.Verb) >= len(v.Verbs) {
		return "?"
	}
	return words(v.Verbs[m.Verb], m.Arg)
}

// VeiledMove returns a move as text without the given operands, for readers who may not know them.
func (v *Vocabulary) VeiledMove(m Move, operands uint8) string {
	parts := strings.Split(v.Move(m), " ")
	for i := 1; i < len(parts); i++ {
		if operands>>(i-1)&1 != 0 {
			parts[i] = "?"
		}
	}
	return strings.Join(parts, " ")
}

// Fits reports whether each operand of a move is a valid value of its kind.
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

// Fact returns a fact as text: "pawn-moved 1 paris".
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

// ParseMove parses the text that Move writes. It accepts only this exact form, so writing the parsed move
// gives the same text again.
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

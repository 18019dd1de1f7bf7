package enginetest

import (
	"strings"

	"theriac/engine"
)

// EachChange parses a text that changes a position, such as "pawn 0 paris · rate 3". For each part, it calls
// change with the part's first word and a reader of the others.
func EachChange(text string, change func(name string, w *Words)) error {
	for part := range strings.SplitSeq(text, " · ") {
		words := strings.Split(part, " ")
		w := &Words{left: words[1:]}
		if len(words) < 2 {
			w.Fail("no such change")
		} else {
			change(words[0], w)
		}
		if w.More() {
			w.Fail("too many words")
		}
		if w.why != "" {
			return &engine.ParseError{Text: part, Why: w.why}
		}
	}
	return nil
}

// Words reads the words of a change one by one and keeps the first error.
type Words struct {
	left []string
	why  string
}

// Fail records an error unless there already is one. After an error, Words returns no more words.
func (w *Words) Fail(why string) {
	if w.why == "" {
		w.why = why
	}
	w.left = nil
}

// Failed reports whether an error has been recorded.
func (w *Words) Failed() bool { return w.why != "" }

// More reports whether a word is left.
func (w *Words) More() bool { return len(w.left) > 0 }

// Peek returns the next word without consuming it.
func (w *Words) Peek() string {
	if !w.More() {
		return ""
	}
	return w.left[0]
}

// Next consumes and returns the next word.
func (w *Words) Next() string {
	if !w.More() {
		w.Fail("a word is missing")
		return ""
	}
	word := w.left[0]
	w.left = w.left[1:]
	return word
}

// Value consumes the next word and parses it as a value of a kind.
func (w *Words) Value(k *engine.Kind) uint8 { return w.value(k, w.Next()) }

func (w *Words) value(k *engine.Kind, word string) uint8 {
	v, ok := k.Parse(word)
	if !ok {
		w.Fail("no " + k.Name + " is called " + word)
	}
	return v
}

// Cut consumes the next word and splits it at mark, if it contains mark. The first part is parsed as a value
// of a kind.
func (w *Words) Cut(k *engine.Kind, mark string) (value uint8, after string, found bool) {
	word, after, found := strings.Cut(w.Next(), mark)
	return w.value(k, word), after, found
}

// Number consumes the next word and parses it as a number.
func (w *Words) Number() uint8 { return w.Value(engine.Number) }

// Seat consumes the next word and parses it as a seat below n.
func (w *Words) Seat(n int) engine.Seat {
	s := engine.Seat(w.Value(engine.SeatKind))
	if int(s) >= n {
		w.Fail("no such seat")
		return 0
	}
	return s
}

// Rest calls the function one until no word is left, and returns all results.
func Rest[T any](w *Words, one func() T) []T {
	var list []T
	for w.More() {
		list = append(list, one())
	}
	if w.Failed() {
		return nil
	}
	return list
}

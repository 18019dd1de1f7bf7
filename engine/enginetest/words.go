package enginetest

import (
	"strings"

	"theriac/engine"
)

// EachChange reads a text that arranges a position by hand, "pawn 0 paris · rate 3", and
// hands over every change by its name, with the words that follow.
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

// Words reads the words of a change, one by one, and remembers what is wrong with them.
type Words struct {
	left []string
	why  string
}

// Fail says what is wrong. Only the first fault counts, and no word is left after it.
func (w *Words) Fail(why string) {
	if w.why == "" {
		w.why = why
	}
	w.left = nil
}

// Failed says whether something is wrong.
func (w *Words) Failed() bool { return w.why != "" }

// More says whether a word is left.
func (w *Words) More() bool { return len(w.left) > 0 }

// Peek is the next word, which stays.
func (w *Words) Peek() string {
	if !w.More() {
		return ""
	}
	return w.left[0]
}

// Next is the next word.
func (w *Words) Next() string {
	if !w.More() {
		w.Fail("a word is missing")
		return ""
	}
	word := w.left[0]
	w.left = w.left[1:]
	return word
}

// Value is the next word as a value of a kind.
func (w *Words) Value(k *engine.Kind) uint8 { return w.value(k, w.Next()) }

func (w *Words) value(k *engine.Kind, word string) uint8 {
	v, ok := k.Parse(word)
	if !ok {
		w.Fail("no " + k.Name + " is called " + word)
	}
	return v
}

// Cut is the next word as a value of a kind and what follows a mark in it.
func (w *Words) Cut(k *engine.Kind, mark string) (value uint8, after string, found bool) {
	word, after, found := strings.Cut(w.Next(), mark)
	return w.value(k, word), after, found
}

// Number is the next word as a number.
func (w *Words) Number() uint8 { return w.Value(engine.Number) }

// Seat is the next word as a seat below a number of them.
func (w *Words) Seat(n int) engine.Seat {
	s := engine.Seat(w.Value(engine.SeatKind))
	if int(s) >= n {
		w.Fail("no such seat")
		return 0
	}
	return s
}

// Rest reads all the words that are left.
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

package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// A load client reads some ten thousand updates per second and needs only a few fields of each. So it scans the
// JSON without decoding it, which takes a fifth of the time.

// scan returns the length of the JSON value at the beginning of b.
func scan(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
		case '{', '[':
			depth++
		case '}', ']', ',', ':':
			if depth == 0 {
				return i
			}
			if b[i] == '}' || b[i] == ']' {
				depth--
			}
		}
	}
	return len(b)
}

// fields calls f with each field of a JSON object, without decoding the value. It returns false if obj is not
// an object.
func fields(obj []byte, f func(key string, value []byte)) bool {
	rest, ok := bytes.CutPrefix(obj, []byte("{"))
	for ok && len(rest) > 0 && rest[0] != '}' {
		at := scan(rest)
		end := min(at+1, len(rest))
		end += scan(rest[end:])
		if end >= len(rest) || rest[at] != ':' {
			return false
		}
		f(text(rest[:at]), rest[at+1:end])
		rest = bytes.TrimPrefix(rest[end:], []byte(","))
	}
	return ok && len(rest) > 0
}

// elements returns the elements of a JSON list without decoding them.
func elements(list []byte) (all [][]byte) {
	for rest := bytes.TrimPrefix(list, []byte("[")); len(rest) > 0 && rest[0] != ']'; {
		end := scan(rest)
		all = append(all, rest[:end])
		rest = bytes.TrimPrefix(rest[end:], []byte(","))
		if end == 0 {
			return nil
		}
	}
	return all
}

// Glance is the part of an update that a simulated player needs.
type Glance struct {
	N             int
	Made          int      // number of moves made and not taken back
	Entries       [][]byte // JSON, like View, Chances and Moves; not decoded yet
	View, Chances []byte
	Moves         []byte
	Question      Question
	Over          bool
}

// Question has the seats that owe an answer, and those that may interject.
type Question struct {
	ID            string
	All, Any, May []int
}

func (q *Question) read(key string, value []byte) {
	switch key {
	case "id":
		q.ID = text(value)
	case "all":
		q.All = seats(value)
	case "any":
		q.Any = seats(value)
	case "may":
		q.May = seats(value)
	}
}

func seats(list []byte) (all []int) {
	for _, seat := range elements(list) {
		n, _ := strconv.Atoi(string(seat))
		all = append(all, n)
	}
	return all
}

// Look parses an update into a Glance.
func Look(data []byte) (Glance, error) {
	g := Glance{N: -1}
	ok := fields(data, func(key string, value []byte) {
		switch key {
		case "n":
			g.N, _ = strconv.Atoi(string(value))
		case "made":
			g.Made, _ = strconv.Atoi(string(value))
		case "steps":
			g.Entries = elements(value)
		case "view":
			g.View = value
		case "chances":
			g.Chances = value
		case "question":
			fields(value, g.Question.read)
		case "moves":
			g.Moves = value
		case "over":
			g.Over = true
		}
	})
	if !ok || g.N < 0 {
		return g, fmt.Errorf("load: not an update: %s", clip(data))
	}
	return g, nil
}

// Owes reports whether a seat owes an answer, alone or as one of several seats.
func (g *Glance) Owes(seat int) bool {
	return slices.Contains(g.Question.All, seat) || slices.Contains(g.Question.Any, seat)
}

// First returns the first seat that owes an answer, or -1.
func (g *Glance) First() int {
	return append(slices.Concat(g.Question.All, g.Question.Any), -1)[0]
}

// List returns the legal moves of one of the viewer's seats.
func (g *Glance) List(seat int) (list []string) {
	for _, of := range elements(g.Moves) {
		mine := false
		fields(of, func(key string, value []byte) {
			switch {
			case key == "seat":
				mine = string(value) == strconv.Itoa(seat)
			case key == "list" && mine:
				for _, move := range elements(value) {
					list = append(list, text(move))
				}
			}
		})
	}
	return list
}

// follows compares the entries of an update with the last known entry. whole means that they continue it
// without a gap; repeats means that some of them were already known.
func (g *Glance) follows(known int) (repeats, whole bool) {
	if len(g.Entries) == 0 {
		return false, g.N == known
	}
	first := entryN(g.Entries[0])
	for i, e := range g.Entries {
		whole = entryN(e) == first+i && (whole || i == 0)
	}
	return first <= known, whole && first == known+1 && g.N == first+len(g.Entries)-1
}

// entryN returns the number of an entry, which is the entry's first field.
func entryN(entry []byte) int {
	digits, _, _ := bytes.Cut(bytes.TrimPrefix(entry, []byte(`{"n":`)), []byte(","))
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return -2
	}
	return n
}

// text decodes a JSON string.
func text(raw []byte) (s string) {
	if len(raw) >= 2 && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	_ = json.Unmarshal(raw, &s)
	return s
}

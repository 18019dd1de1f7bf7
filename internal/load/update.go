package load

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
)

// A load client reads some ten thousand updates a second and needs a few fields of each,
// so it scans the JSON, which takes a fifth of the time of decoding it.

// scan is the length of the value that a text begins with. What follows a value ends it.
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

// fields calls f with the members of an object, undecoded. It reports whether the text is
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

// elements are the elements of a list, undecoded.
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

// Glance is what a player needs of an update.
type Glance struct {
	N             int
	Made          int      // moves that stand
	Entries       [][]byte // undecoded, like all that follows but the question
	View, Chances []byte
	Moves         []byte
	Question      Question
	Over          bool
}

// Question is which seats have to answer, and which may interject.
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

// Look reads an update.
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

// Owes reports whether a seat has to answer, or one of several that it is among.
func (g *Glance) Owes(seat int) bool {
	return slices.Contains(g.Question.All, seat) || slices.Contains(g.Question.Any, seat)
}

// First is the seat that answers first, or -1. Of several that may, it is the first.
func (g *Glance) First() int {
	return append(slices.Concat(g.Question.All, g.Question.Any), -1)[0]
}

// List is the moves of one of the viewer's seats.
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

// follows reports whether the entries of an update follow the last one that is known, and
// whether they repeat it.
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

// entryN is the number of an entry: its first member.
func entryN(entry []byte) int {
	digits, _, _ := bytes.Cut(bytes.TrimPrefix(entry, []byte(`{"n":`)), []byte(","))
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		return -2
	}
	return n
}

// text is the value of a JSON string.
func text(raw []byte) (s string) {
	if len(raw) >= 2 && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	_ = json.Unmarshal(raw, &s)
	return s
}

package load

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// A load client reads some ten thousand updates a second and needs a few fields of
// each, so it scans the JSON instead of decoding it.

// fields calls f with the members of an object, undecoded. It returns false where the
// text is not an object.
func fields(obj []byte, f func(key, value []byte)) bool {
	obj = bytes.TrimSpace(obj)
	if len(obj) < 2 || obj[0] != '{' {
		return false
	}
	for i := 1; i < len(obj); {
		if obj[i] == ',' || obj[i] == ' ' || obj[i] == '\n' {
			i++
			continue
		}
		if obj[i] == '}' {
			return true
		}
		end := skip(obj, i)
		if end < 0 || end >= len(obj) || obj[end] != ':' || obj[i] != '"' {
			return false
		}
		from := end + 1
		to := skip(obj, from)
		if to < 0 {
			return false
		}
		f(obj[i+1:end-1], obj[from:to])
		i = to
	}
	return false
}

// elements calls f with the elements of a list.
func elements(list []byte, f func(value []byte)) {
	for i := 1; i < len(list) && list[i] != ']'; {
		if list[i] == ',' || list[i] == ' ' || list[i] == '\n' {
			i++
			continue
		}
		to := skip(list, i)
		if to <= i {
			return
		}
		f(list[i:to])
		i = to
	}
}

// skip is the place behind the value that begins at i, or -1.
func skip(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			if i >= len(b) {
				return -1
			}
			if depth == 0 {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth == 0 {
				return i // the end of the enclosing value
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case ',', ':':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// Glance is what a player needs of an update.
type Glance struct {
	N        int
	First    int // the number of the first entry; without entries: -1
	Steps    int
	Gapless  bool // the entries follow each other and end at N
	Question string
	All      []byte
	Any      []byte
	May      []byte
	Over     bool
	View     []byte
	Chances  []byte
	Moves    []byte
	StepList []byte
}

// glance reads an update.
func glance(data []byte) (Glance, bool) {
	g := Glance{First: -1, Gapless: true, N: -1}
	ok := fields(data, func(key, value []byte) {
		switch string(key) {
		case "n":
			g.N, _ = strconv.Atoi(string(value))
		case "steps":
			g.StepList = value
			last := -1
			elements(value, func(step []byte) {
				n := stepN(step)
				if g.Steps == 0 {
					g.First = n
				} else if n != last+1 {
					g.Gapless = false
				}
				last = n
				g.Steps++
			})
			if g.Steps > 0 && last != g.N {
				g.Gapless = false
			}
		case "view":
			g.View = value
		case "chances":
			g.Chances = value
		case "question":
			fields(value, func(key, value []byte) {
				switch string(key) {
				case "id":
					g.Question = text(value)
				case "all":
					g.All = value
				case "any":
					g.Any = value
				case "may":
					g.May = value
				}
			})
		case "moves":
			g.Moves = value
		case "over":
			g.Over = true
		}
	})
	return g, ok && g.N >= 0
}

// stepN is the number of an entry: its first member.
func stepN(step []byte) int {
	rest, ok := bytes.CutPrefix(step, []byte(`{"n":`))
	if !ok {
		return -2
	}
	end := bytes.IndexByte(rest, ',')
	n, err := strconv.Atoi(string(rest[:max(end, 0)]))
	if err != nil {
		return -2
	}
	return n
}

// text is the value of a JSON string.
func text(raw []byte) string {
	if len(raw) >= 2 && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	_ = json.Unmarshal(raw, &s)
	return s
}

// has says whether a seat is in a list of seats.
func has(list []byte, seat int) bool {
	return len(list) > 2 && bytes.IndexByte(list, byte('0'+seat)) >= 0
}

// firstOf is the first seat of a list of seats, or -1.
func firstOf(list []byte) int {
	if len(list) <= 2 {
		return -1
	}
	return int(list[1] - '0')
}

// List is the moves of one of the viewer's seats.
func (g *Glance) List(seat int) [][]byte {
	var out [][]byte
	elements(g.Moves, func(of []byte) {
		mine := false
		fields(of, func(key, value []byte) {
			switch {
			case string(key) == "seat":
				mine = string(value) == strconv.Itoa(seat)
			case mine && string(key) == "list":
				elements(value, func(m []byte) { out = append(out, m) })
			}
		})
	})
	return out
}

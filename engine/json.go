package engine

import "strconv"

// node is a parsed JSON value: an object, a list, or the text of any other value. The decoder of the standard
// library would double the size of the browser build.
type node struct {
	text string
	keys []string
	list []*node // the values of an object or the items of a list
}

func (n *node) get(key string) *node {
	for i, k := range n.keys {
		if k == key {
			return n.list[i]
		}
	}
	return nil
}

// maxDepth is how deeply values can be nested. A coder nests them far less.
const maxDepth = 16

type jsonReader struct {
	in []byte
	at int
}

func parseJSON(text []byte) (*node, error) {
	r := &jsonReader{in: text}
	n := r.value(maxDepth)
	r.space()
	if n == nil || r.at != len(text) {
		return nil, &ParseError{Text: "JSON", Why: "broken at byte " + strconv.Itoa(r.at)}
	}
	return n, nil
}

func (r *jsonReader) space() {
	for r.at < len(r.in) && (r.in[r.at] == ' ' || r.in[r.at] == '\n' || r.in[r.at] == '\t' || r.in[r.at] == '\r') {
		r.at++
	}
}

func (r *jsonReader) eat(c byte) bool {
	r.space()
	if r.at < len(r.in) && r.in[r.at] == c {
		r.at++
		return true
	}
	return false
}

// value parses one value, or returns nil if there is none.
func (r *jsonReader) value(depth int) *node {
	r.space()
	if depth == 0 || r.at == len(r.in) {
		return nil
	}
	switch r.in[r.at] {
	case '{':
		return r.items('}', depth, true)
	case '[':
		return r.items(']', depth, false)
	case '"':
		s, ok := r.quoted()
		if !ok {
			return nil
		}
		return &node{text: s}
	}
	start := r.at
	for r.at < len(r.in) && (r.in[r.at]-'0' < 10 || r.in[r.at]-'a' < 26 || r.in[r.at] == '-' || r.in[r.at] == '.') {
		r.at++
	}
	if start == r.at {
		return nil
	}
	return &node{text: string(r.in[start:r.at])}
}

func (r *jsonReader) items(end byte, depth int, keyed bool) *node {
	r.at++
	n := &node{}
	if r.eat(end) {
		return n
	}
	for {
		if keyed {
			r.space()
			key, ok := r.quoted()
			if !ok || !r.eat(':') {
				return nil
			}
			n.keys = append(n.keys, key)
		}
		v := r.value(depth - 1)
		if v == nil {
			return nil
		}
		n.list = append(n.list, v)
		if r.eat(end) {
			return n
		}
		if !r.eat(',') {
			return nil
		}
	}
}

func (r *jsonReader) quoted() (string, bool) {
	if r.at == len(r.in) || r.in[r.at] != '"' {
		return "", false
	}
	for i := r.at + 1; i < len(r.in); i++ {
		switch r.in[i] {
		case '\\':
			i++
		case '"':
			s, ok := readText(r.in[r.at+1 : i])
			r.at = i + 1
			return s, ok
		}
	}
	return "", false
}

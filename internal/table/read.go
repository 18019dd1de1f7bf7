//go:build !js

package table

import (
	"bytes"

	"theriac/engine"
)

// readPlain parses the form in which encode writes nearly all entries, several times as fast as the standard
// library. Reading is frequent: each node reads the entries of every table that it follows, and all of them
// when it loads the table.
//
// readPlain returns false for any other form, which the caller then parses with the standard library. That
// includes openings, escapes, other alphabets, another order of fields, and unknown or damaged content.
func readPlain(body []byte) (*Entry, bool) {
	r := reader{rest: body}
	e := &Entry{}
	last := 0 // the field that was read last: fields come in order, each at most once
	for sign := byte('{'); ; sign = ',' {
		if !r.sign(sign) {
			break
		}
		field, ok := r.field(), true
		if field <= last {
			return nil, false
		}
		switch last = field; field {
		case fieldFormat:
			e.Format = int(r.number(1 << 16))
		case fieldN:
			e.N = int(r.number(1 << 31))
		case fieldAt:
			e.At = r.number(1 << 53)
		case fieldKind:
			e.Kind = Kind(r.kind())
		case fieldKey:
			e.Key = r.text()
		case fieldBy:
			ok = r.list(func() { e.By |= 1 << r.number(engine.MaxSeats-1) })
		case fieldQuestion:
			e.Question = r.text()
		case fieldPlays:
			ok = r.list(func() { e.Plays = append(e.Plays, r.play()) })
		case fieldTo:
			e.To = int(r.number(1 << 31))
		case fieldWhat:
			e.What = r.text()
		case fieldHash:
			e.Hash = r.text()
		}
		if !ok || r.bad {
			return nil, false
		}
	}
	return e, last > 0 && r.sign('}') && len(r.rest) == 0
}

// These are the fields that readPlain knows, in the order in which encode writes them.
const (
	fieldFormat = iota + 1
	fieldN
	fieldAt
	fieldKind
	fieldKey
	fieldBy
	fieldQuestion
	fieldPlays
	fieldTo
	fieldWhat
	fieldHash
	fieldSeat
	fieldMove
	fieldWhy
)

// reader parses an entry from left to right. bad is set once the entry is found not to be plain.
type reader struct {
	rest []byte
	bad  bool
}

// sign consumes the character c if it comes next, and reports whether it did.
func (r *reader) sign(c byte) bool {
	if r.bad || len(r.rest) == 0 || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// quoted consumes a string in quotes and returns its content.
func (r *reader) quoted() []byte {
	if !r.sign('"') {
		r.bad = true
		return nil
	}
	end := bytes.IndexByte(r.rest, '"')
	if end < 0 {
		r.bad = true
		return nil
	}
	text := r.rest[:end]
	for _, c := range text {
		if c < ' ' || c > '~' || c == '\\' {
			r.bad = true
			return nil
		}
	}
	r.rest = r.rest[end+1:]
	return text
}

func (r *reader) text() string { return string(r.quoted()) }

// kind consumes a kind of entry. For known kinds it returns the constant, which saves an allocation.
func (r *reader) kind() string {
	text := r.quoted()
	if string(text) == string(KindPlay) {
		return string(KindPlay)
	}
	return string(text)
}

// number consumes a whole number from 0 to the given maximum.
func (r *reader) number(most int64) int64 {
	n, digits := int64(0), 0
	for ; digits < len(r.rest) && digits < 18 && '0' <= r.rest[digits] && r.rest[digits] <= '9'; digits++ {
		n = 10*n + int64(r.rest[digits]-'0')
	}
	if digits == 0 || digits > 1 && r.rest[0] == '0' || n > most {
		r.bad = true
		return 0
	}
	r.rest = r.rest[digits:]
	return n
}

// list consumes a non-empty JSON list and calls item for each element.
func (r *reader) list(item func()) bool {
	for sign := byte('['); r.sign(sign); sign = ',' {
		item()
		if r.sign(']') {
			return true
		}
	}
	return false
}

// play consumes one move, with its seat and cause.
func (r *reader) play() (p Play) {
	last := fieldHash
	for sign := byte('{'); r.sign(sign); sign = ',' {
		field := r.field()
		if field <= last {
			r.bad = true
		}
		switch last = field; field {
		case fieldSeat:
			p.Seat = engine.Seat(r.number(engine.MaxSeats - 1))
		case fieldMove:
			p.Move = r.text()
		case fieldWhy:
			p.Why = r.text()
		}
		if r.bad {
			return p
		}
	}
	if last == fieldHash || !r.sign('}') {
		r.bad = true
	}
	return p
}

// field consumes the name of a field and the colon after it. It returns 0 for an unknown field.
func (r *reader) field() int {
	name := r.quoted()
	if !r.sign(':') {
		r.bad = true
		return 0
	}
	switch string(name) {
	case "form":
		return fieldFormat
	case "n":
		return fieldN
	case "at":
		return fieldAt
	case "kind":
		return fieldKind
	case "key":
		return fieldKey
	case "by":
		return fieldBy
	case "question":
		return fieldQuestion
	case "plays":
		return fieldPlays
	case "to":
		return fieldTo
	case "what":
		return fieldWhat
	case "hash":
		return fieldHash
	case "seat":
		return fieldSeat
	case "move":
		return fieldMove
	case "why":
		return fieldWhy
	}
	return 0
}

//go:build !js

package table

import (
	"bytes"

	"theriac/engine"
)

// Entries are read far more often than they are written: by every node that follows a
// table, and all of them by each that loads it. readPlain reads one in the form in which
// encode writes nearly all of them, several times as fast as the standard library. It
// leaves everything else to that: openings, escapes, other languages, other orders of
// fields, and what is unknown or damaged.
func readPlain(body []byte) (*Entry, bool) {
	r := reader{rest: body}
	e := &Entry{}
	last := 0 // which field it was: they come in order, and once
	for sign := byte('{'); ; sign = ',' {
		if !r.sign(sign) {
			break
		}
		field, ok := r.field(), true
		if field <= last {
			return nil, false
		}
		switch last = field; field {
		case fieldForm:
			e.Form = int(r.number(1 << 16))
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

// The fields that readPlain knows, in their order.
const (
	fieldForm = iota + 1
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

// reader reads the parts of an entry. bad says that something is not plain.
type reader struct {
	rest []byte
	bad  bool
}

// sign takes a sign, if it is the next.
func (r *reader) sign(c byte) bool {
	if r.bad || len(r.rest) == 0 || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}

// quoted takes a text in quotes.
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

// kind takes a kind of entry, without a copy of its name where it is known here.
func (r *reader) kind() string {
	text := r.quoted()
	if string(text) == string(KindPlay) {
		return string(KindPlay)
	}
	return string(text)
}

// number takes a whole number from 0 to some other.
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

// list takes a list that is not empty.
func (r *reader) list(item func()) bool {
	for sign := byte('['); r.sign(sign); sign = ',' {
		item()
		if r.sign(']') {
			return true
		}
	}
	return false
}

// play takes one move.
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

// field takes the name of a field and the colon behind it. 0 is one that is not known.
func (r *reader) field() int {
	name := r.quoted()
	if !r.sign(':') {
		r.bad = true
		return 0
	}
	switch string(name) {
	case "form":
		return fieldForm
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

//go:build !js

package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"

	"theriac/engine"
	"theriac/games"
)

// This file is for servers. Browser builds have their own versions of these functions in browser.go, because
// the standard library would make up a third of the download. A test checks that both versions give the same
// results.

// find returns the rules of the game called name.
func find(name string) (engine.Game, bool) { return games.Find(name) }

// sumOf returns the SHA-256 of data. It uses the standard library, which is faster than the engine's own
// implementation.
func sumOf(data []byte) [sumSize]byte { return sha256.Sum256(data) }

// next returns the chain hash after one more entry.
func (c Chain) next(body []byte) Chain {
	h := sha256.New()
	h.Write(c[:])
	h.Write(body)
	var out Chain
	h.Sum(out[:0])
	return out
}

// encode returns an entry on one line. Nearly all moves can be written without encoding/json, which takes five
// times as long.
func (e *Entry) encode() ([]byte, error) {
	if e.plain() {
		return e.appendText(make([]byte, 0, usualEntry)), nil
	}
	return json.Marshal(e)
}

// usualEntry is a buffer size in bytes that is enough for most entries.
const usualEntry = 320

// plain reports whether appendText writes the entry exactly as encoding/json does. It returns false for
// openings, and for entries with characters that encoding/json escapes.
func (e *Entry) plain() bool {
	if e.Open != nil || !plainText(string(e.Kind)) || !plainText(e.Key) || !plainText(e.Question) || !plainText(e.What) || !plainText(e.Level) || !plainText(e.Hash) {
		return false
	}
	for _, p := range e.Plays {
		if !plainText(p.Move) || !plainText(p.Why) {
			return false
		}
	}
	for _, p := range e.Passes {
		if !plainText(p) {
			return false
		}
	}
	return true
}

func plainText(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '<' || c == '>' || c == '&' {
			return false
		}
	}
	return true
}

// UnmarshalJSON decodes a list of seats such as [0,2].
func (l *SeatList) UnmarshalJSON(text []byte) error {
	var seats []int
	if err := json.Unmarshal(text, &seats); err != nil {
		return err
	}
	return l.setSeats(seats)
}

// decode parses an entry, with the fast parser if that is possible.
func decode(body []byte) (*Entry, error) {
	if e, ok := readPlain(body); ok {
		if err := e.check(); err != nil {
			return nil, err
		}
		return e, nil
	}
	return decodeAny(body)
}

// decodeAny parses an entry in any valid JSON form.
func decodeAny(body []byte) (*Entry, error) {
	var e Entry
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	err := d.Decode(&e)
	switch {
	case err != nil && json.Valid(body):
		return nil, errNewer(err.Error())
	case err != nil:
		return nil, err
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	return &e, nil
}

//go:build !js

package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"

	"theriac/engine"
	"theriac/games"
)

// Some of what a table needs is done in another way in a browser (browser.go), where the
// standard library's would be a third of what has to be fetched. A test compares both.

// find is the rules of a game.
func find(name string) (engine.Game, bool) { return games.Find(name) }

// sumOf is a SHA-256. The standard library's is faster than the engine's own.
func sumOf(data []byte) [sumSize]byte { return sha256.Sum256(data) }

// next is the chain with one entry more.
func (c Chain) next(body []byte) Chain {
	h := sha256.New()
	h.Write(c[:])
	h.Write(body)
	var out Chain
	h.Sum(out[:0])
	return out
}

// encode writes an entry on one line. That of a move is plain almost always, and is
// written without encoding/json, which takes five times as long.
func (e *Entry) encode() ([]byte, error) {
	if e.plain() {
		return e.appendText(make([]byte, 0, usualEntry)), nil
	}
	return json.Marshal(e)
}

// usualEntry is more than most entries need.
const usualEntry = 320

// plain says that appendText writes the entry as encoding/json does: it opens no game, and
// its texts are printable ASCII without what encoding/json escapes for HTML.
func (e *Entry) plain() bool {
	if e.Open != nil || !plainText(string(e.Kind)) || !plainText(e.Key) || !plainText(e.Question) || !plainText(e.What) || !plainText(e.Hash) {
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

// UnmarshalJSON reads [0,2].
func (l *SeatList) UnmarshalJSON(text []byte) error {
	var seats []int
	if err := json.Unmarshal(text, &seats); err != nil {
		return err
	}
	return l.setSeats(seats)
}

// decode reads an entry.
func decode(body []byte) (*Entry, error) {
	if e, ok := readPlain(body); ok {
		if err := e.check(); err != nil {
			return nil, err
		}
		return e, nil
	}
	return decodeAny(body)
}

// decodeAny reads an entry in whatever form.
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

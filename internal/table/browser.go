//go:build js

package table

import (
	"errors"
	"syscall/js"

	"theriac/engine"
	"theriac/games/one"
)

// find returns the rules of the only game that this build includes.
func find(name string) (engine.Game, bool) { return one.Rules, one.Rules.Name() == name }

func sumOf(data []byte) [sumSize]byte { return engine.Sum(data) }

func (c Chain) next(body []byte) Chain { return sumOf(append(c[:], body...)) }

func (e *Entry) encode() ([]byte, error) { return e.appendText(nil), nil }

// decode parses an entry with the browser's own JSON parser.
func decode(body []byte) (e *Entry, err error) {
	defer func() {
		if recover() != nil {
			e, err = nil, errors.New("an entry that cannot be read")
		}
	}()
	v := js.Global().Get("JSON").Call("parse", string(body))
	e = &Entry{
		Format: number(v, "form"), N: number(v, "n"), At: int64(v.Get("at").Float()), Kind: Kind(text(v, "kind")), Key: text(v, "key"),
		Question: text(v, "question"), To: number(v, "to"), What: text(v, "what"), Passes: all(v, "passes", js.Value.String), Hash: text(v, "hash"),
		Seat: number(v, "seat"), Level: text(v, "level"),
	}
	if err := e.By.setSeats(all(v, "by", js.Value.Int)); err != nil {
		return nil, err
	}
	e.Voters = all(v, "voters", func(list js.Value) (l SeatList) {
		for i := range list.Length() {
			l |= 1 << list.Index(i).Int()
		}
		return l
	})
	e.Plays = all(v, "plays", func(p js.Value) Play {
		return Play{Seat: engine.Seat(number(p, "seat")), Move: text(p, "move"), Why: text(p, "why")}
	})
	if o := v.Get("open"); o.Truthy() {
		e.Open = &Opening{
			Game: text(o, "game"), Revision: number(o, "revision"), Seats: all(o, "seats", js.Value.String),
			Secret: text(o, "secret"), Salt: text(o, "salt"), Nonces: all(o, "nonces", js.Value.String), Limit: int64(number(o, "limit")), Live: o.Get("live").Truthy(),
			Settings: all(o, "settings", func(s js.Value) [2]string { return [2]string{s.Index(0).String(), s.Index(1).String()} }),
		}
		if n := o.Get("number"); !n.IsUndefined() {
			deal := uint64(n.Float())
			e.Open.Number = &deal
		}
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	return e, nil
}

func text(v js.Value, name string) string {
	if f := v.Get(name); !f.IsUndefined() {
		return f.String()
	}
	return ""
}

func number(v js.Value, name string) int {
	if f := v.Get(name); !f.IsUndefined() {
		return f.Int()
	}
	return 0
}

func all[T any](v js.Value, name string, one func(js.Value) T) []T {
	f := v.Get(name)
	if f.IsUndefined() || f.IsNull() {
		return nil
	}
	out := make([]T, f.Length())
	for i := range out {
		out[i] = one(f.Index(i))
	}
	return out
}

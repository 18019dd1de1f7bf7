package table

import (
	"strconv"

	"theriac/engine"
)

// appendText appends an entry on one line, exactly as the standard library would. Browser builds use it to
// leave out the standard library's encoder. It cannot write a group's private cards, which never occur there.
func (e *Entry) appendText(dst []byte) []byte {
	w := writer{append(dst, '{')}
	w.number("form", int64(e.Format), false)
	w.number("n", int64(e.N), true)
	w.number("at", e.At, true)
	w.name("kind")
	w.quote(string(e.Kind))
	w.text("key", e.Key)
	if e.By != 0 {
		w.name("by")
		w.dst = appendSeats(w.dst, engine.Seats(e.By))
	}
	w.text("question", e.Question)
	items(&w, "plays", e.Plays, false, func(p Play) {
		w.dst = append(w.dst, '{')
		w.number("seat", int64(p.Seat), true)
		w.name("move")
		w.quote(p.Move)
		w.text("why", p.Why)
		w.dst = append(w.dst, '}')
	})
	w.number("to", int64(e.To), false)
	w.text("what", e.What)
	w.number("seat", int64(e.Seat), false)
	w.text("level", e.Level)
	items(&w, "voters", e.Voters, false, func(l SeatList) { w.dst = appendSeats(w.dst, engine.Seats(l)) })
	items(&w, "passes", e.Passes, false, w.quote)
	if e.Open != nil {
		w.name("open")
		w.dst = e.Open.appendText(w.dst)
	}
	w.text("hash", e.Hash)
	return append(w.dst, '}')
}

func (o *Opening) appendText(dst []byte) []byte {
	w := writer{append(dst, '{')}
	w.name("game")
	w.quote(o.Game)
	w.number("revision", int64(o.Revision), true)
	items(&w, "settings", o.Settings, true, func(s [2]string) {
		w.dst = append(w.dst, '[')
		w.quote(s[0])
		w.dst = append(w.dst, ',')
		w.quote(s[1])
		w.dst = append(w.dst, ']')
	})
	items(&w, "seats", o.Seats, true, w.quote)
	w.text("secret", o.Secret)
	w.text("salt", o.Salt)
	items(&w, "nonces", o.Nonces, false, w.quote)
	if o.Number != nil {
		w.name("number")
		w.dst = strconv.AppendUint(w.dst, *o.Number, 10)
	}
	w.number("limit", o.Limit, false)
	if o.Live {
		w.name("live")
		w.dst = append(w.dst, "true"...)
	}
	return append(w.dst, '}')
}

// writer writes the fields of a JSON object. It leaves out empty fields.
type writer struct{ dst []byte }

func (w *writer) name(name string) {
	if w.dst[len(w.dst)-1] != '{' {
		w.dst = append(w.dst, ',')
	}
	w.quote(name)
	w.dst = append(w.dst, ':')
}

func (w *writer) number(name string, n int64, always bool) {
	if n != 0 || always {
		w.name(name)
		w.dst = strconv.AppendInt(w.dst, n, 10)
	}
}

func (w *writer) text(name, text string) {
	if text != "" {
		w.name(name)
		w.quote(text)
	}
}

// quote writes a string in quotes. It escapes only quotes, backslashes and control characters, because no other
// character in an entry needs it.
func (w *writer) quote(text string) {
	w.dst = append(w.dst, '"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			w.dst = append(w.dst, '\\', c)
		case c < ' ':
			w.dst = append(w.dst, `\u00`...)
			w.dst = append(w.dst, '0'+c>>4, "0123456789abcdef"[c&15])
		default:
			w.dst = append(w.dst, c)
		}
	}
	w.dst = append(w.dst, '"')
}

func items[T any](w *writer, name string, all []T, always bool, one func(T)) {
	if len(all) == 0 && !always {
		return
	}
	w.name(name)
	w.dst = append(w.dst, '[')
	for i, x := range all {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		one(x)
	}
	w.dst = append(w.dst, ']')
}

package load

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// forger makes up requests.
type forger struct {
	rng      *rand.Rand
	addr     string
	v, other *victim
	conn     *Conn
}

// classes are the kinds of forged requests.
func classes() []string {
	return []string{
		"wrong seat", "stale question", "another table's token", "replayed key", "reused key", "no token", "forged token",
		"giant body", "truncated JSON", "bad UTF-8", "wrong types", "deep JSON", "random path", "bad last event id",
		"oversized header", "not HTTP", "bad key", "bad undo", "bad length", "odd method",
	}
}

// harmless says whether a success of that class does no harm: it changes nothing.
func harmless(class string) bool {
	return class == "replayed key" || class == "random path" || class == "oversized header" || class == "bad last event id" || class == "odd method"
}

// next is one request and its class.
func (f *forger) next() (class string, request []byte) {
	all := classes()
	class = all[f.rng.IntN(len(all))]
	if (class == "giant body" || class == "oversized header" || class == "not HTTP") && f.rng.IntN(4) > 0 {
		class = "stale question" // those cost a connection each
	}
	return class, f.make(class)
}

func (f *forger) post(table *victim, what, token string, body []byte) []byte {
	return request(f.addr, http.MethodPost, "/api/tables/"+table.table+"/"+what, token, body)
}

// move is the body of a move that could be legal.
func (f *forger) move(change func(m map[string]any)) []byte {
	m := map[string]any{"seat": 0, "question": f.v.question, "move": f.v.move, "key": strconv.FormatUint(f.rng.Uint64(), 36)}
	change(m)
	data, _ := json.Marshal(m)
	return data
}

func (f *forger) make(class string) []byte {
	own := f.v.people[0].Token
	switch class {
	case "wrong seat":
		seats := []any{1, 2, 5, -1, 99, 1 << 40}
		return f.post(f.v, "moves", own, f.move(func(m map[string]any) { m["seat"] = seats[f.rng.IntN(len(seats))] }))
	case "stale question":
		old := []any{"0", "1", f.v.done.Question, "999999", "-1", "1.7", "", "x"}
		return f.post(f.v, "moves", f.v.people[f.v.done.Seat].Token, f.move(func(m map[string]any) {
			m["seat"] = f.v.done.Seat
			m["move"] = f.v.done.Move
			if m["question"] = old[f.rng.IntN(len(old))]; m["question"] == f.v.question {
				m["question"] = "0"
			}
		}))
	case "another table's token":
		key := `"key":"` + strconv.FormatUint(f.rng.Uint64(), 36) + `"}`
		bodies := map[string]string{
			"moves": string(f.move(func(map[string]any) {})), "undo": `{"to":0,` + key, "giveup": "{" + key, "answer": `{"agree":true,` + key,
			"sit": "{}", "stand": `{"seat":0}`, "start": "{}", "close": "{}", "handover": `{"seat":0}`, "watch": `{"watch":"open"}`,
		}
		whats := slices.Sorted(maps.Keys(bodies))
		what := whats[f.rng.IntN(len(whats))]
		return f.post(f.v, what, f.other.people[0].Token, []byte(bodies[what]))
	case "replayed key":
		data, _ := json.Marshal(f.v.done)
		return f.post(f.v, "moves", f.v.people[f.v.done.Seat].Token, data)
	case "reused key":
		again := f.v.done
		again.Move += " x"
		data, _ := json.Marshal(again)
		return f.post(f.v, "moves", f.v.people[f.v.done.Seat].Token, data)
	case "no token":
		return f.post(f.v, "moves", "", f.move(func(map[string]any) {}))
	case "forged token":
		return f.post(f.v, "moves", f.forged(own), f.move(func(map[string]any) {}))
	case "bad key":
		keys := []string{"", strings.Repeat("k", 65+f.rng.IntN(1000)), "a b", "a\x00b", "é", "../..", "k\n"}
		return f.post(f.v, "moves", own, f.move(func(m map[string]any) { m["key"] = keys[f.rng.IntN(len(keys))] }))
	case "bad undo":
		to := []any{-1, 1 << 50, "0", nil, 7.5, 1 << 20}
		return f.post(f.v, "undo", own, f.move(func(m map[string]any) {
			for k := range m {
				delete(m, k)
			}
			m["to"], m["key"] = to[f.rng.IntN(len(to))], "u"+strconv.FormatUint(f.rng.Uint64(), 36)
		}))
	}
	return f.broken(class)
}

// forged is a token that nobody has.
func (f *forger) forged(token string) string {
	b := []byte(token)
	switch f.rng.IntN(3) {
	case 0:
		b[f.rng.IntN(len(b))] ^= 1
	case 1:
		b = b[:f.rng.IntN(len(b))]
	default:
		for i := range b {
			b[i] = byte('!' + f.rng.IntN(90))
		}
	}
	return string(b)
}

// broken is a malformed request.
func (f *forger) broken(class string) []byte {
	own := f.v.people[0].Token
	fine := f.move(func(map[string]any) {})
	switch class {
	case "giant body":
		return f.post(f.v, "moves", own, f.move(func(m map[string]any) { m["move"] = strings.Repeat("x", 65<<10+f.rng.IntN(1<<20)) }))
	case "truncated JSON":
		return f.post(f.v, "moves", own, fine[:f.rng.IntN(len(fine)-1)])
	case "bad UTF-8":
		b := bytes.Replace(fine, []byte(f.v.move), []byte{0xff, 0xfe, 0xc0, 0x80, byte(f.rng.IntN(256) | 0x80)}, 1)
		return f.post(f.v, "moves", own, b)
	case "wrong types":
		values := []any{nil, "x", []int{1}, map[string]int{"a": 1}, 1e300, true, -0.5}
		names := []string{"seat", "question", "move", "key"}
		return f.post(f.v, "moves", own, f.move(func(m map[string]any) {
			name := names[f.rng.IntN(len(names))]
			if m[name] = values[f.rng.IntN(len(values))]; name != "seat" && m[name] == "x" {
				m["seat"] = "x" // a text is no wrong type for these
			}
		}))
	case "deep JSON":
		n := 100 + f.rng.IntN(20_000)
		return f.post(f.v, "moves", own, []byte(strings.Repeat("[", n)+strings.Repeat("]", f.rng.IntN(n))))
	case "random path":
		return request(f.addr, []string{"GET", "POST", "PUT", "DELETE", "HEAD2"}[f.rng.IntN(5)], "/"+f.path(), own, nil)
	case "bad last event id":
		ids := []string{"-1.x", "999999999999999999999", "x", "1.2.3", strings.Repeat("9", 300), "\x01", "5 5"}
		id := ids[f.rng.IntN(len(ids))]
		return request(f.addr, http.MethodGet, "/api/tables/"+f.v.table+"/events?after="+f.digits(), own, nil, "Last-Event-ID: "+id)
	case "oversized header":
		return request(f.addr, http.MethodGet, "/api/tables/"+f.v.table, own, nil, "X-Long: "+strings.Repeat("h", 24_000+f.rng.IntN(100_000)))
	case "not HTTP":
		b := make([]byte, 1+f.rng.IntN(300))
		for i := range b {
			b[i] = byte(f.rng.IntN(256))
		}
		return append(b, "\r\n\r\n"...)
	case "bad length":
		head := request(f.addr, http.MethodPost, "/api/tables/"+f.v.table+"/moves", own, nil)
		length := []string{"-5", "x", "99999999999999999999", "1e3", "5\r\nContent-Length: 6"}[f.rng.IntN(5)]
		return bytes.Replace(head, []byte("Content-Length: 0"), []byte("Content-Length: "+length), 1)
	}
	return request(f.addr, []string{"TRACE", "CONNECT", "PATCH", "OPTIONS", "PROPFIND"}[f.rng.IntN(5)], "/api/tables/"+f.v.table+"/moves", own, nil)
}

// digits is a number, or nearly.
func (f *forger) digits() string {
	return []string{"-2", "1e9", "x", "99999999999", "%00", "1;2"}[f.rng.IntN(6)]
}

// path is a path that leads nowhere, built of words that lead somewhere.
func (f *forger) path() string {
	words := []string{"api", "tables", "..", "%2e%2e", f.v.table, "moves", "events", "view", "people", "me", "metrics", "debug", "pprof", "%00", "é", "%ff", "j", "operator", strings.Repeat("a", 500), "why?seat=9", "?", "#", ";"}
	out := []string{"nowhere"}
	for range 1 + f.rng.IntN(5) {
		out = append(out, words[f.rng.IntN(len(words))])
	}
	f.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return strings.Join(out, "/")
}

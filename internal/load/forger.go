package load

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// forger makes up requests and sends them byte by byte, so that they can be invalid in ways that an HTTP client
// would prevent.
type forger struct {
	rng      *rand.Rand
	addr     string
	v, other *victim
	hall     *strangersTables
	officers *officers // nil if the operator's key is not known
	op       string    // the operation of the newest request to moderation
	conn     net.Conn
	answers  *bufio.Reader
}

// request returns the bytes of an HTTP request.
func request(host, method, path, token string, body []byte, headers ...string) []byte {
	lines := []string{method + " " + path + " HTTP/1.1", "Host: " + host}
	if token != "" {
		lines = append(lines, "Authorization: Bearer "+token)
	}
	lines = append(lines, headers...)
	if body != nil || method == http.MethodPost || method == http.MethodPut {
		lines = append(lines, "Content-Type: application/json", "Content-Length: "+strconv.Itoa(len(body)))
	}
	return append([]byte(strings.Join(lines, "\r\n")+"\r\n\r\n"), body...)
}

// send sends a request and waits for a response.
func (f *forger) send(request []byte) (status int, body []byte, err error) {
	if f.conn == nil {
		if f.conn, err = net.DialTimeout("tcp", f.addr, 10*time.Second); err != nil {
			return 0, nil, err
		}
		f.answers = bufio.NewReader(f.conn)
	}
	_ = f.conn.SetDeadline(time.Now().Add(time.Minute))
	_, sent := f.conn.Write(request)
	// The server may reject a request before it has read all of it. That response is valid, although sending
	// fails.
	resp, err := http.ReadResponse(f.answers, nil)
	if err != nil {
		f.hangUp()
		return 0, nil, err
	}
	endless := resp.Header.Get("Content-Type") == "text/event-stream"
	if !endless {
		body, err = io.ReadAll(resp.Body)
	}
	if endless || resp.Close || sent != nil || err != nil {
		f.hangUp()
	}
	return resp.StatusCode, body, err
}

func (f *forger) hangUp() {
	if f.conn != nil {
		_ = f.conn.Close()
		f.conn = nil
	}
}

// class is a kind of forged request.
type class struct {
	name     string
	make     func(f *forger) []byte
	harmless bool // the request may succeed, because it cannot change the table
	dear     bool // the server closes the connection after this request, so it is sent less often
}

// next returns a random class of request.
func (f *forger) next() class {
	f.op = ""
	c := pick(f, f.all()...)
	if c.dear && f.rng.IntN(4) > 0 {
		return classes[1]
	}
	return c
}

// all returns the classes that are possible.
func (f *forger) all() []class {
	if f.officers == nil {
		return slices.Concat(classes, hallClasses)
	}
	return slices.Concat(classes, hallClasses, orderClasses)
}

// pick returns one of its arguments at random.
func pick[T any](f *forger, some ...T) T { return some[f.rng.IntN(len(some))] }

// post returns a command for the victim's table, sent by the person on a seat.
func (f *forger) post(seat int, what string, body []byte) []byte {
	return f.command(what, f.v.people[seat].Token, body)
}

func (f *forger) command(what, token string, body []byte) []byte {
	return request(f.addr, http.MethodPost, "/api/tables/"+f.v.table+"/"+what, token, body)
}

// move returns a move that might be legal, except that one field is replaced.
func (f *forger) move(name string, value any) []byte {
	m := map[string]any{"seat": 0, "question": f.v.question, "move": f.v.move, "key": f.key()}
	if name != "" {
		m[name] = value
	}
	return encode(m)
}

func (f *forger) key() string { return strconv.FormatUint(f.rng.Uint64(), 36) }

func encode(body any) []byte {
	data, _ := json.Marshal(body)
	return data
}

// bytes returns n random bytes in the half-open range from..from+many.
func (f *forger) bytes(n, from, many int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(from + f.rng.IntN(many))
	}
	return b
}

var classes = []class{
	{name: "wrong seat", make: func(f *forger) []byte {
		return f.post(0, "moves", f.move("seat", pick[any](f, 1, 2, 5, -1, 99, 1<<40)))
	}},
	{name: "stale question", make: func(f *forger) []byte {
		p := f.v.done
		p.Key, p.Question = f.key(), pick(f, "0", "1", p.Question, "999999", "-1", "1.7", "", "x")
		if p.Question == f.v.question {
			p.Question = "0"
		}
		return f.post(p.Seat, "moves", encode(p))
	}},
	{name: "another table's token", make: func(f *forger) []byte {
		key := `"key":"` + f.key() + `"}`
		bodies := map[string]string{
			"moves": string(f.move("", nil)), "undo": `{"to":0,` + key, "propose": `{"what":"` + pick(f, "end", "pause", "resume", "bot") + `",` + key, "answer": `{"agree":true,` + key,
			"sit": "{}", "stand": `{"seat":0}`, "start": "{}", "close": "{}", "handover": `{"seat":0}`, "watch": `{"watch":"open"}`, "release": `{"released":true}`,
		}
		what := pick(f, slices.Sorted(maps.Keys(bodies))...)
		return f.command(what, f.other.people[0].Token, []byte(bodies[what]))
	}},
	{name: "replayed key", harmless: true, make: func(f *forger) []byte { return f.post(f.v.done.Seat, "moves", encode(f.v.done)) }},
	{name: "reused key", make: func(f *forger) []byte {
		again := f.v.done
		again.Move += " x"
		return f.post(again.Seat, "moves", encode(again))
	}},
	{name: "no token", make: func(f *forger) []byte { return f.command("moves", "", f.move("", nil)) }},
	{name: "forged token", make: func(f *forger) []byte {
		b := []byte(f.v.people[0].Token)
		switch f.rng.IntN(3) {
		case 0:
			b[f.rng.IntN(len(b))] ^= 1
		case 1:
			b = b[:f.rng.IntN(len(b))]
		default:
			b = f.bytes(len(b), '!', 90)
		}
		return f.command("moves", string(b), f.move("", nil))
	}},
	{name: "giant body", dear: true, make: func(f *forger) []byte {
		return f.post(0, "moves", f.move("move", strings.Repeat("x", 65<<10+f.rng.IntN(1<<20))))
	}},
	{name: "truncated JSON", make: func(f *forger) []byte {
		fine := f.move("", nil)
		return f.post(0, "moves", fine[:f.rng.IntN(len(fine)-1)])
	}},
	{name: "bad UTF-8", make: func(f *forger) []byte {
		bad := append([]byte{0xff, 0xfe, 0xc0, 0x80}, f.bytes(1, 128, 128)...)
		return f.post(0, "moves", bytes.Replace(f.move("", nil), []byte(f.v.move), bad, 1))
	}},
	{name: "wrong types", make: func(f *forger) []byte {
		name, value := pick(f, "seat", "question", "move", "key"), pick[any](f, nil, "x", []int{1}, map[string]int{"a": 1}, 1e300, true, -0.5)
		if value == "x" {
			name = "seat" // every other field is a string, for which "x" would have the right type
		}
		return f.post(0, "moves", f.move(name, value))
	}},
	{name: "deep JSON", make: func(f *forger) []byte {
		n := 100 + f.rng.IntN(20_000)
		return f.post(0, "moves", []byte(strings.Repeat("[", n)+strings.Repeat("]", f.rng.IntN(n))))
	}},
	{name: "random path", harmless: true, make: func(f *forger) []byte {
		return request(f.addr, pick(f, "GET", "POST", "PUT", "DELETE", "HEAD2"), "/"+f.path(), f.v.people[0].Token, nil)
	}},
	{name: "bad last event id", harmless: true, make: func(f *forger) []byte {
		id := pick(f, "-1.x", "999999999999999999999", "x", "1.2.3", strings.Repeat("9", 300), "\x01", "5 5")
		path := "/api/tables/" + f.v.table + "/events?after=" + pick(f, "-2", "1e9", "x", "99999999999", "%00", "1;2")
		return request(f.addr, http.MethodGet, path, f.v.people[0].Token, nil, "Last-Event-ID: "+id)
	}},
	{name: "oversized header", harmless: true, dear: true, make: func(f *forger) []byte {
		long := strings.Repeat("h", 24_000+f.rng.IntN(100_000))
		return request(f.addr, http.MethodGet, "/api/tables/"+f.v.table, f.v.people[0].Token, nil, "X-Long: "+long)
	}},
	{name: "not HTTP", dear: true, make: func(f *forger) []byte {
		return append(f.bytes(1+f.rng.IntN(300), 0, 256), "\r\n\r\n"...)
	}},
	{name: "bad key", make: func(f *forger) []byte {
		return f.post(0, "moves", f.move("key", pick(f, "", strings.Repeat("k", 65+f.rng.IntN(1000)), "a b", "a\x00b", "é", "../..", "k\n")))
	}},
	{name: "bad undo", make: func(f *forger) []byte {
		return f.post(0, "undo", encode(map[string]any{"to": pick[any](f, -1, 1<<50, "0", nil, 7.5, 1<<20), "key": "u" + f.key()}))
	}},
	{name: "bad length", make: func(f *forger) []byte {
		length := pick(f, "-5", "x", "99999999999999999999", "1e3", "5\r\nContent-Length: 6")
		return bytes.Replace(f.post(0, "moves", nil), []byte("Content-Length: 0"), []byte("Content-Length: "+length), 1)
	}},
	{name: "odd method", harmless: true, make: func(f *forger) []byte {
		return request(f.addr, pick(f, "TRACE", "CONNECT", "PATCH", "OPTIONS", "PROPFIND"), "/api/tables/"+f.v.table+"/moves", f.v.people[0].Token, nil)
	}},
}

// path returns an invalid URL path made of valid segments.
func (f *forger) path() string {
	out := []string{"nowhere"}
	for range 1 + f.rng.IntN(5) {
		out = append(out, pick(f, "api", "tables", "..", "%2e%2e", f.v.table, "moves", "events", "view", "people", "me", "metrics", "debug", "pprof", "%00", "é", "%ff",
			"j", "operator", strings.Repeat("a", 500), "why?seat=9", "?", "#", ";"))
	}
	f.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return strings.Join(out, "/")
}

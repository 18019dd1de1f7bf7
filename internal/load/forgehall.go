package load

import (
	"context"
	"fmt"
	"net/http"

	"theriac/games"
	"theriac/internal/lobby"
)

// strangersTables are tables that strangers must not enter: a public one whose host keeps the bots' seats, and a
// private one that has a code. Each has a person and bots.
type strangersTables struct {
	host       Person
	shut, home string
	code       string
	before     [2]string // what the host sees of both
}

// codeLetters are the characters of codes.
const codeLetters = "23479BCDFGHJKMNPRTWX"

// newStrangersTables makes both tables.
func newStrangersTables(c *Conn) (s *strangersTables, err error) {
	s = &strangersTables{}
	if s.host, err = NewPerson(c); err != nil {
		return nil, err
	}
	for _, t := range []struct {
		id     *string
		public bool
	}{{&s.shut, true}, {&s.home, false}} {
		ask := map[string]any{"game": games.Default(), "settings": map[string]string{"players": "2"}, "public": t.public, "sit": "one", "title": "behind the door"}
		if *t.id, err = newTable(c, s.host.Token, ask); err != nil {
			return nil, err
		}
		path := "/api/tables/" + *t.id
		for _, r := range []struct {
			method, path string
			body         any
		}{
			{http.MethodPut, path + "/seats/1/bot", map[string]any{"level": "novice"}},
			{http.MethodPut, path + "/pace", map[string]any{"botPace": "at-once"}},
			{http.MethodPost, path + "/start", nil},
			{http.MethodPut, path + "/shut", map[string]any{"shut": t.public}},
		} {
			if _, err := c.succeed(r.method, r.path, s.host.Token, r.body); err != nil && r.path != path+"/shut" {
				return nil, err
			}
		}
	}
	var shown struct{ Code string }
	if err := c.fetch(http.MethodPost, "/api/tables/"+s.home+"/code", s.host.Token, nil, &shown); err != nil {
		return nil, err
	}
	s.code = shown.Code
	return s, s.look(c)
}

// look records who holds which seat.
func (s *strangersTables) look(c *Conn) error {
	for i, id := range []string{s.shut, s.home} {
		var t struct {
			Shut  bool
			Seats []struct {
				Holder *struct{ ID string }
				Bot    *struct{ Level string }
				Kept   *struct{}
			}
			Guests []struct{ ID string }
		}
		if err := c.fetch(http.MethodGet, "/api/tables/"+id, s.host.Token, nil, &t); err != nil {
			return err
		}
		s.before[i] = string(encode(t))
	}
	return nil
}

// changed counts the tables to which something happened since the last call of look.
func (s *strangersTables) changed(c *Conn) (n int, err error) {
	was := s.before
	err = s.look(c)
	for i := range was {
		if was[i] != s.before[i] {
			n++
		}
	}
	return n, err
}

// stranger returns the token of a person who has no part in the strangers' tables.
func (f *forger) stranger() string {
	return pick(f, f.v.people[0], f.v.people[1], f.other.people[0], f.other.people[1]).Token
}

// guess returns a random code.
func (f *forger) guess() string {
	b := make([]byte, 4+f.rng.IntN(3))
	for i := range b {
		b[i] = codeLetters[f.rng.IntN(len(codeLetters))]
	}
	if string(b) == f.hall.code {
		return f.guess()
	}
	return string(b)
}

func (f *forger) at(table, method, what string, body map[string]any) []byte {
	path := "/api/tables/" + table
	if what != "" {
		path += "/" + what
	}
	return request(f.addr, method, path, f.stranger(), encode(body))
}

// hallClasses are the forged requests to the hall. None may succeed.
var hallClasses = []class{
	{name: "a bot's seat that is shut", make: func(f *forger) []byte {
		return f.at(f.hall.shut, http.MethodPost, pick(f, "keep", "dropin"), map[string]any{"seat": f.rng.IntN(3)})
	}},
	{name: "a seat at a private table", make: func(f *forger) []byte {
		return f.at(f.hall.home, http.MethodPost, pick(f, "keep", "dropin", "sit"), map[string]any{"seat": f.rng.IntN(3)})
	}},
	{name: "a person's seat", make: func(f *forger) []byte {
		return request(f.addr, http.MethodPost, "/api/tables/"+f.v.table+"/"+pick(f, "keep", "dropin"), f.other.people[0].Token, encode(map[string]any{"seat": f.rng.IntN(2)}))
	}},
	{name: "another's seat to a bot", make: func(f *forger) []byte {
		seat := pick[any](f, 0, 1, 2, -1, 1<<40, "0", nil)
		return request(f.addr, http.MethodPost, "/api/tables/"+pick(f, f.v.table, f.hall.shut, f.hall.home)+"/givetobot", f.other.people[1].Token, encode(map[string]any{"seat": seat}))
	}},
	{name: "another's door", make: func(f *forger) []byte {
		table := pick(f, f.hall.shut, f.hall.home)
		switch f.rng.IntN(3) {
		case 0:
			return f.at(table, http.MethodPut, "shut", map[string]any{"shut": false})
		case 1:
			return f.at(table, http.MethodPost, "turnaway", map[string]any{"person": f.hall.host.ID})
		}
		return f.at(table, http.MethodPost, "code", map[string]any{})
	}},
	{name: "no such wish", make: func(f *forger) []byte {
		wish := pick(f, map[string]any{"level": f.key()}, map[string]any{"game": "x" + f.key()}, map[string]any{"pace": "never"}, map[string]any{"talk": 7},
			map[string]any{"languages": make([]string, 9)}, map[string]any{"hidden": "yes"})
		return request(f.addr, http.MethodPost, "/api/hall", f.stranger(), encode(wish))
	}},
	{name: "nobody's wish", make: func(f *forger) []byte {
		return request(f.addr, http.MethodPost, "/api/hall", pick(f, "", f.key()), encode(map[string]any{}))
	}},
	{name: "a guessed code", make: func(f *forger) []byte {
		return request(f.addr, http.MethodPost, "/api/codes", f.stranger(), encode(map[string]any{"code": f.guess()}))
	}},
	{name: "a code of a private table", make: func(f *forger) []byte {
		return request(f.addr, http.MethodPost, "/api/codes", f.stranger(), encode(map[string]any{"code": f.hall.code}))
	}},
	{name: "behind the door", make: func(f *forger) []byte {
		return f.at(f.hall.home, http.MethodGet, pick(f, "", "view", "transcript", "events", "replay"), nil)
	}},
}

// CodesResult records how a server with the usual limits answered to guesses.
type CodesResult struct {
	Codes   int `json:"codes"`
	Guesses int `json:"guesses"` // those that were answered
	Refused int `json:"refused"` // by the limit
	OneIn   int `json:"one_in"`  // guesses until one is expected to hit
	Knocks  int `json:"knocks"`  // right codes of private tables
	In      int `json:"in"`      // of those, the ones that let a person in
}

// Sound reports whether guessing does not help.
func (r CodesResult) Sound() bool {
	return r.Codes > 30 && r.Guesses >= 10 && r.Guesses <= 12 && r.Refused > 0 && r.OneIn >= 100_000 && r.Knocks == r.Codes && r.In == 0
}

// guessCodes makes private tables with codes at a server of its own, and tries the right ones. Then it guesses, after
// the server has begun to apply its limits.
func guessCodes(ctx context.Context, server ServerConfig) (r CodesResult, err error) {
	s, err := StartServer(ctx, server)
	if err != nil {
		return r, err
	}
	defer func() { s.Kill() }()
	addr, err := Addr(s.URL)
	if err != nil {
		return r, err
	}
	conn := NewConn(addr)
	defer conn.Close()
	var codes, tables []string
	var host Person
	for i := range 40 {
		if i%20 == 0 { // one person can have only so many tables
			if host, err = NewPerson(conn); err != nil {
				return r, err
			}
		}
		table, err := newTable(conn, host.Token, map[string]any{"game": games.Default(), "settings": map[string]string{"players": "2"}, "sit": "one"})
		if err != nil {
			return r, err
		}
		var shown struct{ Code string }
		if err := conn.fetch(http.MethodPost, "/api/tables/"+table+"/code", host.Token, nil, &shown); err != nil {
			return r, err
		}
		codes, tables = append(codes, shown.Code), append(tables, table)
	}
	r.Codes, r.OneIn = len(codes), oneIn(codes)
	eve, err := NewPerson(conn)
	if err != nil {
		return r, err
	}
	for i, code := range codes {
		a, err := conn.Do(http.MethodPost, "/api/codes", eve.Token, map[string]any{"code": code})
		if err != nil {
			return r, err
		}
		if a.Problem() == lobby.Knocking {
			r.Knocks++
		}
		seen, err := conn.Do(http.MethodGet, "/api/tables/"+tables[i], eve.Token, nil)
		if err != nil {
			return r, err
		}
		if a.OK() || seen.OK() {
			r.In++
		}
	}
	s.Kill()
	server.Strict = true
	if s, err = StartServer(ctx, server); err != nil {
		return r, err
	}
	if addr, err = Addr(s.URL); err != nil {
		return r, err
	}
	strict := NewConn(addr)
	defer strict.Close()
	for i := range 40 {
		a, err := strict.Do(http.MethodPost, "/api/codes", eve.Token, map[string]any{"code": "2222" + codeLetters[i%20:i%20+1]})
		switch {
		case err != nil:
			return r, err
		case a.Status == http.StatusTooManyRequests:
			r.Refused++
		case a.Status == http.StatusNotFound:
			r.Guesses++
		default:
			return r, fmt.Errorf("load: a guess: %w", a.Err())
		}
	}
	return r, nil
}

// oneIn returns how many guesses it takes on average to hit one of the codes, with the length that is best for that.
func oneIn(codes []string) int {
	best := 0
	for length, all := 4, 20*20*20*20; length <= 6; length, all = length+1, all*20 {
		n := 0
		for _, code := range codes {
			if len(code) == length {
				n++
			}
		}
		if n > 0 && (best == 0 || all/n < best) {
			best = all / n
		}
	}
	return best
}

package httpapi

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
)

// shed fails the test unless the server rejected the request because it was busy or full. The
// response must name this class and when to retry.
func (a answer) shed(id, what string) {
	a.t.Helper()
	if p := a.refused(http.StatusServiceUnavailable, id); p.What != what || a.header.Get("Retry-After") == "" {
		a.t.Errorf("%s: %+v, retry after %q", a.asked, p, a.header.Get("Retry-After"))
	}
}

// A full server rejects newcomers and tells them why. People who are playing can continue.
func TestFullServer(t *testing.T) {
	// One network address may make only half of the people and tables that the server accepts per
	// minute.
	b := raise(t, func(c *Config) { c.Caps = admit.Caps{NewPeople: 6, NewTables: 4, Tables: 2} })
	id, tokens := b.pair()
	b.guest("Eve")
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: "Mallory"}).shed("server-full", admit.ShedPeople)
	b.table(tokens[0])
	draft := NewTable{Game: "world", Settings: map[string]string{"players": "2"}}
	b.ask(tokens[0], http.MethodPost, "/api/tables", draft).shed("server-full", admit.ShedTables)
	r := rand.New(rand.NewPCG(1, 1))
	for range 5 {
		b.playOne(id, tokens, r)
	}
	b.clock.pass(time.Minute)
	b.guest("Mallory")
	var second wire.Table
	b.ask(tokens[0], http.MethodPost, "/api/tables", NewTable{Game: "world", Settings: draft.Settings, Sit: "all", Start: true}).is(http.StatusCreated, &second)
	b.look(tokens[0], second.ID) // opening the game brings a second table into memory
	b.clock.pass(time.Minute)
	b.ask(tokens[0], http.MethodPost, "/api/tables", draft).shed("server-full", admit.ShedTables)
	b.playOne(id, tokens, r)
	if b.counts.shed[admit.ShedTables] != 2 || b.counts.shed[admit.ShedPeople] != 1 {
		t.Errorf("counted %v", b.counts.shed)
	}
}

// When the server is full, opening a link creates no new guest. The page tells the visitor to try
// again, and the link can still be used then.
func TestFullServerAndLinks(t *testing.T) {
	b := raise(t, func(c *Config) { c.Caps = admit.Caps{NewPeople: 1} })
	_, adas := b.guest("Ada")
	there := "/j/" + secretOf(b.table(adas, func(n *NewTable) { n.Links = true }).Links.Seats[0].Link)
	full := b.send(http.MethodPost, there, nil).is(http.StatusServiceUnavailable)
	if full.header.Get("Retry-After") == "" || len(full.cookies) != 0 || b.counts.shed[admit.ShedPeople] != 1 {
		t.Errorf("%v, counted %v", full.header, b.counts.shed)
	}
	b.clock.pass(time.Minute)
	b.send(http.MethodPost, there, nil).is(http.StatusOK)
}

// A request that an address's limit rejects does not count against the caps for everyone.
func TestLimitBeforeCap(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Limits.Make, c.Caps, c.TrustProxy = admit.Rate{PerSecond: 0.001, Burst: 2}, admit.Caps{NewPeople: 3}, true
	})
	from := func(address string) answer {
		return b.send(http.MethodPost, "/api/people", strings.NewReader("{}"), "X-Forwarded-For", address, "Content-Type", "application/json")
	}
	for range 2 {
		from("192.0.2.1").is(http.StatusCreated)
	}
	for range 20 {
		from("192.0.2.1").refused(http.StatusTooManyRequests, "slow-down")
	}
	from("192.0.2.2").is(http.StatusCreated)
	from("192.0.2.2").shed("server-full", admit.ShedPeople)
}

// One IPv6 subscriber uses many addresses at the same time. The server still admits other
// subscribers and, for a while, addresses in other networks of the same site.
func TestSubscriberLocksNobodyOut(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits, c.TrustProxy = admit.Limits{}, true })
	from := func(address string) int {
		return b.send(http.MethodPost, "/api/people", strings.NewReader("{}"), "X-Forwarded-For", address, "Content-Type", "application/json").status
	}
	made := 0
	for range 40 {
		for net := range 20 { // 20 of the 256 networks of size /64 in one /56
			if from(fmt.Sprintf("2001:db8:0:%x::1", net)) == http.StatusCreated {
				made++
			}
		}
	}
	if limit := 4 * (admit.Limits{}).Filled().Make.Burst; made > limit {
		t.Errorf("a /56 made %d people at once, of %d", made, limit)
	}
	for _, other := range []string{"192.0.2.1", "2001:db8:1::1", "2001:db8:0:100::1"} { // the last address is in another /56 of the same site
		if status := from(other); status != http.StatusCreated {
			t.Errorf("%s: %d", other, status)
		}
	}
}

// The more requests are in progress, the more classes of operations are rejected. Moves are
// rejected last.
func TestBusyServer(t *testing.T) {
	const most = 10
	b := raise(t, func(c *Config) { c.Caps = admit.Caps{Requests: most} })
	id, tokens := b.pair()
	r := rand.New(rand.NewPCG(2, 2))
	draft := NewTable{Game: "world", Settings: map[string]string{"players": "2"}}
	history := func() answer { return b.ask(tokens[0], http.MethodGet, "/api/me/games", nil) }
	lists := func() answer { return b.ask(tokens[0], http.MethodGet, "/api/tables", nil) }
	now := 0
	answering := func(n int) {
		for ; now < n; now++ {
			b.api.gate.Begin()
		}
		for ; now > n; now-- {
			b.api.gate.End()
		}
	}

	answering(most / 2)
	b.ask(tokens[0], http.MethodPost, "/api/tables", draft).shed("server-busy", admit.ShedTables)
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: "Eve"}).shed("server-busy", admit.ShedPeople)
	history().shed("server-busy", admit.ShedReads)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/rematch", nil).shed("server-busy", admit.ShedTables)
	lists().is(http.StatusOK)
	b.playOne(id, tokens, r)

	answering(most)
	lists().shed("server-busy", admit.ShedOther)
	b.playOne(id, tokens, r)
	b.ask(tokens[0], http.MethodGet, "/api/tables/"+id, nil).is(http.StatusOK)
	if status := b.send(http.MethodGet, "/readyz", nil).status; status != http.StatusOK {
		t.Errorf("/readyz: %d", status)
	}

	answering(2 * most)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/moves", Move{Move: "x", Key: "k"}).shed("server-busy", admit.ShedPlay)

	answering(0)
	history().is(http.StatusOK)
	b.table(tokens[0])
	if n, busy := b.api.Pressure(); n != 0 || busy {
		t.Errorf("afterwards %d requests, busy %t", n, busy)
	}
	if log := b.log.String(); strings.Count(log, "the server is busy") != 1 {
		t.Error("the log does not say once that the server was busy")
	}
}

// Caps do not apply to trusted addresses.
func TestCapsSpareTrusted(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Caps, c.Trusted = admit.Caps{NewPeople: 1, NewTables: 1, Requests: 2}, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	for range 100 {
		b.api.gate.Begin()
	}
	_, token := b.guest("Ada")
	b.guest("Bob")
	b.table(token)
	b.table(token)
}

// The last tenth of the streams is reserved for people at the tables.
func TestStreamCap(t *testing.T) {
	b := raise(t, func(c *Config) { c.Caps, c.TrustProxy = admit.Caps{Streams: 10}, true })
	id, tokens := b.pair(func(n *NewTable) { n.Watch = "open" })
	_, eve := b.guest("Eve")
	at := "/api/tables/" + id + "/events"
	for i := range 9 {
		b.follow(eve, id, "", "X-Forwarded-For", fmt.Sprint("192.0.2.", i))
	}
	b.ask(eve, http.MethodGet, at, nil).shed("server-full", admit.ShedStreams)
	b.follow(tokens[1], id, "")
	b.ask(tokens[0], http.MethodGet, at, nil).shed("server-full", admit.ShedStreams)
	if b.counts.shed[admit.ShedStreams] != 2 {
		t.Errorf("counted %v", b.counts.shed)
	}
}

// The operator's guide lists all caps.
func TestSheddingIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/host/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| `--max-tables` | " + grouped(admit.DefaultCapTables) + " |", "| `--max-streams` | " + grouped(admit.DefaultCapStreams) + " |",
		"| `--max-new-people` | " + grouped(admit.DefaultCapNew) + " |", "| `--max-new-tables` | " + grouped(admit.DefaultCapNew) + " |",
		"| `--max-requests` | " + grouped(admit.DefaultCapRequests) + " |", "| `--busy-after` | " + admit.DefaultSlow.String() + " |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/host/limits.md lacks %s", want)
		}
	}
}

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
)

// shed wants a refusal of a busy or full server, which says of what and when to try again.
func (a answer) shed(id, what string) {
	a.t.Helper()
	if p := a.refused(http.StatusServiceUnavailable, id); p.What != what || a.header.Get("Retry-After") == "" {
		a.t.Errorf("%s: %+v, retry after %q", a.asked, p, a.header.Get("Retry-After"))
	}
}

// A full server takes nobody new, says so, and lets those who play go on.
func TestFullServer(t *testing.T) {
	// One address gets half of what is made in a minute.
	b := raise(t, func(c *Config) { c.Caps = Caps{NewPeople: 6, NewTables: 4, Tables: 2} })
	id, tokens := b.pair()
	b.guest("Eve")
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: "Mallory"}).shed("server-full", shedPeople)
	b.table(tokens[0])
	draft := NewTable{Game: "world", Settings: map[string]string{"players": "2"}}
	b.ask(tokens[0], http.MethodPost, "/api/tables", draft).shed("server-full", shedTables)
	r := rand.New(rand.NewPCG(1, 1))
	for range 5 {
		b.playOne(id, tokens, r)
	}
	b.clock.pass(time.Minute)
	b.guest("Mallory")
	var second Table
	b.ask(tokens[0], http.MethodPost, "/api/tables", NewTable{Game: "world", Settings: draft.Settings, Sit: "all", Start: true}).is(http.StatusCreated, &second)
	b.look(tokens[0], second.ID) // two tables are in memory now
	b.clock.pass(time.Minute)
	b.ask(tokens[0], http.MethodPost, "/api/tables", draft).shed("server-full", shedTables)
	b.playOne(id, tokens, r)
	if b.counts.shed[shedTables] != 2 || b.counts.shed[shedPeople] != 1 {
		t.Errorf("counted %v", b.counts.shed)
	}
}

// A link makes no guest beyond the cap either: the page says to try again, and the link
// still works then.
func TestFullServerAndLinks(t *testing.T) {
	b := raise(t, func(c *Config) { c.Caps = Caps{NewPeople: 1} })
	_, adas := b.guest("Ada")
	there := "/j/" + secretOf(b.table(adas, func(n *NewTable) { n.Links = true }).Links.Seats[0].Link)
	full := b.send(http.MethodPost, there, nil).is(http.StatusServiceUnavailable)
	if full.header.Get("Retry-After") == "" || len(full.cookies) != 0 || b.counts.shed[shedPeople] != 1 {
		t.Errorf("%v, counted %v", full.header, b.counts.shed)
	}
	b.clock.pass(time.Minute)
	b.send(http.MethodPost, there, nil).is(http.StatusOK)
}

// Whoever the limit of an address refuses uses up no place of others.
func TestLimitBeforeCap(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Limits.Make, c.Caps, c.TrustProxy = Rate{0.001, 2}, Caps{NewPeople: 3}, true
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
	from("192.0.2.2").shed("server-full", shedPeople)
}

// One subscriber of IPv6 has many addresses and may use them all: others still get in,
// and so do those of the same site at first.
func TestSubscriberLocksNobodyOut(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits, c.TrustProxy = Limits{}, true })
	from := func(address string) int {
		return b.send(http.MethodPost, "/api/people", strings.NewReader("{}"), "X-Forwarded-For", address, "Content-Type", "application/json").status
	}
	made := 0
	for range 40 {
		for net := range 20 { // of the 256 /64s of a /56
			if from(fmt.Sprintf("2001:db8:0:%x::1", net)) == http.StatusCreated {
				made++
			}
		}
	}
	if limit := 4 * (Limits{}).filled().Make.Burst; made > limit {
		t.Errorf("a /56 made %d people at once, of %d", made, limit)
	}
	for _, other := range []string{"192.0.2.1", "2001:db8:1::1", "2001:db8:0:100::1"} { // the last is of another /56 of the site
		if status := from(other); status != http.StatusCreated {
			t.Errorf("%s: %d", other, status)
		}
	}
}

// The fuller, the less of a cap one group gets: whoever has the most is refused first, and
// a newcomer gets in although many groups take all they can.
func TestSharesOfACap(t *testing.T) {
	const most = 600
	now := time.Unix(1000, 0)
	for _, attackers := range []int{1, 5, 40} {
		s := newShare(most)
		newcomers := 0
		for range 120 { // seconds
			now = now.Add(time.Second)
			for i := range attackers * 100 {
				s.take(netip.AddrFrom16([16]byte{0x20, 1, 0, 0, 0, byte(i % attackers)}), now)
			}
			if s.take(netip.AddrFrom4([4]byte{192, 0, 2, byte(newcomers)}), now) {
				newcomers++
			}
		}
		if newcomers != 120 {
			t.Errorf("%d groups leave room for %d of 120", attackers, newcomers)
		}
		total := 0.0
		for _, n := range s.groups {
			total += n * s.scale
		}
		if s.all > most || total < s.all*0.99 || total > s.all*1.01 {
			t.Errorf("%.1f in all, %.1f of the groups", s.all, total)
		}
	}
	st := newStreams(Limits{StreamsPerAddress: 1000}, Caps{Streams: 100})
	heavy := &caller{addr: netip.MustParseAddr("2001:db8::")}
	opened := 0
	for st.enter(heavy) {
		opened++
	}
	if opened > 70 || !st.enter(&caller{addr: netip.MustParseAddr("192.0.2.1")}) {
		t.Errorf("one has %d of 100 streams, and nobody else gets one", opened)
	}
	st.leave(heavy)
	if st.byGroup[2][netip.MustParseAddr("2001:db8::")] != opened-1 {
		t.Error("a place was not given back")
	}
}

// The more requests are being answered, the less is accepted: moves are refused last.
func TestBusyServer(t *testing.T) {
	const most = 10
	b := raise(t, func(c *Config) { c.Caps = Caps{Requests: most} })
	id, tokens := b.pair()
	r := rand.New(rand.NewPCG(2, 2))
	draft := NewTable{Game: "world", Settings: map[string]string{"players": "2"}}
	history := func() answer { return b.ask(tokens[0], http.MethodGet, "/api/me/games", nil) }
	lists := func() answer { return b.ask(tokens[0], http.MethodGet, "/api/tables", nil) }
	answering := func(n int64) { b.api.gate.pressure.answering.Store(n) }

	answering(most / 2)
	b.ask(tokens[0], http.MethodPost, "/api/tables", draft).shed("server-busy", shedTables)
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: "Eve"}).shed("server-busy", shedPeople)
	history().shed("server-busy", shedReads)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/rematch", nil).shed("server-busy", shedTables)
	lists().is(http.StatusOK)
	b.playOne(id, tokens, r)

	answering(most)
	lists().shed("server-busy", shedOther)
	b.playOne(id, tokens, r)
	b.ask(tokens[0], http.MethodGet, "/api/tables/"+id, nil).is(http.StatusOK)
	if status := b.send(http.MethodGet, "/readyz", nil).status; status != http.StatusOK {
		t.Errorf("/readyz: %d", status)
	}

	answering(2 * most)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/moves", Move{Move: "x", Key: "k"}).shed("server-busy", shedPlay)

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

// Nothing of this applies to trusted addresses.
func TestCapsSpareTrusted(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Caps, c.Trusted = Caps{NewPeople: 1, NewTables: 1, Requests: 2}, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	b.api.gate.pressure.answering.Store(100)
	_, token := b.guest("Ada")
	b.guest("Bob")
	b.table(token)
	b.table(token)
}

// A node is busy where half of the moves of a second were slow, and some seconds longer.
func TestSlowMoves(t *testing.T) {
	const slow = 100 * time.Millisecond
	now := time.Unix(1000, 0)
	second := func(p *pressure, quick, late int) {
		for range quick {
			p.moved(slow, now)
		}
		for range late {
			p.moved(slow+1, now)
		}
		now = now.Add(busyWindow)
	}
	for _, c := range []struct {
		name        string
		quick, late int
		busy        bool
	}{
		{"quick", 50, 0, false}, {"half are late", 20, 20, false}, {"most are late", 20, 21, true}, {"few, all late", 0, fewMoves - 1, false}, {"enough, all late", 0, fewMoves, true},
	} {
		p := newPressure(Caps{Slow: slow})
		p.moved(0, now)
		now = now.Add(busyWindow) // the first window has ended
		second(p, c.quick, c.late)
		if p.busy(now) != c.busy {
			t.Errorf("%s: busy %t", c.name, !c.busy)
		}
		now = now.Add(busyFor - 1)
		if p.busy(now) != c.busy {
			t.Errorf("%s: busy %t a little later", c.name, !c.busy)
		}
		now = now.Add(1)
		if p.busy(now) {
			t.Errorf("%s: still busy", c.name)
		}
	}
}

// The last tenth of the streams is for those at the table.
func TestStreamCap(t *testing.T) {
	b := raise(t, func(c *Config) { c.Caps, c.TrustProxy = Caps{Streams: 10}, true })
	id, tokens := b.pair(func(n *NewTable) { n.Watch = "open" })
	_, eve := b.guest("Eve")
	at := "/api/tables/" + id + "/events"
	for i := range 9 {
		b.follow(eve, id, "", "X-Forwarded-For", fmt.Sprint("192.0.2.", i))
	}
	b.ask(eve, http.MethodGet, at, nil).shed("server-full", shedStreams)
	b.follow(tokens[1], id, "")
	b.ask(tokens[0], http.MethodGet, at, nil).shed("server-full", shedStreams)
	if b.counts.shed[shedStreams] != 2 {
		t.Errorf("counted %v", b.counts.shed)
	}
}

// The operator's guide says which caps there are.
func TestSheddingIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| `--max-tables` | " + grouped(DefaultCapTables) + " |", "| `--max-streams` | " + grouped(DefaultCapStreams) + " |",
		"| `--max-new-people` | " + grouped(DefaultCapNew) + " |", "| `--max-new-tables` | " + grouped(DefaultCapNew) + " |",
		"| `--max-requests` | " + grouped(DefaultCapRequests) + " |", "| `--busy-after` | " + DefaultSlow.String() + " |",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("docs/operations.md lacks %s", want)
		}
	}
}

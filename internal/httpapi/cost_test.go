package httpapi

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
)

// entries adds n entries to a game's log without making moves, so that the game cannot end.
func (b *testAPI) entries(table, token string, n int) {
	b.t.Helper()
	for i := range n {
		said := Standing{Passes: []string{}, Key: fmt.Sprint("entry-", i)}
		if i%2 == 0 {
			said.Passes = []string{"waive airlift"}
		}
		b.ask(token, http.MethodPut, "/api/tables/"+table+"/standing", said).is(http.StatusOK)
	}
}

// S2: a person's sessions share a limit on the work they cause, measured by cost. Playing is not
// limited, and other people are not affected.
func TestWorkIsLimited(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Limits.Work, c.Limits.AddressWork = admit.Rate{PerSecond: 1, Burst: 60}, admit.Rate{PerSecond: 100, Burst: 1000}
	})
	id, tokens := b.pair()
	b.entries(id, tokens[0], 2*admit.EntriesPerUnit)
	r := rand.New(rand.NewPCG(5, 5))
	at := "/api/tables/" + id
	answered := 0
	for b.ask(tokens[0], http.MethodGet, at+"/view?after=-1", nil).status == http.StatusOK {
		if answered++; answered > 60 {
			t.Fatal("a whole game costs nothing")
		}
	}
	if answered < 10 {
		t.Errorf("only %d views of a game that is kept", answered)
	}
	if b.counts.times("work") == 0 {
		t.Error("it was not counted")
	}
	var further Token
	b.ask(tokens[0], http.MethodPost, "/api/me/tokens", NewToken{}).is(http.StatusCreated, &further)
	for _, path := range []string{"/view?after=-1", "/transcript"} {
		for _, token := range []string{tokens[0], further.Token} {
			if p := b.ask(token, http.MethodGet, at+path, nil).refused(http.StatusTooManyRequests, "slow-down"); p.What != admit.ByWork {
				t.Errorf("%+v", p)
			}
		}
		b.ask(tokens[1], http.MethodGet, at+path, nil).is(http.StatusOK)
	}
	b.send(http.MethodGet, at+"/events?after=-1", nil, "Authorization", "Bearer "+tokens[0]).refused(http.StatusTooManyRequests, "slow-down")
	b.ask(tokens[0], http.MethodPost, at+"/undo", UndoTo{To: 0, Key: "u"}).refused(http.StatusTooManyRequests, "slow-down")
	b.ask(tokens[0], http.MethodGet, at+"/view", nil).is(http.StatusOK)
	for range 3 {
		b.playOne(id, tokens, r)
	}
	b.clock.pass(time.Minute)
	b.ask(tokens[0], http.MethodGet, at+"/view?after=-1", nil).is(http.StatusOK)
}

// Reading a position as text counts against the limit on work.
func TestTextIsWork(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.Work = admit.Rate{PerSecond: 0.001, Burst: 4 * admit.TextUnits} })
	id, tokens := b.pair()
	for range 4 {
		b.ask(tokens[0], http.MethodGet, "/api/tables/"+id+"/text", nil).is(http.StatusOK)
	}
	if p := b.ask(tokens[0], http.MethodGet, "/api/tables/"+id+"/text", nil).refused(http.StatusTooManyRequests, "slow-down"); p.What != admit.ByWork {
		t.Errorf("%+v", p)
	}
}

// S2: all sessions and people at one address share one limit.
func TestWorkIsLimitedByAddress(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.AddressWork = admit.Rate{PerSecond: 1, Burst: 50} })
	id, tokens := b.pair()
	b.entries(id, tokens[0], 2*admit.EntriesPerUnit)
	refused := 0
	for i := range 60 {
		if b.ask(tokens[i%2], http.MethodGet, "/api/tables/"+id+"/view?after=-1", nil).status == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused < 20 {
		t.Errorf("only %d of 60 were refused", refused)
	}
}

// S10: reading a table writes nothing to the store for a caller without a seat. A caller with a
// seat can cause writes, but is rate-limited.
func TestReadsWithoutASeatWriteNothing(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Standalone = false
		c.Limits.Work = admit.Rate{PerSecond: 0.001, Burst: 3 * admit.FreshUnits}
	})
	_, host := b.guest("Ada")
	_, stranger := b.guest("Eve")
	id := b.table(host, func(w *NewTable) { w.Public, w.Sit, w.Start = true, "all", true }).ID
	at := "/api/tables/" + id
	for _, token := range []string{"", stranger} {
		b.ask(token, http.MethodGet, at+"/view?fresh=1", nil).is(http.StatusOK)
		tap := b.follow(token, id, "", "Last-Event-ID", "100000.0")
		if u := tap.update(); len(u.Steps) != 0 {
			t.Fatal("a made-up id is told the past")
		}
		tap.end()
	}
	if n := b.confirms.n.Load(); n != 0 {
		t.Fatalf("strangers had %d writes made", n)
	}
	b.ask(host, http.MethodGet, at+"/view?fresh=1", nil).is(http.StatusOK)
	b.follow(host, id, "", "Last-Event-ID", "100000.0").end()
	if n := b.confirms.n.Load(); n != 2 {
		t.Fatalf("who plays had %d writes made", n)
	}
	b.ask(host, http.MethodGet, at+"/view?fresh=1", nil).is(http.StatusOK)
	for range 3 {
		if p := b.ask(host, http.MethodGet, at+"/view?fresh=1", nil).refused(http.StatusTooManyRequests, "slow-down"); p.What != admit.ByWork {
			t.Fatalf("%+v", p)
		}
	}
	if n := b.confirms.n.Load(); n != 3 {
		t.Fatalf("%d writes in spite of the limit", n)
	}
}

// S15: the limits in docs/host/limits.md match the code. That page and docs/build/api-errors.md
// name every limit.
func TestDocumentedLimits(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile("../../docs/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	each := func(r admit.Rate) string {
		long := fmt.Sprintf("%s a second", grouped(int(r.PerSecond)))
		if r.PerSecond < 1 {
			long = fmt.Sprintf("1 in %g seconds", 1/r.PerSecond)
		}
		return fmt.Sprintf("| %s | %s |", long, grouped(r.Burst))
	}
	l := admit.Limits{}.Filled()
	operations, api := read("host/limits.md"), read("build/api-errors.md")
	for _, row := range []string{
		"| requests of an address (IPv6: of a /64) " + each(l.Address),
		"| requests of a session " + each(l.Session),
		"| new people, tables and links, histories and exports, by address " + each(l.Make),
		"| attempts at links, passkeys, the OpenID provider and the operator's key, by address " + each(l.Guess),
		"| wrong codes of tables, by address " + each(l.Code),
		"| attempts at recovery codes, by address " + each(l.Recover),
		"| chat messages and plans of a session " + each(l.Talk),
		"| pages and the client's files, by address " + each(l.Files),
		"| units of work of a person " + each(l.Work),
		"| units of work of an address " + each(l.AddressWork),
		fmt.Sprintf("| open streams | | %d an address, %d a session |", l.StreamsPerAddress, l.StreamsPerSession),
		fmt.Sprintf("| a request's body | %d KiB | |", admit.MaxBodyBytes>>10),
		fmt.Sprintf("| to send %d entries of a game | 1 |", admit.EntriesPerUnit),
		fmt.Sprintf("| to replay %d entries that are not in memory | 1 |", admit.FoldsPerUnit),
		fmt.Sprintf("| to undo moves | %d, and 1 for each %d moves |", admit.UndoUnits, admit.EntriesPerUnit),
		fmt.Sprintf("| a position as text | %d |", admit.TextUnits),
		fmt.Sprintf("| `fresh`, or a `Last-Event-ID` that the node does not know yet | %d |", admit.FreshUnits),
	} {
		if !strings.Contains(operations, "\n"+row+"\n") {
			t.Errorf("docs/host/limits.md lacks the line %s", row)
		}
	}
	if want := fmt.Sprintf("a body has at most %d KiB", admit.MaxBodyBytes>>10); !strings.Contains(api, want) {
		t.Errorf("docs/build/api-errors.md does not say that %s", want)
	}
	line := func(text, of string) string {
		_, rest, _ := strings.Cut(text, of)
		row, _, _ := strings.Cut(rest, "\n")
		return row
	}
	for _, kind := range []string{admit.ByAddress, admit.BySession, admit.ByMake, admit.ByGuess, admit.ByCode, admit.ByRecover, admit.ByTalk, admit.ByFiles, admit.ByWork, admit.ByStreams} {
		if !strings.Contains(line(api, "| 429 | `slow-down` |"), "`"+kind+"`") {
			t.Errorf("docs/build/api-errors.md does not name the limit %s", kind)
		}
		if !strings.Contains(line(read("host/monitoring.md"), "| `theriac_http_limited_total` |"), kind) {
			t.Errorf("docs/host/limits.md does not name the limit %s", kind)
		}
	}
}

// grouped formats a number with thousands separators.
func grouped(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", grouped(n/1000), n%1000)
}

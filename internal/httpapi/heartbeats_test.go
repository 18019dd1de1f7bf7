package httpapi

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/live"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// rawStream is an open event stream that a test reads line by line, comments included.
type rawStream struct {
	t     testing.TB
	conn  net.Conn
	lines *bufio.Reader
}

// rawFollow opens a stream over HTTP/1.1 or HTTP/1.0. The server takes over the connection of an
// HTTP/1.1 stream from net/http, but not that of an HTTP/1.0 stream.
func (b *testAPI) rawFollow(version, token, table string) *rawStream {
	b.t.Helper()
	host := strings.TrimPrefix(b.url, "http://")
	conn, err := net.Dial("tcp", host)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = conn.Close() })
	if _, err := fmt.Fprintf(conn, "GET /api/tables/%s/events HTTP/%s\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n", table, version, host, token); err != nil {
		b.t.Fatal(err)
	}
	_ = conn.SetReadDeadline(time.Now().Add(30 * time.Second))
	return &rawStream{b.t, conn, bufio.NewReader(conn)}
}

// until reads lines until it finds the wanted line. Of the lines in others, it returns those that
// it read on the way.
func (s *rawStream) until(want string, others ...string) (came []string) {
	s.t.Helper()
	for {
		line, err := s.lines.ReadString('\n')
		if err != nil {
			s.t.Fatalf("the stream ended before %q: %v", want, err)
		}
		line = strings.TrimRight(line, "\r\n")
		if line == want {
			return came
		}
		for _, o := range others {
			if line == o {
				came = append(came, line)
			}
		}
	}
}

// ends reads until the stream is closed.
func (s *rawStream) ends() {
	s.t.Helper()
	for {
		if _, err := s.lines.ReadString('\n'); err != nil {
			if errors.Is(err, os.ErrDeadlineExceeded) {
				s.t.Fatal("the stream did not end")
			}
			return
		}
	}
}

// stopHeartbeats stops the heartbeat clock. After that, only the test advances the clock.
func (b *testAPI) stopHeartbeats() {
	b.tick = 1 << 40 // later than any tick that the real clock has reached
	b.api.live.Advance(b.t.Context(), b.tick)
}

// rounds advances the heartbeat clock by n rounds.
func (b *testAPI) rounds(n int) {
	for range n {
		b.tick += live.HeartbeatRound
		b.api.live.Advance(b.t.Context(), b.tick)
	}
}

const comment = ":"

// A silent stream gets one comment per heartbeat interval. A stream that was just sent an event
// gets none.
func TestHeartbeats(t *testing.T) {
	b := raise(t)
	b.stopHeartbeats()
	id, tokens := b.pair()
	streams := []*rawStream{b.rawFollow("1.1", tokens[0], id), b.rawFollow("1.0", tokens[1], id)}
	say := func(text string) (came [][]string) {
		t.Helper()
		b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/talk", Saying{Text: text}).is(http.StatusOK)
		for _, s := range streams {
			came = append(came, s.until("event: talk", comment))
		}
		return came
	}
	none := func(when string, came [][]string) {
		t.Helper()
		for i, c := range came {
			if len(c) > 0 {
				t.Errorf("stream %d got %d comments %s", i, len(c), when)
			}
		}
	}
	// The last of a new stream's initial events is the list of connected people.
	for _, s := range streams {
		s.until("event: presence")
	}
	say("one")
	b.rounds(1)
	none("at once after a message", say("two"))
	for range 3 {
		b.rounds(1) // half of a heartbeat interval, so no comment is due
		b.rounds(1)
		for _, s := range streams {
			s.until(comment)
		}
	}
	none("after they got theirs", say("three"))
}

// When a session ends, its own streams end immediately, and no other streams do.
func TestEndedSessionEndsStreams(t *testing.T) {
	b := raise(t)
	b.stopHeartbeats()
	id, tokens := b.pair()
	gone := []*rawStream{b.rawFollow("1.1", tokens[1], id), b.rawFollow("1.0", tokens[1], id)}
	stays := b.rawFollow("1.1", tokens[0], id)
	for _, s := range append(gone, stays) {
		s.until("event: presence")
	}
	b.ask(tokens[1], http.MethodDelete, "/api/me/sessions/"+identity.SessionID(tokens[1]), nil).is(http.StatusNoContent)
	for _, s := range gone {
		s.ends()
	}
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/talk", Saying{Text: "alone"}).is(http.StatusOK)
	stays.until("event: talk")
	b.waitFor("the end of the two", func() bool { return b.counts.open() == 1 })
	if gone, stays := b.api.live.FollowedBy(tokens[1]), b.api.live.FollowedBy(tokens[0]); len(gone) != 0 || len(stays) != 1 {
		t.Errorf("one session follows %v, the other %v", gone, stays)
	}
}

// If a node does not get the message that a session has ended, the session's streams end at the
// next check.
func TestCheckEndsStreams(t *testing.T) {
	b := raise(t, func(c *Config) { c.Standalone = false })
	b.stopHeartbeats()
	id, tokens := b.pair()
	streams := []*rawStream{b.rawFollow("1.1", tokens[1], id), b.rawFollow("1.0", tokens[1], id)}
	for _, s := range streams {
		s.until("event: presence")
	}
	if err := b.store.KV("sessions").Delete(t.Context(), identity.SessionKey(tokens[1])); err != nil {
		t.Fatal(err)
	}
	b.clock.pass(identity.Stale)
	b.rounds(live.RecheckRounds)
	for _, s := range streams {
		s.ends()
	}
}

// When a session ends on one node, its streams on other nodes end, too.
func TestEndedSessionElsewhere(t *testing.T) {
	b := raise(t, func(c *Config) { c.Standalone = false })
	b.stopHeartbeats()
	id, tokens := b.pair()
	s := b.rawFollow("1.1", tokens[1], id)
	s.until("event: presence")
	heard := make(chan store.News, 1)
	stop, err := b.store.Feed().Subscribe("-sessions", func(n store.News) { heard <- n })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	b.ask(tokens[0], http.MethodDelete, "/api/me/sessions/"+identity.SessionID(tokens[0]), nil).is(http.StatusNoContent)
	select {
	case n := <-heard:
		if n.Kind != "ended" || string(n.Data) != identity.SessionKey(tokens[0]) {
			t.Fatalf("told was %+v", n)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was told")
	}
	// End the second session as another node does: delete its record, and announce that on the
	// feed.
	if err := b.store.KV("sessions").Delete(t.Context(), identity.SessionKey(tokens[1])); err != nil {
		t.Fatal(err)
	}
	if err := b.store.Feed().Publish("-sessions", "ended", []byte(identity.SessionKey(tokens[1]))); err != nil {
		t.Fatal(err)
	}
	s.ends()
	b.ask(tokens[1], http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown") // still rejected, although the cached result has not expired
}

// If a node does not get the message that something changed, the next check sends the change. If
// nothing changed, the check sends nothing.
func TestCheckTellsWhatChanged(t *testing.T) {
	b := raise(t, func(c *Config) { c.Standalone = false })
	b.stopHeartbeats()
	id, tokens := b.pair()
	b.follow(tokens[1], id, "") // otherwise the record changes, because the person is away
	s := b.rawFollow("1.1", tokens[0], id)
	s.until("event: presence")
	say := func(text string) int {
		t.Helper()
		b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/talk", Saying{Text: text}).is(http.StatusOK)
		return len(s.until("event: talk", "event: table"))
	}
	say("one")
	check := func() {
		t.Helper()
		b.clock.pass(identity.Stale + lobby.Stale)
		b.rounds(live.RecheckRounds)
		b.waitFor("the check", func() bool { return !b.api.live.Checking(id) })
	}
	check()
	if n := say("two"); n != 0 {
		t.Errorf("the same record was told %d times", n)
	}
	// Simulate another node that changes a person's name.
	other, err := identity.New(identity.Config{
		KV: b.store.KV, Do: b.store.Do, Now: b.clock.Now,
	})
	if err != nil {
		t.Fatal(err)
	}
	who, err := other.Authenticate(t.Context(), tokens[1])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.SetName(t.Context(), who.ID, "Benjamin"); err != nil {
		t.Fatal(err)
	}
	check()
	if n := say("three"); n != 1 {
		t.Errorf("the new record was told %d times", n)
	}
}

// When a person changes their name, their tables show the new name immediately.
func TestRenamedAtATable(t *testing.T) {
	b := raise(t)
	b.stopHeartbeats()
	id, tokens := b.pair()
	both := []*rawStream{b.rawFollow("1.1", tokens[0], id), b.rawFollow("1.1", tokens[1], id)}
	for _, s := range both {
		s.until("event: update") // the table's record was sent before this update
	}
	b.ask(tokens[1], http.MethodPatch, "/api/me", map[string]string{"name": "Benjamin"}).is(http.StatusOK)
	for _, s := range both {
		for line := ""; !strings.Contains(line, "Benjamin"); {
			s.until("event: table")
			line, _ = s.lines.ReadString('\n')
		}
	}
}

package httpapi

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/table"
)

func TestHeadersOnEveryAnswer(t *testing.T) {
	b := raise(t, func(c *Config) {
		c.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { wire.Plain(w, http.StatusOK, "x 1\n") })
	})
	b.api.wire.Mux.HandleFunc("GET /test/panic", func(http.ResponseWriter, *http.Request) { panic("on purpose") })
	for path, status := range map[string]int{
		"/livez": 200, "/readyz": 200, "/metrics": 200, "/openapi.json": 200, "/docs": 200, "/api/games": 200, "/api/me": 204, "/api/me/export": 401,
		"/api/tables/x": 404, "/nothing": 404, "/j/whatever": 200, "/api/tables?page=x": 422, "/test/panic": 500, "/api//games": 307,
		"/api/links": 405,
	} {
		b.clients.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		got := b.send(http.MethodGet, path, nil).is(status)
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
			"X-Content-Type-Options":  "nosniff", "Cross-Origin-Opener-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			if got.header.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, got.header.Get(name))
			}
		}
		for _, name := range []string{"Referrer-Policy", "Permissions-Policy", "X-Request-Id"} {
			if got.header.Get(name) == "" {
				t.Errorf("%s: no %s", path, name)
			}
		}
		if status >= 400 && got.header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %s", path, got.body)
		}
		if strings.Contains(string(got.body), "style=") || strings.Contains(string(got.body), "<script") {
			t.Errorf("%s: script or style in %s", path, got.body)
		}
	}
}

func TestPanicIsCountedAndSaysNothing(t *testing.T) {
	b := raise(t)
	b.api.wire.Mux.HandleFunc("GET /test/{secret}", func(http.ResponseWriter, *http.Request) { panic("the inside") })
	p := b.send(http.MethodGet, "/test/hush", nil).refused(http.StatusInternalServerError, "broken")
	b.waitFor("the count", func() bool { return b.counts.panics() == 1 })
	log := b.log.String()
	if p.Request == "" || !strings.Contains(log, p.Request) || !strings.Contains(log, "the inside") {
		t.Errorf("request %q is not in the log %s", p.Request, log)
	}
	if strings.Contains(log, "hush") || !strings.Contains(log, "GET /test/{secret}") {
		t.Errorf("the log has the path and not its template: %s", log)
	}
}

func TestUnknownErrorSaysNothing(t *testing.T) {
	b := raise(t)
	wire.Register(b.api.wire, wire.Operation{ID: "fail", Method: http.MethodGet, Path: "/test/fail", Anyone: true},
		func(context.Context, *nothing) (*noContent, error) { return nil, errors.New("the inside") })
	got := b.send(http.MethodGet, "/test/fail", nil)
	p := got.refused(http.StatusInternalServerError, "broken")
	if strings.Contains(string(got.body), "inside") || p.Request == "" || !strings.Contains(b.log.String(), "the inside") {
		t.Errorf("answer %s, log %s", got.body, b.log)
	}
}

func TestCrossOrigin(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	cookie := "theriac=" + token
	for _, headers := range [][]string{
		{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://elsewhere.example"}, {"Origin", "null"},
	} {
		b.send(http.MethodPost, "/api/me/tokens", nil, append(headers, "Cookie", cookie)...).refused(http.StatusForbidden, "cross-origin")
		b.send(http.MethodDelete, "/api/me", nil, append(headers, "Cookie", cookie)...).refused(http.StatusForbidden, "cross-origin")
		// A browser that has logged in at a proxy adds the password to every request, even if
		// another site causes the request. So such an Authorization header does not prove that the
		// request comes from this site.
		b.send(http.MethodDelete, "/api/me", nil, append(headers, "Cookie", cookie, "Authorization", "Basic eDp5")...).refused(http.StatusForbidden, "cross-origin")
		b.send(http.MethodPost, "/api/people", nil, headers...).refused(http.StatusForbidden, "cross-origin")
		b.send(http.MethodPost, "/j/aaaaaaaaaaaaaaaaaaaaaa", nil, headers...).refused(http.StatusForbidden, "cross-origin")
		b.send(http.MethodPost, "/api/me/tokens", nil, append(headers, "Authorization", "Bearer "+token)...).is(http.StatusCreated)
		b.send(http.MethodGet, "/api/me", nil, append(headers, "Cookie", cookie)...).is(http.StatusOK)
	}
	for _, headers := range [][]string{{"Sec-Fetch-Site", "same-origin"}, {"Origin", b.url}, {}} {
		b.send(http.MethodPost, "/api/me/tokens", nil, append(headers, "Cookie", cookie)...).is(http.StatusCreated)
	}
	b.send(http.MethodGet, "/api/me", nil, "Cookie", cookie, "Authorization", "Basic eDp5").is(http.StatusOK)
	if got := b.send(http.MethodGet, "/api/me", nil, "Cookie", cookie, "Origin", "https://elsewhere.example"); got.header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("another site may read answers")
	}
}

func TestBadBodies(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	post := func(body, kind string) answer {
		return b.send(http.MethodPost, "/api/tables", strings.NewReader(body), "Authorization", "Bearer "+token, "Content-Type", kind)
	}
	post(`{"game":"world"`, "application/json").refused(http.StatusBadRequest, "unreadable")
	post(``, "application/json").refused(http.StatusBadRequest, "unreadable")
	post(`{"game":"world"}`, "text/html").refused(http.StatusUnsupportedMediaType, "not-json")
	post(`{"game":7}`, "application/json").refused(http.StatusUnprocessableEntity, "invalid")
	post(`{"game":"world","else":"x"}`, "application/json").refused(http.StatusUnprocessableEntity, "invalid")
	post(`[]`, "application/json").refused(http.StatusUnprocessableEntity, "invalid")
	post(`null`, "application/json").refused(http.StatusUnprocessableEntity, "invalid")
	post(strings.Repeat("[", 20000), "application/json").refused(http.StatusBadRequest, "unreadable")
	large := `{"game":"` + strings.Repeat("x", admit.MaxBodyBytes) + `"}`
	post(large, "application/json").refused(http.StatusRequestEntityTooLarge, "too-large")
	chunked := b.send(http.MethodPost, "/api/tables", io.MultiReader(strings.NewReader(large)), "Authorization", "Bearer "+token)
	chunked.refused(http.StatusRequestEntityTooLarge, "too-large")
	whole := `{"game":"` + strings.Repeat("x", admit.MaxBodyBytes-len(`{"game":""}`)) + `"}`
	post(whole, "application/json").refused(http.StatusUnprocessableEntity, "invalid")
	p := post(`{"game":"world","nonce":"a secret of mine"}`, "application/json")
	if strings.Contains(string(p.body), "a secret of mine") {
		t.Errorf("a value came back: %s", p.body)
	}

	// An incomplete body is reported as the client's error, not the server's.
	for _, raw := range []string{
		"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
		"Content-Length: 50\r\n\r\n{",
	} {
		conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		_, _ = fmt.Fprintf(conn, "POST /api/people HTTP/1.1\r\nHost: x\r\n%s", raw)
		_ = conn.(*net.TCPConn).CloseWrite()
		resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err == nil && resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%q: %d", raw, resp.StatusCode)
		}
		_ = conn.Close()
	}
}

func TestLogHasNoSecrets(t *testing.T) {
	b := raise(t)
	ada, token := b.guest("Unmistakable")
	table := b.table(token, func(n *NewTable) { n.Links = true })
	b.send(http.MethodGet, "/j/"+secretOf(table.Links.Invite), nil).is(http.StatusOK)
	b.send(http.MethodGet, "/api/links/"+secretOf(table.Links.Invite), nil).is(http.StatusOK)
	b.send(http.MethodGet, "/api/qr?text="+table.Links.Invite, nil).is(http.StatusOK)
	b.send("BREW"+token, "/nothing/"+token, nil)
	b.waitFor("the log", func() bool {
		return strings.Contains(b.log.String(), `"status":404`) || strings.Contains(b.log.String(), `"status":405`)
	})
	log := b.log.String()
	for _, secret := range []string{token, secretOf(table.Links.Invite), ada.ID, table.ID, "Unmistakable", "127.0.0.1"} {
		if strings.Contains(log, secret) {
			t.Errorf("%q is in the log", secret)
		}
	}
	if got := b.send(http.MethodGet, "/livez", nil, "X-Request-Id", "trace-1234"); got.header.Get("X-Request-Id") != "trace-1234" {
		t.Errorf("request id %q", got.header.Get("X-Request-Id"))
	}
	if got := b.send(http.MethodGet, "/livez", nil, "X-Request-Id", "trace 1234"); len(got.header.Get("X-Request-Id")) != 16 {
		t.Errorf("request id %q", got.header.Get("X-Request-Id"))
	}
}

func TestStatuses(t *testing.T) {
	for _, id := range lobby.Refusals() {
		if p := wire.Explain(fmt.Errorf("wrapped: %w", lobby.Refusal{ID: id})); p.ID != id || p.Status < 400 || p.Status > 499 {
			t.Errorf("%s is %d %s", id, p.Status, p.ID)
		}
	}
	for _, c := range []struct {
		err    error
		status int
		id     string
	}{
		{&table.Refusal{ID: table.RefusedOver}, 409, "over"}, {&table.Refusal{ID: table.RefusedStale}, 409, "stale-question"},
		{&table.Refusal{ID: table.RefusedNotation}, 422, "notation"}, {&table.Refusal{ID: table.RefusedMove}, 422, "not-allowed"},
		{&table.Refusal{ID: table.RefusedKey}, 409, "key-reused"}, {&table.Refusal{ID: table.RefusedSeat}, 422, "no-such-seat"},
		{&table.Refusal{ID: table.RefusedNotNeeded}, 409, "not-asked"}, {&table.Refusal{ID: table.RefusedStanding}, 422, "not-a-pass"},
		{&table.BrokenError{N: 3}, 423, "damaged"}, {&table.BrokenError{N: 3, Newer: true}, 423, "newer"}, {store.ErrNewer, 423, "newer"}, {table.ErrNoTable, 404, "no-such-table"},
		{store.ErrUncertain, 503, "try-again"}, {store.ErrUnavailable, 503, "try-again"}, {store.ErrFull, 507, "full"},
		{context.DeadlineExceeded, 503, "try-again"}, {identity.ErrUnknown, 401, "unknown"}, {identity.ErrTooMany, 429, "too-many"},
		{errors.New("else"), 500, "broken"},
	} {
		p := wire.Explain(fmt.Errorf("wrapped: %w", c.err))
		if p.Status != c.status || p.ID != c.id {
			t.Errorf("%v is %d %s", c.err, p.Status, p.ID)
		}
		if c.status == 503 && p.GetHeaders().Get("Retry-After") == "" {
			t.Errorf("%v: %v", c.err, p.GetHeaders())
		}
	}
}

func TestDrain(t *testing.T) {
	b := raise(t)
	b.send(http.MethodGet, "/readyz", nil).is(http.StatusOK)
	drained := 0
	b.api.drains = append(b.api.drains, func(context.Context) { drained++ })
	b.api.Drain(t.Context())
	b.api.Drain(t.Context())
	if got := b.send(http.MethodGet, "/readyz", nil).is(http.StatusServiceUnavailable); string(got.body) != "closing\n" || drained != 1 {
		t.Errorf("drained %d times, then %s", drained, got.body)
	}
	b.send(http.MethodGet, "/livez", nil).is(http.StatusOK)
}

// streamer replaces API.stream in tests. It writes once, and waits until the client disconnects.
func streamer(w http.ResponseWriter, r *http.Request, _ *admit.Caller, table string, left func()) {
	defer left()
	control := http.NewResponseController(w)
	if err := control.SetWriteDeadline(time.Now().Add(time.Minute)); err != nil {
		panic(err)
	}
	_, _ = io.WriteString(w, "data: "+table+"\n\n")
	if err := control.Flush(); err != nil {
		panic(err)
	}
	if table == "panic" {
		panic("on purpose")
	}
	<-r.Context().Done()
}

func TestStreamPath(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.StreamsPerAddress, c.Limits.StreamsPerSession = 3, 2 })
	b.api.stream = streamer
	_, token := b.guest("Ada")
	open := func(token string) *http.Response {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.url+"/api/tables/x/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		resp, err := b.clients.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		return resp
	}
	var opened []*http.Response
	for _, token := range []string{token, token, ""} {
		resp := open(token)
		if resp.StatusCode != http.StatusOK || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Fatalf("%d %v", resp.StatusCode, resp.Header)
		}
		opened = append(opened, resp)
	}
	b.ask("", http.MethodGet, "/api/tables/x/events", nil).refused(http.StatusTooManyRequests, "slow-down")
	_ = opened[2].Body.Close()
	b.waitFor("the place", func() bool { return b.counts.open() == 2 })
	b.ask(token, http.MethodGet, "/api/tables/x/events", nil).refused(http.StatusTooManyRequests, "slow-down")
	b.ask("nonsense", http.MethodGet, "/api/tables/x/events", nil).refused(http.StatusUnauthorized, "unknown")
	_ = opened[0].Body.Close()
	_ = opened[1].Body.Close()
	b.waitFor("the places", func() bool { return b.counts.open() == 0 })
	for _, token := range []string{token, token, ""} { // streams that were refused or have ended do not count
		if resp := open(token); resp.StatusCode != http.StatusOK {
			t.Errorf("afterwards: %d", resp.StatusCode)
		} else {
			_ = resp.Body.Close()
		}
	}
	b.waitFor("the places again", func() bool { return b.counts.open() == 0 })

	// A stream whose handler panics is counted as a panic, and no longer counts as open.
	func() {
		defer func() {
			if fault := recover(); fault != http.ErrAbortHandler { //nolint:errorlint // compared as net/http compares it
				t.Errorf("recovered %v", fault)
			}
		}()
		b.api.stream = func(http.ResponseWriter, *http.Request, *admit.Caller, string, func()) { panic("on purpose") }
		b.api.serve(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/tables/x/events", nil))
	}()
	if b.counts.panics() != 1 || b.counts.open() != 0 {
		t.Errorf("%d panics, %d streams", b.counts.panics(), b.counts.open())
	}
}

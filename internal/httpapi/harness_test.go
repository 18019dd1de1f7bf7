package httpapi

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"io"
	"log/slog"
	mathrand "math/rand/v2"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/ai/story"
	"theriac/engine"
	"theriac/internal/daily"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/stories"
	"theriac/internal/table"
)

const operatorKey = "the key of a house in a test"

// clock is a time that a test moves.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// AfterFunc never fires: no game of these tests runs out of time.
func (c *clock) AfterFunc(time.Duration, func()) (stop func()) { return func() {} }

// counts is what the observer got.
type counts struct {
	mu       sync.Mutex
	routes   map[string]int
	limited  map[string]int
	shed     map[string]int
	hooks    map[string]int
	panicked int
	streams  int
}

func (c *counts) Request(route string, status int, _ time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.routes[route] = status
}
func (c *counts) StreamOpened() { c.mu.Lock(); c.streams++; c.mu.Unlock() }
func (c *counts) StreamClosed() { c.mu.Lock(); c.streams--; c.mu.Unlock() }
func (c *counts) Limited(kind string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limited[kind]++
}
func (c *counts) Shed(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shed[what]++
}
func (c *counts) Panicked() { c.mu.Lock(); c.panicked++; c.mu.Unlock() }

func (c *counts) Hook(how string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hooks[how]++
}

func (c *counts) hooked(how string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.hooks[how]
}

func (c *counts) panics() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.panicked
}

func (c *counts) open() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.streams
}

func (c *counts) times(kind string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.limited[kind]
}

type tableObserver struct{ t testing.TB }

func (tableObserver) Appended(time.Duration)               {}
func (o tableObserver) Broken(id string, err error)        { o.t.Log("broken", id, err) }
func (o tableObserver) Failed(doing, id string, err error) { o.t.Log("failed to", doing, id, err) }

type noticeObserver struct{ t testing.TB }

func (noticeObserver) Notice(string, string) {}
func (o noticeObserver) Failed(doing string) { o.t.Log("failed to", doing) }

// testAPI is a whole server over a real store, and its address.
type testAPI struct {
	t       testing.TB
	api     *API
	url     string
	clock   *clock
	counts  *counts
	log     *lockedBuffer
	people  *identity.People
	lobby   *lobby.Lobby
	daily   *daily.Daily
	store   *jetstream.Store
	clients *http.Client

	confirms *confirms
	beat     int64                                  // the clock of heartbeats, once a test moves it
	knows    atomic.Pointer[func(form string) bool] // what every node knows; nil: everything
}

// allKnow says whether every node knows a form of stored data.
func (b *testAPI) allKnow(form string) bool {
	knows := b.knows.Load()
	return knows == nil || (*knows)(form)
}

// confirms is a log that counts the writes by which a node makes sure that it is up
// to date.
type confirms struct {
	store.Log
	n atomic.Int64
}

func (c *confirms) Confirm(ctx context.Context, table string, at uint64) error {
	c.n.Add(1)
	return c.Log.Confirm(ctx, table, at)
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// generous lets a test send as many requests as it likes.
func generous() admit.Limits {
	much := admit.Rate{PerSecond: 1e6, Burst: 1e6}
	return admit.Limits{Address: much, Session: much, Make: much, Guess: much, Recover: much, Talk: much, Work: much, AddressWork: much}
}

// raise builds a server and listens on a loopback port.
func raise(t testing.TB, change ...func(*Config)) *testAPI {
	t.Helper()
	return raiseWith(t, signin.Provider{}, change...)
}

// deals has every table of a test dealt the same way in each run.
type deals struct {
	sync.Mutex
	*mathrand.ChaCha8
}

func (d *deals) Read(b []byte) (int, error) {
	d.Lock()
	defer d.Unlock()
	return d.ChaCha8.Read(b)
}

// raiseWith builds a server with an OpenID provider.
func raiseWith(t testing.TB, provider signin.Provider, change ...func(*Config)) *testAPI {
	t.Helper()
	s := jetstreamtest.One(t)
	b := &testAPI{
		t: t, clock: &clock{now: time.Now().UTC()}, counts: &counts{routes: map[string]int{}, limited: map[string]int{}, shed: map[string]int{}, hooks: map[string]int{}},
		log: &lockedBuffer{}, store: s, clients: &http.Client{},
	}
	var err error
	b.people, err = identity.New(identity.Config{
		KV:  s.KV,
		Now: b.clock.Now, Random: rand.Reader, OperatorKey: operatorKey,
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.url = "http://" + listener.Addr().String()
	asked := Config{Origin: b.url, Alone: true} // is the node alone?
	for _, f := range change {
		f(&asked)
	}
	members, err := signin.New(signin.Config{KV: s.KV("signin"), People: b.people, Now: b.clock.Now, Random: rand.Reader, Origin: asked.Origin, Provider: provider})
	if err != nil {
		t.Fatal(err)
	}
	b.confirms = &confirms{Log: s.Log()}
	registry := table.NewRegistry(table.Config{Log: b.confirms, Feed: s.Feed(), Clock: b.clock, Observe: tableObserver{t}, Alone: asked.Alone, Writes: b.allKnow,
		OnWrite: func(t *table.Table, before, after *table.State) { b.api.Hooks.Wrote(t, before, after) }})
	t.Cleanup(registry.Close)
	b.lobby = lobby.New(lobby.Config{
		KV: s.KV, People: b.people, Now: b.clock.Now, Random: &deals{ChaCha8: mathrand.NewChaCha8([32]byte{1})},
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			return registry.Begin(ctx, t.ID, h, t.Clock.Limit, lead...)
		},
		OnError:  func(err error) { t.Log("trouble:", err) },
		OnChange: func(id string) { b.api.Live.Changed(id) },
		Writes:   b.allKnow,
	})
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { b.lobby.Run(ctx, 10*time.Millisecond) })
	t.Cleanup(func() { cancel(); run.Wait() })
	b.daily = daily.New(daily.Config{KV: s.KV, Lobby: b.lobby, Now: b.clock.Now, Random: rand.Reader, MaxFrom: 3})
	t.Cleanup(b.daily.Close)
	told := stories.New(stories.Config{KV: s.KV("stories"), Queue: s.Work(), Now: b.clock.Now, Budget: story.Usual, OnError: func(err error) { t.Log("trouble:", err) }})
	t.Cleanup(told.Close)
	toldOf, err := notices.New(t.Context(), notices.Config{
		KV: s.KV, Identity: b.people, Lobby: b.lobby,
		Tables: registry, Present: func(ctx context.Context, id string) engine.Seats { return b.api.Live.Present(ctx, id) }, Clock: b.clock,
		Random: rand.Reader, Logger: slog.New(slog.DiscardHandler), Observe: noticeObserver{t}, Origin: b.url, Alone: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	tried := &puzzles.Store{KV: s.KV(puzzles.Bucket), Now: b.clock.Now}
	conf := Config{
		Buckets: slices.Concat(toldOf.Buckets(), tried.Buckets(), b.daily.Buckets(), b.lobby.Buckets(), []store.Bucket{store.Talk(s.Chat())}, members.Buckets(), b.people.Buckets()),
		Notices: toldOf,
		Daily:   b.daily, Identity: b.people, SignIn: members, Lobby: b.lobby, Tables: registry, Talk: s.Chat(), Puzzles: tried, Stories: told, Feed: s.Feed(), Health: s.Health(), Now: b.clock.Now,
		Logger: slog.New(slog.NewJSONHandler(b.log, nil)), Origin: b.url, Observe: b.counts, Limits: generous(),
		Alone: true, PrivateHooks: true,
	}
	for _, f := range change {
		f(&conf)
	}
	if b.api, err = New(conf); err != nil {
		t.Fatal(err)
	}
	run.Go(func() { b.api.Run(ctx) })
	server := b.api.Server()
	run.Go(func() { _ = server.Serve(listener) })
	t.Cleanup(func() { _ = server.Close() })
	b.waitFor("the lists", func() bool { return b.lobby.Ready() })
	return b
}

func (b *testAPI) waitFor(what string, done func() bool) {
	b.t.Helper()
	for range 6000 {
		if done() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	b.t.Fatalf("%s did not come", what)
}

// answer is a response.
type answer struct {
	t       testing.TB
	asked   string
	status  int
	header  http.Header
	cookies []*http.Cookie
	body    []byte
}

// send sends a request as given: headers are pairs of a name and a value.
func (b *testAPI) send(method, path string, body io.Reader, headers ...string) answer {
	b.t.Helper()
	r, err := http.NewRequest(method, b.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := b.clients.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer{b.t, method + " " + path, resp.StatusCode, resp.Header, resp.Cookies(), data}
}

// ask sends a body as JSON with a token.
func (b *testAPI) ask(token, method, path string, body any) answer {
	b.t.Helper()
	headers := []string{}
	if token != "" {
		headers = append(headers, "Authorization", "Bearer "+token)
	}
	if body == nil {
		return b.send(method, path, nil, headers...)
	}
	data, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	return b.send(method, path, bytes.NewReader(data), append(headers, "Content-Type", "application/json")...)
}

// is wants a status, and decodes the body.
func (a answer) is(status int, into ...any) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: %d %s, want %d", a.asked, a.status, a.body, status)
	}
	for _, v := range into {
		reflect.ValueOf(v).Elem().SetZero() // a field that is left out must not keep its old value
		if err := json.Unmarshal(a.body, v); err != nil {
			a.t.Fatalf("%s: %v in %s", a.asked, err, a.body)
		}
	}
	return a
}

// refused wants a problem.
func (a answer) refused(status int, id string) wire.Problem {
	a.t.Helper()
	var p wire.Problem
	a.is(status, &p)
	if p.ID != id || p.Status != status {
		a.t.Errorf("%s: %s, want %s", a.asked, a.body, id)
	}
	if ct := a.header.Get("Content-Type"); ct != "application/problem+json" {
		a.t.Errorf("%s: content type %q", a.asked, ct)
	}
	return p
}

// guest makes a person.
func (b *testAPI) guest(name string) (Person, string) {
	b.t.Helper()
	var got Arrival
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: name}).is(http.StatusCreated, &got)
	return got.Person, got.Token
}

// table makes a table of two seats, the host on the first.
func (b *testAPI) table(token string, change ...func(*NewTable)) wire.Table {
	b.t.Helper()
	want := NewTable{Game: "world", Settings: map[string]string{"players": "2"}}
	for _, f := range change {
		f(&want)
	}
	var got wire.Table
	b.ask(token, http.MethodPost, "/api/tables", want).is(http.StatusCreated, &got)
	return got
}

// secretOf is the part of a link after its last slash.
func secretOf(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }

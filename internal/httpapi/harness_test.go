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
	"theriac/internal/doors"
	"theriac/internal/evenings"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/order"
	"theriac/internal/puzzles"
	"theriac/internal/signin"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
	"theriac/internal/stories"
	"theriac/internal/table"
	"theriac/locale"
)

const operatorKey = "the key of a house in a test"

// clock is a clock that only the test advances.
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

// AfterFunc never calls the function: in these tests no game runs out of time.
func (c *clock) AfterFunc(time.Duration, func()) (stop func()) { return func() {} }

// counts is an Observer that records all calls of its methods.
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

// testAPI is a server with a store in memory, listening on a local port. It has no workers.
type testAPI struct {
	t       testing.TB
	api     *API
	url     string
	clock   *clock
	counts  *counts
	log     *lockedBuffer
	people  *identity.People
	lobby   *lobby.Lobby
	doors   *doors.Doors
	daily   *daily.Daily
	evening *evenings.Evenings
	order   *order.Order
	keys    atomic.Int64
	store   *memstore.Store
	clients *http.Client

	confirms *confirms
	tick     int64                                    // the heartbeat clock's current tick, after the test has taken over the clock
	knows    atomic.Pointer[func(format string) bool] // reports whether every node knows a stored format; nil means that all formats are known
}

// allKnow reports whether every node knows a format of stored data.
func (b *testAPI) allKnow(format string) bool {
	knows := b.knows.Load()
	return knows == nil || (*knows)(format)
}

// confirms is a log that counts the writes with which a node makes sure that it is up to date.
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

// generous returns rate limits that no test reaches.
func generous() admit.Limits {
	much := admit.Rate{PerSecond: 1e6, Burst: 1e6}
	return admit.Limits{Address: much, Session: much, Make: much, Guess: much, Recover: much, Talk: much, Work: much, AddressWork: much}
}

// raise starts a server on a loopback port. Each change adjusts the server's configuration.
func raise(t testing.TB, change ...func(*Config)) *testAPI {
	t.Helper()
	return raiseWith(t, signin.Provider{}, change...)
}

// deals makes every table in a test deal the same cards, whenever the test runs.
type deals struct {
	sync.Mutex
	*mathrand.ChaCha8
}

func (d *deals) Read(b []byte) (int, error) {
	d.Lock()
	defer d.Unlock()
	return d.ChaCha8.Read(b)
}

// raiseWith starts a server with an OpenID provider.
func raiseWith(t testing.TB, provider signin.Provider, change ...func(*Config)) *testAPI {
	t.Helper()
	s := memstore.New()
	b := &testAPI{
		t: t, clock: &clock{now: time.Now().UTC()}, counts: &counts{routes: map[string]int{}, limited: map[string]int{}, shed: map[string]int{}, hooks: map[string]int{}},
		log: &lockedBuffer{}, store: s, clients: &http.Client{},
	}
	var err error
	b.doors, err = doors.New(doors.Config{
		KV: s.KV, Now: b.clock.Now, Random: rand.Reader, Reserved: locale.Reserved(),
		Finished: func(ctx context.Context, person string, most int) (int, error) {
			return b.lobby.PlayedOut(ctx, person, most)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	b.people, err = identity.New(identity.Config{
		KV: s.KV, Do: s.Do,
		Now: b.clock.Now, Random: rand.Reader, OperatorKey: operatorKey, CleanName: b.doors.CleanName,
		Role: func(person string) string { return b.order.Role(person) },
		NoPublic: func(person string) bool {
			_, no := b.order.Forbidden(person, order.NoPublic)
			return no
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.url = "http://" + listener.Addr().String()
	asked := Config{Origin: b.url, Standalone: true} // find out whether a change configures the node as one of several
	for _, f := range change {
		f(&asked)
	}
	members, err := signin.New(signin.Config{KV: s.KV("signin"), People: b.people, Now: b.clock.Now, Random: rand.Reader, Origin: asked.Origin, Provider: provider})
	if err != nil {
		t.Fatal(err)
	}
	b.order, err = order.New(t.Context(), order.Config{
		Store: s, Now: b.clock.Now, Random: rand.Reader, Exists: b.people.Exists, Ways: members.Keys, OnError: func(err error) { t.Log("trouble:", err) },
	})
	if err != nil {
		t.Fatal(err)
	}
	b.confirms = &confirms{Log: s.Log()}
	registry := table.NewRegistry(table.Config{Log: b.confirms, Feed: s.Feed(), Clock: b.clock, Observe: tableObserver{t}, Standalone: asked.Standalone, Writes: b.allKnow,
		OnWrite: func(t *table.Live, before, after *table.State) { b.api.Hooks.EntryAppended(t, before, after) }})
	t.Cleanup(registry.Close)
	b.lobby = lobby.New(lobby.Config{
		KV: s.KV, Do: s.Do, People: b.people, Now: b.clock.Now, Random: &deals{ChaCha8: mathrand.NewChaCha8([32]byte{1})},
		Begin: func(ctx context.Context, t lobby.Table, h engine.Header, lead []string) error {
			return registry.Begin(ctx, t.ID, h, table.Limit{Each: t.Clock.Limit, Live: t.Clock.Kind == lobby.ClockLive}, lead...)
		},
		OnError:  func(err error) { t.Log("trouble:", err) },
		Meets:    b.order.MayMeet,
		OnChange: func(id string) { b.api.Live.Changed(id) },
		Writes:   b.allKnow, Admits: b.doors.Admits, CleanTitle: b.doors.CleanTitle, TablesOf: b.doors.MaxTables,
	})
	ctx, cancel := context.WithCancel(context.Background())
	var run sync.WaitGroup
	run.Go(func() { b.lobby.Run(ctx, 10*time.Millisecond) })
	t.Cleanup(func() { cancel(); run.Wait() })
	b.daily = daily.New(daily.Config{KV: s.KV, Lobby: b.lobby, Now: b.clock.Now, Random: rand.Reader, MaxFrom: 3})
	t.Cleanup(b.daily.Close)
	told := stories.New(stories.Config{KV: s.KV("stories"), Now: b.clock.Now, Budget: story.Usual, OnError: func(err error) { t.Log("trouble:", err) }})
	t.Cleanup(told.Close)
	toldOf, err := notices.New(t.Context(), notices.Config{
		KV: s.KV, Identity: b.people, Lobby: b.lobby,
		Tables: registry, Present: func(ctx context.Context, id string) engine.Seats { return b.api.Live.Present(ctx, id) }, Clock: b.clock,
		Random: rand.Reader, Logger: slog.New(slog.DiscardHandler), Observe: noticeObserver{t}, Origin: b.url, Standalone: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	if b.evening, err = evenings.New(evenings.Config{
		KV: s.KV, Do: s.Do, Now: b.clock.Now, Random: rand.Reader, Lobby: b.lobby, Meets: b.order.MayMeet, Here: b.lobby.PeopleHere, Remind: toldOf.Remind,
	}); err != nil {
		t.Fatal(err)
	}
	tried := &puzzles.Store{KV: s.KV(puzzles.Bucket), Now: b.clock.Now}
	conf := Config{
		Buckets: slices.Concat(b.doors.Buckets(), toldOf.Buckets(), tried.Buckets(), b.daily.Buckets(), b.evening.Buckets(), b.lobby.Buckets(), []store.Bucket{store.Talk(s.Chat())}, b.order.Buckets(), members.Buckets(), b.people.Buckets()),
		Notices: toldOf,
		Daily:   b.daily, Evenings: b.evening, Identity: b.people, SignIn: members, Order: b.order, Lobby: b.lobby, Doors: b.doors, Tables: registry, Talk: s.Chat(), Puzzles: tried, Stories: told, Feed: s.Feed(), Health: s.Health(), Now: b.clock.Now,
		Logger: slog.New(slog.NewJSONHandler(b.log, nil)), Origin: b.url, Observe: b.counts, Limits: generous(),
		Standalone: true, PrivateHooks: true,
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

// answer is the response to a test's request.
type answer struct {
	t       testing.TB
	asked   string
	status  int
	header  http.Header
	cookies []*http.Cookie
	body    []byte
}

// send sends a request. The headers are pairs of a name and a value.
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

// ask sends a request with a session token, and with a body that it encodes as JSON.
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

// is fails the test unless the response has this status. It decodes the body into the given value.
func (a answer) is(status int, into ...any) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("%s: %d %s, want %d", a.asked, a.status, a.body, status)
	}
	for _, v := range into {
		reflect.ValueOf(v).Elem().SetZero() // a field missing from the body must not keep its old value
		if err := json.Unmarshal(a.body, v); err != nil {
			a.t.Fatalf("%s: %v in %s", a.asked, err, a.body)
		}
	}
	return a
}

// refused fails the test unless the response is a problem with this status and id.
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

// guest creates a guest with a name, and returns their session token.
func (b *testAPI) guest(name string) (Person, string) {
	b.t.Helper()
	var got Arrival
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: name}).is(http.StatusCreated, &got)
	return got.Person, got.Token
}

// table creates a table with two seats, with the host on the first one.
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

// secretOf returns the secret of a link, the part after its last slash.
func secretOf(link string) string { return link[strings.LastIndexByte(link, '/')+1:] }

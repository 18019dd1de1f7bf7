package s3test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/doctor"
	"theriac/internal/serve"
)

// said is a log that can be read while it is written.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// guest is a client of the API.
type guest struct {
	t          *testing.T
	url, token string
}

// ask returns the answer and its body.
func (g *guest) ask(method, path string, body any, into any) *http.Response {
	g.t.Helper()
	text, err := json.Marshal(body)
	check(g.t, err)
	r, err := http.NewRequestWithContext(within(g.t), method, g.url+path, bytes.NewReader(text))
	check(g.t, err)
	r.Header.Set("Content-Type", "application/json")
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	answer, err := http.DefaultClient.Do(r)
	check(g.t, err)
	defer func() { _ = answer.Body.Close() }()
	got, err := io.ReadAll(answer.Body)
	check(g.t, err)
	if into != nil {
		if err := json.Unmarshal(got, into); err != nil {
			g.t.Fatalf("%s %s: %s %q", method, path, answer.Status, got)
		}
	}
	return answer
}

// begin makes a table with all seats and starts its game.
func (g *guest) begin() (id string) {
	g.t.Helper()
	var table struct{ ID string }
	g.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "sit": "all"}, &table)
	if a := g.ask(http.MethodPost, "/api/tables/"+table.ID+"/start", nil, nil); a.StatusCode/100 != 2 {
		g.t.Fatal(a.Status)
	}
	return table.ID
}

// A whole server: an old game is in the bucket. While the S3 server is down, whoever
// asks for it is told so and when to ask again, the server and its doctor say what is
// wrong, and games go on; then the game is there. No key is in the log.
func TestServer(t *testing.T) {
	g := startGateway(t)
	data := t.TempDir()
	log := &said{}
	start := func() (*serve.Server, func()) {
		t.Helper()
		s, err := serve.Start(within(t), serve.Options{Data: data, Listen: "127.0.0.1:0", Private: "127.0.0.1:0", Archive: g.bucket(g.address)}, slog.New(slog.NewJSONHandler(log, nil)))
		check(t, err)
		var once sync.Once
		stop := func() { once.Do(func() { check(t, s.Shutdown(within(t))) }) }
		t.Cleanup(stop)
		return s, stop
	}
	s, stop := start()
	ada := &guest{t: t, url: s.URL()}
	var who struct{ Token string }
	ada.ask(http.MethodPost, "/api/people", map[string]any{"name": "Ada"}, &who)
	ada.token = who.Token
	old := ada.begin()
	ada.ask(http.MethodPost, "/api/tables/"+old+"/giveup", map[string]any{"key": "enough"}, nil)
	// It is archived in the background, at the latest once it is opened again.
	var st *serve.Storage
	await(t, "archived", func() bool {
		await(t, "finished", func() bool {
			var table struct{ Status string }
			ada.ask(http.MethodGet, "/api/tables/"+old, nil, &table)
			return table.Status == "finished"
		})
		stop()
		st = open(t, data, g.bucket(g.address))
		if _, err := st.Store.Log().Archived(within(t), old); err == nil {
			return true
		}
		st.Close()
		s, stop = start()
		ada.url = s.URL()
		ada.ask(http.MethodGet, "/api/tables/"+old+"/view", nil, nil)
		return false
	})
	fill(t, st.Shared, 0, 99)
	if n, err := st.Shared.Pack(within(t), later()); n != 100 || err != nil {
		t.Fatal(n, err)
	}
	st.Close()

	g.down()
	s, _ = start() // it starts without
	ada.url = s.URL()
	text := "/api/tables/" + old + "/text"
	var why struct{ ID string }
	a := ada.ask(http.MethodGet, text, nil, &why)
	if a.StatusCode != http.StatusServiceUnavailable || why.ID != "archive-away" || a.Header.Get("Retry-After") == "" {
		t.Error(a.Status, why, a.Header)
	}
	table := ada.begin() // and games go on
	if a := ada.ask(http.MethodGet, "/api/tables/"+table+"/text", nil, nil); a.StatusCode != http.StatusOK {
		t.Error(a.Status)
	}
	ready := func(at, path string) string {
		r, err := http.Get(at + path)
		check(t, err)
		defer func() { _ = r.Body.Close() }()
		text, err := io.ReadAll(r.Body)
		check(t, err)
		return string(text)
	}
	if got := ready(s.URL(), "/readyz"); got != "ok\nbucket\n" {
		t.Errorf("%q", got)
	}
	if got := ready(s.PrivateURL(), "/metrics"); !strings.Contains(got, "theriac_bucket_reachable 0") {
		t.Error("the metric says nothing")
	}
	var found bytes.Buffer
	check(t, doctor.Remote{URL: s.URL(), Patience: 5 * time.Second, Client: &http.Client{}}.Look(within(t)).Print(&found))
	if !strings.Contains(found.String(), "the bucket of packed games does not answer") {
		t.Error(found.String())
	}
	g.up()
	await(t, "there again", func() bool { return ada.ask(http.MethodGet, text, nil, nil).StatusCode == http.StatusOK })
	if got := ready(s.URL(), "/readyz"); got != "ok\n" {
		t.Errorf("%q", got)
	}
	if strings.Contains(log.String(), secret) || strings.Contains(log.String(), access) {
		t.Error("a key is in the log")
	}
}

package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"
)

// open starts a server on a data folder and any free port. At the end of the test it closes the server, unless
// the test has already done so.
func open(t *testing.T, o Options) *Server {
	t.Helper()
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	s, err := Start(ctx, o, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, s) })
	waitReady(t, s)
	return s
}

func shut(t *testing.T, s *Server) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Error("shutdown:", err)
	}
	if err := s.Wait(); err != nil {
		t.Error("wait:", err)
	}
}

func waitReady(t *testing.T, s *Server) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; {
		status, text := get(t, s.URL()+"/readyz")
		if status == http.StatusOK {
			return
		}
		if time.Now().After(end) {
			t.Fatal("not ready: ", status, text)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(text)
}

// guest is a client of the API that acts for one person.
type guest struct {
	t     *testing.T
	url   string
	token string
}

// arrive creates a guest on the server.
func arrive(t *testing.T, url string) *guest {
	t.Helper()
	g := &guest{t: t, url: url}
	var out struct{ Token string }
	g.ask(http.MethodPost, "/api/people", map[string]any{"lang": "en"}, &out)
	g.token = out.Token
	return g
}

// ask makes a request, and fails the test if the request fails.
func (g *guest) ask(method, path string, body, out any) {
	g.t.Helper()
	status, text := g.try(method, path, body)
	if status >= 300 {
		g.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal(text, out); err != nil {
		g.t.Fatalf("%s %s: %v: %s", method, path, err, text)
	}
}

func (g *guest) try(method, path string, body any) (int, []byte) {
	g.t.Helper()
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			g.t.Fatal(err)
		}
		in = bytes.NewReader(data)
	}
	r, err := http.DefaultClient.Do(g.request(context.Background(), method, path, in))
	if err != nil {
		g.t.Fatal(err)
	}
	defer func() { _ = r.Body.Close() }()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		g.t.Fatal(err)
	}
	return r.StatusCode, text
}

func (g *guest) request(ctx context.Context, method, path string, body io.Reader) *http.Request {
	r, err := http.NewRequestWithContext(ctx, method, g.url+path, body)
	if err != nil {
		g.t.Fatal(err)
	}
	if g.token != "" {
		r.Header.Set("Authorization", "Bearer "+g.token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// table opens a table at which the guest holds all seats, and starts the game.
func (g *guest) table() (id, commitment string) {
	g.t.Helper()
	var out struct{ ID, Commitment string }
	g.ask(http.MethodPost, "/api/tables", map[string]any{
		"game": "world", "settings": map[string]string{"players": "2"}, "sit": "all", "start": true, "nonce": "kettle",
	}, &out)
	return out.ID, out.Commitment
}

// update is the part of a table's update that these tests use.
type update struct {
	N        int
	Made     int
	Question struct{ ID string }
	Moves    []struct {
		Seat int
		List []string
	}
	Away bool
	Over *struct{}
}

func (g *guest) view(table string) update {
	g.t.Helper()
	var u update
	g.ask(http.MethodGet, "/api/tables/"+table+"/view?fresh=1", nil, &u)
	return u
}

// play makes the first legal move of a seat that has one.
func (g *guest) play(table string) update {
	g.t.Helper()
	u := g.view(table)
	for _, m := range u.Moves {
		if len(m.List) > 0 {
			g.ask(http.MethodPost, "/api/tables/"+table+"/moves", map[string]any{
				"seat": m.Seat, "question": u.Question.ID, "move": m.List[0], "key": "k" + strconv.Itoa(u.N),
			}, nil)
			return g.view(table)
		}
	}
	g.t.Fatalf("nobody can move: %+v", u)
	return u
}

// event is one event of a stream.
type event struct{ name, id, data, retry string }

// listen opens a table's event stream. The channel delivers its events until the stream ends.
func (g *guest) listen(table string) <-chan event {
	g.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	g.t.Cleanup(cancel)
	r, err := http.DefaultClient.Do(g.request(ctx, http.MethodGet, "/api/tables/"+table+"/events", nil))
	if err != nil {
		g.t.Fatal(err)
	}
	if r.StatusCode != http.StatusOK {
		g.t.Fatal("stream: ", r.Status)
	}
	out := make(chan event, 64)
	go func() {
		defer close(out)
		defer func() { _ = r.Body.Close() }()
		var e event
		for lines := bufio.NewScanner(r.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "event":
				e.name = value
			case "id":
				e.id = value
			case "data":
				e.data = value
			case "retry":
				e.retry = value
			case "":
				if e != (event{}) {
					out <- e
				}
				e = event{}
			}
		}
	}()
	return out
}

// next waits for the next event with that name and skips others.
func next(t *testing.T, from <-chan event, name string) event {
	t.Helper()
	late := time.After(20 * time.Second)
	for {
		select {
		case e, ok := <-from:
			if !ok {
				t.Fatalf("the stream ended without %q", name)
			}
			if e.name == name {
				return e
			}
		case <-late:
			t.Fatalf("no %q", name)
		}
	}
}

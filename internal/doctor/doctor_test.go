package doctor

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/serve"
)

// open starts a real server that people reach at an origin.
func open(t *testing.T, o serve.Options) *serve.Server {
	t.Helper()
	if o.Data == "" {
		o.Data = filepath.Join(t.TempDir(), "data")
	}
	o.Listen, o.Version = "127.0.0.1:0", "v1.0.0"
	s, err := serve.Start(t.Context(), o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		_ = s.Shutdown(ctx)
	})
	for end := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		answer, err := http.Get(s.URL() + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			return s
		}
		if time.Now().After(end) {
			t.Fatal("the server is not ready within a minute")
		}
	}
}

// proxied starts a server behind a proxy, at the proxy's address.
func proxied(t *testing.T, o serve.Options, change func(*httputil.ReverseProxy)) string {
	t.Helper()
	// The server is told its address before it starts, so the proxy is there first.
	var proxy atomic.Pointer[httputil.ReverseProxy]
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := proxy.Load(); p != nil {
			p.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusBadGateway)
	}))
	t.Cleanup(front.Close)
	t.Cleanup(front.CloseClientConnections)
	if o.Origin == "" {
		o.Origin = front.URL
	}
	back, err := url.Parse("http://" + strings.TrimPrefix(open(t, o).URL(), "http://"))
	if err != nil {
		t.Fatal(err)
	}
	p := &httputil.ReverseProxy{
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(back)
			r.SetXForwarded()
			r.Out.Host = r.In.Host
		},
	}
	if change != nil {
		change(p)
	}
	proxy.Store(p)
	return front.URL
}

func look(t *testing.T, url string) Report {
	t.Helper()
	return lookFor(t, url, 20*time.Second) // on a machine with other work
}

func lookFor(t *testing.T, url string, patience time.Duration) Report {
	t.Helper()
	r := Remote{URL: url, Version: "v1.0.0", Patience: patience, Client: &http.Client{}}.Look(t.Context())
	var out bytes.Buffer
	_ = r.Print(&out)
	t.Log("\n" + out.String())
	return r
}

// level is that of what was looked at under a name; empty where it was not.
func (r Report) level(what string) Level {
	for _, f := range r {
		if f.What == what {
			return f.Level
		}
	}
	return ""
}

// problems fails if anything but the named things is a problem, or one of them is none or
// has no remedy.
func problems(t *testing.T, r Report, want ...string) {
	t.Helper()
	if r.Problems() != len(want) {
		t.Errorf("%d problems, not %d", r.Problems(), len(want))
	}
	for _, f := range r {
		if f.Level == Problem && f.Mend == "" {
			t.Errorf("nothing is said to mend %s", f.What)
		}
	}
	for _, w := range want {
		if r.level(w) != Problem {
			t.Errorf("%s is %q", w, r.level(w))
		}
	}
}

// client leaves out the version: the tests are built without the web client unless somebody has built one.
func client(r Report) Report {
	var rest Report
	for _, f := range r {
		if f.What != "version" {
			rest = append(rest, f)
		}
	}
	return rest
}

func TestHealthyServer(t *testing.T) {
	t.Parallel()
	r := client(look(t, open(t, serve.Options{}).URL()))
	problems(t, r)
	for _, what := range []string{"ready", "clock", "links", "stream"} {
		if r.level(what) != Fine {
			t.Errorf("%s is %q", what, r.level(what))
		}
	}
}

func TestGoodProxy(t *testing.T) {
	t.Parallel()
	problems(t, client(look(t, proxied(t, serve.Options{TrustProxy: true}, nil))))
}

// A proxy that reads every response to its end before it passes it on.
func TestBufferingProxy(t *testing.T) {
	t.Parallel()
	r := client(lookFor(t, proxied(t, serve.Options{}, func(p *httputil.ReverseProxy) {
		p.ModifyResponse = func(answer *http.Response) error {
			data, err := io.ReadAll(answer.Body)
			answer.Body = io.NopCloser(bytes.NewReader(data))
			return err
		}
	}), time.Second))
	problems(t, r, "stream")
}

// A server that was not told how people reach it hands out links to somewhere else.
func TestForgottenOrigin(t *testing.T) {
	t.Parallel()
	problems(t, client(look(t, proxied(t, serve.Options{Origin: "http://192.168.77.7:8080"}, nil))), "links")
}

// A proxy that calls the server by a name that it does not know.
func TestWrongName(t *testing.T) {
	t.Parallel()
	r := look(t, proxied(t, serve.Options{}, func(p *httputil.ReverseProxy) {
		right := p.Rewrite
		p.Rewrite = func(r *httputil.ProxyRequest) {
			right(r)
			r.Out.Host = "backend.example"
		}
	}))
	problems(t, r, "name")
}

func TestNobodyThere(t *testing.T) {
	t.Parallel()
	problems(t, look(t, "http://127.0.0.1:1"), "address")
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	problems(t, look(t, other.URL), "address")
}

// What a server says behind its ok: each word is told, and those of later versions too.
func TestRemarks(t *testing.T) {
	t.Parallel()
	r := client(look(t, proxied(t, serve.Options{}, func(p *httputil.ReverseProxy) {
		p.ModifyResponse = func(answer *http.Response) error {
			if answer.Request.URL.Path == "/readyz" {
				said := "ok\nnewer bucket later\n"
				answer.Body, answer.ContentLength = io.NopCloser(strings.NewReader(said)), int64(len(said))
				answer.Header.Set("Content-Length", strconv.Itoa(len(said)))
			}
			return nil
		}
	})))
	problems(t, r, "data", "bucket")
	if r.level("ready") != Notice {
		t.Errorf("%v", r)
	}
}

// A clock that is an hour ahead.
func TestWrongClock(t *testing.T) {
	t.Parallel()
	r := client(look(t, proxied(t, serve.Options{}, func(p *httputil.ReverseProxy) {
		p.ModifyResponse = func(answer *http.Response) error {
			answer.Header.Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat))
			return nil
		}
	})))
	problems(t, r, "clock")
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	if r := Folder(t.Context(), dir); r.level("data folder") != Notice {
		t.Errorf("%v", r)
	}
	open(t, serve.Options{Data: dir})
	r := Folder(t.Context(), dir)
	if r.level("data folder") != Fine || r.level("operator's key") != "" || r.level("open files") == "" {
		t.Errorf("%v", r)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "operator-key"), 0o644); err != nil {
		t.Fatal(err)
	}
	r = Folder(t.Context(), dir)
	if r.level("data folder") != Problem || r.level("operator's key") != Problem {
		t.Errorf("%v", r)
	}
}

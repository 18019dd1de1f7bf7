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

// open starts a server whose public origin is the one in the options.
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

// proxied starts a server with a proxy in front of it. It returns the proxy's URL.
func proxied(t *testing.T, o serve.Options, change func(*httputil.ReverseProxy)) string {
	t.Helper()
	// The server needs the proxy's URL to start, so the proxy starts first and gets the server's
	// URL later.
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
	return lookFor(t, url, 20*time.Second) // allow enough time for a busy machine
}

func lookFor(t *testing.T, url string, patience time.Duration) Report {
	t.Helper()
	r := Remote{URL: url, Version: "v1.0.0", Patience: patience, Client: &http.Client{}}.Look(t.Context())
	var out bytes.Buffer
	_ = r.Print(&out)
	t.Log("\n" + out.String())
	return r
}

// level returns the level of the finding with this name, or "" if there is none.
func (r Report) level(what string) Level {
	for _, f := range r {
		if f.What == what {
			return f.Level
		}
	}
	return ""
}

// problems fails the test unless exactly the named findings are problems, each with a fix.
func problems(t *testing.T, r Report, want ...string) {
	t.Helper()
	if r.Problems() != len(want) {
		t.Errorf("%d problems, not %d", r.Problems(), len(want))
	}
	for _, f := range r {
		if f.Level == Problem && f.Fix == "" {
			t.Errorf("nothing is said to fix %s", f.What)
		}
	}
	for _, w := range want {
		if r.level(w) != Problem {
			t.Errorf("%s is %q", w, r.level(w))
		}
	}
}

// client returns the report without the finding about the version, because a test binary may be
// built without the web client.
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

// The doctor notices a proxy that buffers each response until it is complete.
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

// The doctor notices a server without a configured origin, whose links lead to another address.
func TestForgottenOrigin(t *testing.T) {
	t.Parallel()
	problems(t, client(look(t, proxied(t, serve.Options{Origin: "http://192.168.77.7:8080"}, nil))), "links")
}

// The doctor notices a proxy that calls the server by a name that the server does not know.
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

// A ready server may respond with more words after "ok". The doctor reports each word, even words
// that only later versions use.
func TestRemarks(t *testing.T) {
	t.Parallel()
	r := client(look(t, proxied(t, serve.Options{}, func(p *httputil.ReverseProxy) {
		p.ModifyResponse = func(answer *http.Response) error {
			if answer.Request.URL.Path == "/readyz" {
				said := "ok\nnewer clock later\n"
				answer.Body, answer.ContentLength = io.NopCloser(strings.NewReader(said)), int64(len(said))
				answer.Header.Set("Content-Length", strconv.Itoa(len(said)))
			}
			return nil
		}
	})))
	problems(t, r, "data", "clock")
	if r.level("ready") != Notice {
		t.Errorf("%v", r)
	}
}

// The doctor notices that the server's clock is an hour ahead.
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
	if r.level("data folder") != Fine || r.level("operator's key") != "" || r.level("open files") == "" || r.level("store") != Fine || r.level("replaced data") != "" {
		t.Errorf("%v", r)
	}
	if err := os.MkdirAll(filepath.Join(dir, "aside", "store-20261119"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "operator-key"), 0o644); err != nil {
		t.Fatal(err)
	}
	r = Folder(t.Context(), dir)
	if r.level("data folder") != Problem || r.level("operator's key") != Problem || r.level("replaced data") != Notice {
		t.Errorf("%v", r)
	}
}

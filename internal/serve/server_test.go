package serve

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A stored move survives a restart.
func TestRestart(t *testing.T) {
	o := Options{Data: t.TempDir(), Private: "127.0.0.1:0"}
	s := open(t, o)
	g := arrive(t, s.URL())
	table, commitment := g.table()
	if len(commitment) != 64 {
		t.Errorf("the commitment is %q", commitment)
	}
	before := g.view(table)
	after := g.play(table)
	if after.N <= before.N || after.Made != before.Made+1 {
		t.Fatalf("%d moves became %d", before.Made, after.Made)
	}
	_, metrics := get(t, s.PrivateURL()+"/metrics")
	for _, line := range []string{"theriac_tables_live 1", "theriac_store_damages 0", "theriac_tables_broken 0", "theriac_append_seconds_count 1"} {
		if !strings.Contains(metrics, line+"\n") {
			t.Errorf("no %q in the metrics", line)
		}
	}
	shut(t, s)

	s = open(t, o)
	g.url = s.URL()
	again := g.view(table)
	if again.N != after.N || again.Made != after.Made || again.Question.ID != after.Question.ID {
		t.Errorf("%+v became %+v", after, again)
	}
	if last := g.play(table); last.Made != after.Made+1 {
		t.Errorf("it does not go on: %+v", last)
	}
}

// A server that shuts down asks all streams to reconnect, each at a different time. A balancer is warned before
// that, and no request is cut off.
func TestDrain(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), DrainFor: 300 * time.Millisecond})
	g := arrive(t, s.URL())
	table, _ := g.table()
	streams := []<-chan event{g.listen(table), g.listen(table), g.listen(table)}
	for _, s := range streams {
		next(t, s, "update")
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		shut(t, s)
	}()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		status, _ := get(t, s.URL()+"/readyz")
		if status == http.StatusServiceUnavailable {
			break
		}
		if time.Now().After(end) {
			t.Fatal("it is ready although it closes")
		}
	}
	if u := g.play(table); u.Made != 1 {
		t.Error("a move while it drains was lost")
	}
	retries := map[string]bool{}
	for _, s := range streams {
		bye := next(t, s, "bye")
		if n, err := strconv.Atoi(bye.retry); err != nil || n <= 0 {
			t.Errorf("bye without a time to come back: %+v", bye)
		}
		retries[bye.retry] = true
	}
	if len(retries) == 1 {
		t.Error("all come back at the same moment", retries)
	}
	<-done
	if _, err := net.DialTimeout("tcp", strings.TrimPrefix(s.URL(), "http://"), time.Second); err == nil {
		t.Error("the door is open still")
	}
}

// Two servers cannot use the same data folder or the same address.
func TestSecondServer(t *testing.T) {
	o := Options{Data: t.TempDir()}
	s := open(t, o)
	o.Listen = "127.0.0.1:0"
	quiet := slog.New(slog.DiscardHandler)
	var in *InUseError
	if _, err := Start(context.Background(), o, quiet); !errors.As(err, &in) {
		t.Errorf("a second server in the folder: %v", err)
	}
	o.Data, o.Listen = t.TempDir(), strings.TrimPrefix(s.URL(), "http://")
	if _, err := Start(context.Background(), o, quiet); err == nil || !strings.Contains(err.Error(), "in use by another program") {
		t.Errorf("a second server at the address: %v", err)
	}
	o.Listen, o.Private = "127.0.0.1:0", strings.TrimPrefix(s.URL(), "http://")
	if _, err := Start(context.Background(), o, quiet); err == nil || !strings.Contains(err.Error(), "--private") {
		t.Errorf("a second server at the private address: %v", err)
	}
	// The failed starts have left no file or listener open.
	o.Private = ""
	open(t, o)
}

// Metrics and profiles are available on the private listener. The public listener has metrics only if
// configured.
func TestListeners(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0"})
	for path, want := range map[string]int{"/livez": 200, "/readyz": 200, "/metrics": 404, "/debug/pprof/": 404} {
		if status, _ := get(t, s.URL()+path); status != want {
			t.Errorf("in front, %s is %d", path, status)
		}
	}
	for _, path := range []string{"/livez", "/readyz", "/metrics", "/debug/pprof/", "/debug/pprof/goroutine?debug=1"} {
		if status, _ := get(t, s.PrivateURL()+path); status != 200 {
			t.Errorf("behind, %s is %d", path, status)
		}
	}
	if status, _ := get(t, s.PrivateURL()+"/api/games"); status != 404 {
		t.Errorf("people come in by the private door: %d", status)
	}
	shown := open(t, Options{Data: t.TempDir(), PublicMetrics: true})
	if status, text := get(t, shown.URL()+"/metrics"); status != 200 || !strings.Contains(text, "theriac_build_info") {
		t.Errorf("metrics that everybody may see: %d", status)
	}
	if shown.PrivateURL() != "" {
		t.Error("a private door that nobody asked for")
	}
}

// Until the store is open, the server reports that it is alive but not ready, and serves no other request.
func TestStarting(t *testing.T) {
	var f gate
	for path, want := range map[string]int{"/livez": 200, "/readyz": 503, "/api/games": 503, "/": 503} {
		w := httptest.NewRecorder()
		f.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if w.Code != want {
			t.Errorf("%s: %d", path, w.Code)
		}
		if want == 503 && w.Header().Get("Retry-After") == "" {
			t.Errorf("%s does not say when", path)
		}
	}
	f.open(http.NotFoundHandler())
	w := httptest.NewRecorder()
	f.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/livez", nil))
	if w.Code != 404 {
		t.Error("the server does not answer once it is open")
	}
}

// With a certificate the server uses HTTP/2, and accepts no old version of TLS.
func TestTLS(t *testing.T) {
	cert, key, pool := selfSigned(t, t.TempDir(), "house")
	o := Options{Data: t.TempDir(), Certificate: cert, Key: key, Listen: "127.0.0.1:0", Redirect: "127.0.0.1:0"}
	s, err := Start(context.Background(), o, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, s)
	if !strings.HasPrefix(s.URL(), "https://127.0.0.1:") {
		t.Error(s.URL())
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true}}
	r, err := client.Get(s.URL() + "/livez")
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.Copy(io.Discard, r.Body)
	_ = r.Body.Close()
	if r.ProtoMajor != 2 || r.StatusCode != http.StatusOK {
		t.Errorf("%s %d", r.Proto, r.StatusCode)
	}
	client.CloseIdleConnections()
	old := &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS10, MaxVersion: tls.VersionTLS11}
	if c, err := tls.Dial("tcp", strings.TrimPrefix(s.URL(), "https://"), old); err == nil {
		_ = c.Close()
		t.Error("an old TLS is spoken")
	}
}

// The operators' documentation names all metrics that exist, and no others.
func TestMetricsAreDocumented(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0"})
	s.meters.Limited("address")
	s.meters.Failed("archive")
	s.meters.Hook("sent")
	_, text := get(t, s.PrivateURL()+"/metrics")
	doc, err := os.ReadFile("../../docs/host/monitoring.md")
	if err != nil {
		t.Fatal(err)
	}
	names := func(pattern, text string) []string {
		var list []string
		for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
			list = append(list, m[1])
		}
		slices.Sort(list)
		return slices.Compact(list)
	}
	there, told := names(`(?m)^# TYPE (theriac_\w+)`, text), names("`(theriac_\\w+)`", string(doc))
	if !slices.Equal(there, told) {
		t.Errorf("there are\n%v\nand docs/host/monitoring.md tells of\n%v", there, told)
	}
}

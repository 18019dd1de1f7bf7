package serve

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/notices"
	"theriac/internal/table"
)

// A single server enables every format that it knows. A server that does not know a format in use still serves
// requests, but reports the problem in its log, to balancers and in its metrics.
func TestTooOld(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Data: dir, Private: "127.0.0.1:0"})
	waitReady(t, s)
	for _, format := range append(table.Formats(), lobby.Formats()...) {
		if !s.gate.Enabled(format) {
			t.Errorf("a server alone may not write %s", format)
		}
	}
	if _, said := get(t, s.URL()+"/readyz"); said != "ok\n" {
		t.Errorf("readyz: %q", said)
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	st := openStorage(t, dir)
	rec, err := st.Store.KV(notices.BucketServer).Get(context.Background(), "forms")
	if err != nil {
		t.Fatal(err)
	}
	newer := bytes.Replace(rec.Data, []byte(`"on":[`), []byte(`"on":["entry-of-tomorrow",`), 1)
	if _, err := st.Store.KV(notices.BucketServer).Put(context.Background(), "forms", rec.Version, newer); err != nil {
		t.Fatal(err)
	}
	st.Close()

	var log strings.Builder
	s, err = Start(context.Background(), Options{Data: dir, Listen: "127.0.0.1:0", Private: "127.0.0.1:0"}, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError})))
	if err != nil {
		t.Fatal(err)
	}
	waitReady(t, s)
	status, said := get(t, s.URL()+"/readyz")
	if status != http.StatusOK || said != "ok\nnewer\n" {
		t.Errorf("readyz: %d %q", status, said)
	}
	if _, metrics := get(t, s.PrivateURL()+"/metrics"); !strings.Contains(metrics, "theriac_formats_unknown 1\n") {
		t.Error("the metric does not say so")
	}
	g := arrive(t, s.URL())
	g.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "sit": "all", "start": true}, nil)
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "too old for some of the data") || !strings.Contains(log.String(), "entry-of-tomorrow") {
		t.Errorf("log: %s", log.String())
	}
}

// Nodes of a cluster know each other's formats, and enable a format when all of them know it. A restored backup
// has no nodes.
func TestNodesKnowEachOther(t *testing.T) {
	nodes := cluster(t)
	for _, s := range nodes {
		if err := s.gate.Look(context.Background()); err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, n := range s.gate.Nodes() {
			names[n.Name] = true
			if len(n.Missing) > 0 {
				t.Errorf("%s lacks %v", n.Name, n.Missing)
			}
		}
		if len(names) != 3 || !names["n0"] || !names["n1"] || !names["n2"] || !s.gate.Enabled(table.Formats()[0]) {
			t.Errorf("nodes %v", names)
		}
	}
	st := restored(t, copied(t, nodes[0].storage.Folder.Path), t.TempDir())
	defer st.Close()
	rec, err := st.Store.KV(notices.BucketServer).Get(context.Background(), "forms")
	var r struct {
		On    []string
		Nodes map[string]any
	}
	if err != nil || json.Unmarshal(rec.Data, &r) != nil || len(r.Nodes) != 0 || len(r.On) == 0 {
		t.Errorf("%s, %v", rec.Data, err)
	}
}

// This program can restore a newer version's backup. Records, games and snapshots that it cannot interpret stay
// unchanged, and it does not report them as damaged.
func TestBackupOfNewer(t *testing.T) {
	folder, g, over, runs, _ := filled(t)
	ctx := context.Background()
	st := openStorage(t, folder)
	s := st.Store
	added := func(bucket string) map[string]string {
		all, err := s.KV(bucket).List(ctx, "")
		if err != nil || len(all) == 0 {
			t.Fatalf("%s: %d records, %v", bucket, len(all), err)
		}
		out := map[string]string{}
		for _, rec := range all {
			text := strings.Replace(string(rec.Data), "{", `{"ofTomorrow":1,`, 1)
			if _, err := s.KV(bucket).Put(ctx, rec.Key, rec.Version, []byte(text)); err != nil {
				t.Fatal(err)
			}
			out[rec.Key] = text
		}
		return out
	}
	tables, people := added(lobby.BucketTables), added(identity.BucketPeople)
	last, err := s.Log().Last(ctx, runs, true)
	if err != nil {
		t.Fatal(err)
	}
	chain, err := hex.DecodeString(string(last.Data[:64]))
	if err != nil {
		t.Fatal(err)
	}
	body := `{"n":4,"at":1,"kind":"of-tomorrow"}`
	sum := sha256.Sum256(append(chain, body...))
	if _, err := s.Log().Append(ctx, runs, last.At, "newer", []byte(hex.EncodeToString(sum[:])+" "+body)); err != nil {
		t.Fatal(err)
	}
	if err := s.Log().SaveSnapshot(ctx, runs, []byte("theriac-entries-2 of tomorrow\n")); err != nil {
		t.Fatal(err)
	}
	if err := s.Log().Archive(ctx, "archivedtomorrow", []byte("theriac-entries-2 of tomorrow\n")); err != nil {
		t.Fatal(err)
	}
	st.Close()

	elsewhere := t.TempDir()
	st = restored(t, copied(t, folder), elsewhere)
	r, err := Check(ctx, st, slog.New(slog.DiscardHandler), nil)
	if err != nil || len(r.Broken) != 0 || len(r.Newer) != 1 || r.Newer[0].Table != runs || r.Games != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	st.Close()
	node := open(t, Options{Data: elsewhere, Private: "127.0.0.1:0"})
	g.url = node.URL()
	g.ask(http.MethodGet, "/api/me", nil, nil)
	g.ask(http.MethodGet, "/api/tables/"+over+"/view", nil, nil)
	g.ask(http.MethodGet, "/api/tables/"+runs+"/view", nil, nil)
	for path, body := range map[string]any{
		"/api/me":                        map[string]any{"name": "Eve"},
		"/api/tables/" + runs + "/watch": map[string]any{"watch": "nobody"},
	} {
		method := http.MethodPost
		if path == "/api/me" {
			method = http.MethodPatch
		}
		if status, text := g.try(method, path, body); status != http.StatusLocked || !strings.Contains(string(text), `"newer"`) {
			t.Errorf("%s %s: %d %s", method, path, status, text)
		}
	}
	if _, metrics := get(t, node.PrivateURL()+"/metrics"); !strings.Contains(metrics, "theriac_tables_broken 0\n") {
		t.Error("something is called broken")
	}
	for bucket, want := range map[string]map[string]string{lobby.BucketTables: tables, identity.BucketPeople: people} {
		for key, text := range want {
			if rec, err := node.storage.Store.KV(bucket).Get(ctx, key); err != nil || string(rec.Data) != text {
				t.Errorf("%s %s was written over: %s, %v", bucket, key, rec.Data, err)
			}
		}
	}
}

package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"theriac/internal/jetstream"
	"theriac/internal/table"
)

// A single server switches on what it knows; one that is too old for what is in use
// serves, and says so in its log, to balancers and in its metrics.
func TestTooOld(t *testing.T) {
	dir := t.TempDir()
	s := open(t, Options{Data: dir, Private: "127.0.0.1:0"})
	for _, form := range append(table.Forms(), jetstream.Forms()...) {
		if !s.gate.On(form) {
			t.Errorf("a server alone may not write %s", form)
		}
	}
	if _, said := get(t, s.URL()+"/readyz"); said != "ok\n" {
		t.Errorf("readyz: %q", said)
	}
	if err := s.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	st := openStorage(t, dir)
	rec, err := st.Store.KV(bucketServer).Get(context.Background(), "forms")
	if err != nil {
		t.Fatal(err)
	}
	newer := bytes.Replace(rec.Data, []byte(`"on":[`), []byte(`"on":["entry-of-tomorrow",`), 1)
	if _, err := st.Store.KV(bucketServer).Put(context.Background(), "forms", rec.Version, newer); err != nil {
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
	if _, metrics := get(t, s.PrivateURL()+"/metrics"); !strings.Contains(metrics, "theriac_forms_unknown 1\n") {
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

// Nodes of a cluster know each other, and switch a form on together; a restored backup has
// none of them.
func TestNodesKnowEachOther(t *testing.T) {
	nodes := cluster(t)
	for _, s := range nodes {
		if err := s.gate.Look(context.Background()); err != nil {
			t.Fatal(err)
		}
		names := map[string]bool{}
		for _, n := range s.gate.Nodes() {
			names[n.Name] = true
			if len(n.Lacks) > 0 {
				t.Errorf("%s lacks %v", n.Name, n.Lacks)
			}
		}
		if len(names) != 3 || !names["n0"] || !names["n1"] || !names["n2"] || !s.gate.On(table.Forms()[0]) {
			t.Errorf("nodes %v", names)
		}
	}
	var backup bytes.Buffer
	if err := nodes[0].storage.Store.Backup(context.Background(), &backup); err != nil {
		t.Fatal(err)
	}
	st := openStorage(t, t.TempDir())
	defer st.Close()
	if err := Restore(context.Background(), st.Store, bytes.NewReader(backup.Bytes())); err != nil {
		t.Fatal(err)
	}
	rec, err := st.Store.KV(bucketServer).Get(context.Background(), "forms")
	var r struct {
		On    []string
		Nodes map[string]any
	}
	if err != nil || json.Unmarshal(rec.Data, &r) != nil || len(r.Nodes) != 0 || len(r.On) == 0 {
		t.Errorf("%s, %v", rec.Data, err)
	}
}

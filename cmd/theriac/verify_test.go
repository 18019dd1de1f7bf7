//go:build unix

package main

import (
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A finished game can be verified without its server, against the commitment shown before the game. A game that
// is still running is rejected with a reason.
func TestVerifyHouse(t *testing.T) {
	p := startServe(t, "--data", t.TempDir())
	var person struct{ Token string }
	p.post("/api/people", "", `{}`, &person)
	var table struct{ ID, Commitment string }
	p.post("/api/tables", person.Token, `{"game":"world","sit":"all","start":true,"nonce":"kettle"}`, &table)
	file := filepath.Join(t.TempDir(), "game.txt")
	verify := func() (string, error) {
		t.Helper()
		r, err := http.NewRequest(http.MethodGet, p.origin+"/api/tables/"+table.ID+"/transcript", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+person.Token)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = a.Body.Close() }()
		text, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v", a.Status, err)
		}
		writeText(t, file, string(text))
		out, err := exec.Command("theriac", "verify", file, "--commitment", table.Commitment, "--nonce", "kettle", "--lang", "en").CombinedOutput()
		return string(out), err
	}
	if out, err := verify(); err == nil || !strings.Contains(out, "still sealed") {
		t.Errorf("a game that runs: %v, %s", err, out)
	}
	var done struct{ N int }
	p.post("/api/tables/"+table.ID+"/propose", person.Token, `{"what":"end","key":"k1"}`, &done)
	out, err := verify()
	if err != nil || !strings.Contains(out, "commitment you were shown") || !strings.Contains(out, "What you added is there, as seat 0") ||
		!strings.Contains(out, "not played to the end") {
		t.Errorf("a game that was given up: %v, %s", err, out)
	}
	table.Commitment = strings.Repeat("0", 64)
	if out, err := verify(); err == nil || !strings.Contains(out, "You were shown") {
		t.Errorf("another commitment: %v, %s", err, out)
	}
	p.stop()
}

//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A server that is closed is backed up, and made again elsewhere: what was in
// it is counted and checked, and it opens.
func TestBackupRestore(t *testing.T) {
	dir := t.TempDir()
	from, file, to := filepath.Join(dir, "from"), filepath.Join(dir, "house.backup"), filepath.Join(dir, "to")
	p := startServe(t, "--data", from)
	var person struct{ Token string }
	p.post("/api/people", "", `{"name":"Ada"}`, &person)
	var table struct{ ID string }
	p.post("/api/tables", person.Token, `{"game":"world","sit":"all","start":true}`, &table)
	p.post("/api/tables", person.Token, `{"game":"world"}`, &table)
	p.stop()

	run := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("theriac", args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %v: %s", args, err, out)
		}
		return string(out)
	}
	run("backup", "--data", from, file)
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("others can read the backup:", info.Mode(), err)
	}
	report := strings.Join(strings.Fields(run("restore", file, "--data", to)), " ")
	for _, want := range []string{"1 people", "1 tables gathering", "1 tables playing", "0 tables finished", "1 games folded and intact", "1 entries", "0 games broken", "is intact"} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in %s", want, report)
		}
	}
	again := startServe(t, "--data", to)
	again.post("/api/tables/"+table.ID+"/close", person.Token, "{}", &table)
	again.stop()

	// Backups by the time: as many as were asked for stay, and other files do.
	folder := filepath.Join(dir, "backups")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"theriac-20250101T030000Z.backup", "theriac-20250102T030000Z.backup", "theriac-by-hand.backup", "notes.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run("backup", "--data", from, "--keep", "2", folder)
	var left []string
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if len(left) != 4 || left[0] != "notes.txt" || left[1] != "theriac-20250102T030000Z.backup" || left[3] != "theriac-by-hand.backup" {
		t.Errorf("in the folder: %v", left)
	}
	run("restore", filepath.Join(folder, left[2]), "--data", filepath.Join(dir, "newest"))

	// Some bytes of the file are others, and not one flipped bit: nothing of it is taken.
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	copy(data[len(data)/2:], "torn")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("theriac", "restore", file, "--data", filepath.Join(dir, "third")).CombinedOutput(); err == nil {
		t.Errorf("a torn backup was restored: %s", out)
	}
}

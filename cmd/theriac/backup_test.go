//go:build unix

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
)

// newKey writes a new age key to a file and returns its recipient.
func newKey(t *testing.T, dir, name string) string {
	t.Helper()
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(key.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return key.Recipient().String()
}

// A stopped server is backed up and restored to another folder. The restore checks and counts the contents, and
// a server can use the result.
func TestBackupRestore(t *testing.T) {
	dir := t.TempDir()
	from, file, to := filepath.Join(dir, "from"), filepath.Join(dir, "house.backup"), filepath.Join(dir, "to")
	p := startServe(t, "--data", from)
	const name = "Ada in the attic" // too long to be in random bytes by chance
	var person struct{ Token string }
	p.post("/api/people", "", `{"name":"`+name+`"}`, &person)
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

	// --keep removes all but the newest backups, and no files with other names.
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

	// An encrypted backup can be restored only with its own key.
	mine, others := newKey(t, dir, "mine"), newKey(t, dir, "others")
	encrypted := filepath.Join(dir, "encrypted.backup")
	run("backup", "--data", from, "--recipient", mine, encrypted)
	if data, err := os.ReadFile(encrypted); err != nil || bytes.Contains(data, []byte("SQLite")) || bytes.Contains(data, []byte(name)) {
		t.Error("the backup is not encrypted:", err)
	}
	for _, args := range [][]string{nil, {"--identity", filepath.Join(dir, "others")}} {
		out, err := exec.Command("theriac", append([]string{"restore", encrypted, "--data", filepath.Join(dir, "fourth")}, args...)...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "this backup is encrypted") {
			t.Errorf("restored with %v: %s", args, out)
		}
	}
	run("restore", encrypted, "--data", filepath.Join(dir, "fifth"), "--identity", filepath.Join(dir, "mine"))
	if left, err := filepath.Glob(filepath.Join(dir, "*.restored")); err != nil || len(left) > 0 {
		t.Error("left in the clear:", left, err)
	}
	run("backup", "--data", from, "--recipient", mine, "--recipient", others, filepath.Join(dir, "both.backup"))
	run("restore", filepath.Join(dir, "both.backup"), "--data", filepath.Join(dir, "sixth"), "--identity", filepath.Join(dir, "others"))
	if info, err := os.Stat(filepath.Join(from, "last-backup")); err != nil || time.Since(info.ModTime()) > time.Hour {
		t.Error("the metrics do not see the backup:", err)
	}

	// If a few bytes of the file have changed, the restore fails without restoring anything.
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

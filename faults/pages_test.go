package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"theriac/internal/sqlite"
)

// rot finds every database table and index of a store, and damages all tables.
func TestRot(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, sqlite.FileName)
	s, err := sqlite.Open(sqlite.Config{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		name := strconv.Itoa(i)
		if _, err := s.KV("tables").Put(t.Context(), name, 0, make([]byte, 900)); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Log().Append(t.Context(), name, 0, name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pages, size, err := pagesOf(file)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]string{}
	for name, list := range pages {
		for _, page := range list {
			if seen[page] != "" || page > len(file)/size {
				t.Errorf("page %d is of %s and of %s", page, name, seen[page])
			}
			seen[page] = name
		}
	}
	if n := len(pages["kv"]); n < 30 {
		t.Errorf("300 kB of records are in %d pages", n)
	}
	names, err := rot(path, true, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"log", "log_key", "snapshot", "archive", "kv", "kv_key", "chat", "due", "meta", "sqlite_autoindex_archive_1"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not among %v", name, names)
		}
	}
	report, err := sqlite.CheckFile(t.Context(), dir, 0)
	if err == nil && len(report.Damages) == 0 {
		t.Error("the store finds no damage")
	}
}

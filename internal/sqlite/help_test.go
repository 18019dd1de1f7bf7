package sqlite_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"theriac/internal/sqlite"
	"theriac/internal/store"
)

const table = "abcdefgh"

// open opens a store and closes it when the test ends.
func open(t testing.TB, dir string) *sqlite.Store {
	t.Helper()
	s := must(sqlite.Open(sqlite.Config{Dir: dir}))(t)
	t.Cleanup(s.Close)
	return s
}

// often returns how many times to repeat a check: n times or, with -short, a quarter of that.
func often(n int) int {
	if testing.Short() {
		return n / 4
	}
	return n
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		ok(t, err)
		return v
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func is(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("%v instead of %v", err, want)
	}
}

func texts(items []store.Item) string {
	var list []string
	for _, it := range items {
		list = append(list, string(it.Data))
	}
	return strings.Join(list, " ")
}

// copyFiles copies the file of a store and its WAL, in the state in which a kill would leave them.
func copyFiles(t testing.TB, from, to string) {
	t.Helper()
	ok(t, os.MkdirAll(to, 0o700))
	for _, name := range []string{sqlite.FileName, sqlite.FileName + "-wal"} {
		b, err := os.ReadFile(filepath.Join(from, name))
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		ok(t, err)
		ok(t, os.WriteFile(filepath.Join(to, name), b, 0o600))
	}
}

//go:build linux

package sqlite_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// On a full disk, writes fail with store.ErrFull and nothing else is affected. When space is available again,
// the store continues by itself, with everything that was acknowledged.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m"); err != nil {
		t.Skip("only root can mount a small disk: ", err)
	}
	defer func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }()
	s := must(sqlite.Open(sqlite.Config{Dir: filepath.Join(dir, "s")}))(t)
	defer s.Close()
	var at uint64
	entries := 0
	add := func() error {
		next, err := s.Log().Append(t.Context(), table, at, fmt.Sprint(entries), bytes.Repeat([]byte{2}, 2000))
		if err == nil {
			at, entries = next, entries+1
		}
		return err
	}
	for range 50 {
		ok(t, add())
	}
	ballast := filepath.Join(dir, "ballast")
	for round := range 3 {
		f := must(os.Create(ballast))(t)
		if _, err := io.Copy(f, bytes.NewReader(make([]byte, 16<<20))); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		ok(t, f.Close())
		refused := 0
		for range 300 {
			if err := add(); err != nil {
				is(t, err, store.ErrFull)
				refused++
			}
		}
		if refused == 0 {
			t.Errorf("round %d: a full disk refuses nothing", round)
		}
		ok(t, os.Remove(ballast))
		ok(t, add())
		if got := must(s.Log().After(t.Context(), table, 0))(t); len(got) != entries {
			t.Fatalf("round %d: %d entries of %d", round, len(got), entries)
		}
	}
}

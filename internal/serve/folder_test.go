package serve

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Only one process at a time can lock a data folder.
func TestFolderIsTaken(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	f, err := OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	var in *InUseError
	if _, err := OpenFolder(dir); !errors.As(err, &in) || in.PID != os.Getpid() || in.Folder != dir {
		t.Errorf("the second got %v", err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Error("others can look into the folder", info.Mode(), err)
	}
	if empty, err := f.Empty(); !empty || err != nil {
		t.Error("a new folder is not empty", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if empty, _ := f.Empty(); empty {
		t.Error("a file is nothing")
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := OpenFolder(dir)
	if err != nil {
		t.Fatal("after it was let go:", err)
	}
	_ = again.Close()
}

// If a data folder cannot be used, the error names it.
func TestFolderUnusable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{file, filepath.Join(file, "below")} {
		if _, err := OpenFolder(path); err == nil || !strings.Contains(err.Error(), "the data folder "+path+" cannot be used: not a directory") {
			t.Errorf("%s: %v", path, err)
		}
	}
	if os.Getuid() == 0 {
		return // root can write to any folder, so nothing can be tested
	}
	closed := filepath.Join(t.TempDir(), "closed")
	if err := os.Mkdir(closed, 0o500); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFolder(closed); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Error(err)
	}
}

// A standalone server creates an operator's key and reuses it. A cluster's node does not, because all nodes
// share one key.
func TestOperatorKey(t *testing.T) {
	f, err := OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	alone := Options{Data: f.Path}
	key, err := operatorKey(alone, f)
	if err != nil || len(key) < 20 {
		t.Fatal(key, err)
	}
	if again, err := operatorKey(alone, f); again != key || err != nil {
		t.Error("another key at the second start", err)
	}
	if info, err := os.Stat(filepath.Join(f.Path, keyFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Error("others can read the key", err)
	}
	if key, err := operatorKey(Options{Data: f.Path, ClusterListen: ":1"}, f); key != "" || err != nil {
		t.Error("a node of a cluster made its own key", err)
	}
	named := filepath.Join(t.TempDir(), "key")
	if _, err := operatorKey(Options{OperatorKeyFile: named}, f); err == nil {
		t.Error("a key that was named and is not there")
	}
	if err := os.WriteFile(named, []byte(" \n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := operatorKey(Options{OperatorKeyFile: named}, f); err == nil {
		t.Error("an empty key")
	}
}

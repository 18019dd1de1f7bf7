package forget

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// mounted mounts a disk in a folder and returns the folder. It skips the test if mounting is impossible on this
// machine.
func mounted(t *testing.T, d *Disk) string {
	t.Helper()
	if err := Available(); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	end, err := Mount(d, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// put writes a file, and syncs it and its folder if requested.
func put(t *testing.T, path, text string, sync, syncDir bool) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	must(t, err)
	_, err = f.WriteString(text)
	must(t, err)
	if sync {
		must(t, f.Sync())
	}
	must(t, f.Close())
	if syncDir {
		d, err := os.Open(filepath.Dir(path))
		must(t, err)
		must(t, d.Sync())
		must(t, d.Close())
	}
}

// read returns the text of a file, or "-" if the file does not exist.
func read(dir, name string) string {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return "-"
	}
	return string(text)
}

// Synced data survives a power failure, and unsynced data does not. Whether new and changed file names survive
// depends on the disk's Model. A disk that ignores syncs loses everything.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		name                           string
		model                          Model
		ignoresSyncs                   bool
		synced, nameless, renamed, old string
	}{
		{"ordered", Ordered, false, "ab", "c", "new", "-"},
		{"strict", Strict, false, "ab", "-", "old", "new"},
		{"lying", Ordered, true, "", "", "", "-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := New(c.model, c.ignoresSyncs)
			dir := mounted(t, d)
			at := func(name string) string { return filepath.Join(dir, name) }
			must(t, os.Mkdir(at("d"), 0o700))
			put(t, at("x"), "", true, true)
			put(t, at("d/synced"), "a", true, false)
			put(t, at("d/synced"), "b", true, true)
			put(t, at("d/renamed"), "old", true, true)
			put(t, at("d/next"), "new", true, true)
			must(t, os.Rename(at("d/next"), at("d/renamed")))
			put(t, at("d/nameless"), "c", true, false)
			put(t, at("d/synced"), "lost", false, false)
			if got := read(dir, "d/synced"); got != "ablost" {
				t.Fatalf("before the cut: %q", got)
			}
			// This seed is one with which no unsynced data survives.
			after, lost := d.Cut(rand.New(rand.NewPCG(2, 0)))
			d.Bury()
			if !c.ignoresSyncs && (lost.Writes != 1 || lost.Files != 1) {
				t.Errorf("lost %+v", lost)
			}
			if _, err := os.Create(at("d/later")); err == nil {
				t.Error("a disk without power took a file")
			}
			back := mounted(t, after)
			for name, want := range map[string]string{"d/synced": c.synced, "d/nameless": c.nameless, "d/renamed": c.renamed, "d/next": c.old} {
				if got := read(back, name); got != want {
					t.Errorf("%s: %q instead of %q", name, got, want)
				}
			}
		})
	}
}

// A write can be torn only at a page boundary, and its first pages survive.
func TestTorn(t *testing.T) {
	seen := map[int]int{}
	for seed := range uint64(200) {
		d := New(Ordered, false)
		f := d.newFile(false)
		d.name(change{d.root, "f", f})
		d.write(f, write{0, make([]byte, 100)})
		d.sync(f)
		d.write(f, write{100, make([]byte, 10)})
		d.write(f, write{110, make([]byte, 3*page)})
		after, _ := d.Cut(rand.New(rand.NewPCG(seed, 1)))
		seen[len(after.root.names["f"].now)]++
	}
	for _, n := range []int{100, 110, page, 2 * page, 3 * page, 110 + 3*page} {
		if seen[n] == 0 {
			t.Errorf("never %d bytes: %v", n, seen)
		}
		delete(seen, n)
	}
	if len(seen) > 0 {
		t.Errorf("also %v", seen)
	}
}

// Truncated bytes do not reappear when the file grows again.
func TestResize(t *testing.T) {
	b := write{0, []byte("abcd")}.on(nil)
	b = write{at: 1}.on(b)
	b = write{3, []byte("x")}.on(b)
	if string(b) != "a\x00\x00x" {
		t.Errorf("%q", b)
	}
}

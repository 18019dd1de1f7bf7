package jetstream_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// manyBlocks fills a log until it has several blocks, and returns the place of each
// table's last entry. Each entry has a text that can be found in a block.
func manyBlocks(t *testing.T, s *jetstream.Store) map[string]uint64 {
	t.Helper()
	at := map[string]uint64{}
	filler := strings.Repeat("x", 900_000)
	for i := range 30 {
		for _, name := range []string{"damaged", "soundtab"} {
			data := fmt.Appendf(nil, "%s-entry-%d-", name, i)
			if name == "soundtab" {
				data = append(data, filler...)
			}
			at[name] = must[uint64](t)(s.Log().Append(t.Context(), name, at[name], fmt.Sprint(i), data))
		}
	}
	return at
}

// blockWith is the block of a stream that a text lies in.
func blockWith(t *testing.T, dir, stream, text string) string {
	t.Helper()
	for _, file := range blocks(t, dir, stream) {
		if bytes.Contains(must[[]byte](t)(os.ReadFile(file)), []byte(text)) {
			return file
		}
	}
	t.Fatalf("%q is in no block of %s", text, stream)
	return ""
}

// rot changes a bit of a file and leaves its time as it was, as a disk does that forgets.
func rot(t *testing.T, file, text string) {
	t.Helper()
	info := must[os.FileInfo](t)(os.Stat(file))
	flip(t, file, text)
	ok(t, os.Chtimes(file, info.ModTime(), info.ModTime()))
}

// The second start reads the blocks that have changed and the newest of each stream, not
// all of them.
func TestStartReadsWhatChanged(t *testing.T) {
	n := jetstreamtest.Single(t)
	s := n.Open(t, 0)
	manyBlocks(t, s)
	s.Close()
	n.Stop(t, 0)
	all := len(blocks(t, n.Dir(0), "*"))
	old := len(blocks(t, n.Dir(0), "LOG-0")) - 1
	if old < 3 {
		t.Fatal("only", old, "old blocks")
	}
	n.Restart(t, 0)
	if before, _ := n.Server(0).Checked(); before != all {
		t.Errorf("the first start read %d blocks of %d", before, all)
	}
	n.Stop(t, 0)
	n.Restart(t, 0)
	if before, waiting := n.Server(0).Checked(); before > all-old || waiting != 0 {
		t.Errorf("the second start read %d blocks of %d, and %d wait", before, all, waiting)
	}
	n.Stop(t, 0)
	// Without the file everything is read again; so is a block that has changed.
	file := blockWith(t, n.Dir(0), "LOG-0", "damaged-entry-0-")
	later := time.Now().Add(time.Second)
	ok(t, os.Chtimes(file, later, later))
	n.Restart(t, 0)
	if before, _ := n.Server(0).Checked(); before > all-old+1 || before < 1+1 {
		t.Errorf("with a changed block %d of %d were read", before, all)
	}
	n.Stop(t, 0)
	for _, text := range []string{"", "{", `{"form":99,"blocks":{}}`} {
		ok(t, os.WriteFile(filepath.Join(n.Dir(0), "checked.json"), []byte(text), 0o600))
		n.Restart(t, 0)
		if before, _ := n.Server(0).Checked(); before != all {
			t.Errorf("with %q as the file %d blocks of %d were read", text, before, all)
		}
		n.Stop(t, 0)
	}
}

// An old block rots unseen. Where the server starts with its index, the block is found
// damaged while the server runs, nothing wrong is served, and the next start repairs it.
func TestRotIsFoundLater(t *testing.T) {
	n := jetstreamtest.Single(t)
	s := n.Open(t, 0)
	ctx := t.Context()
	at := manyBlocks(t, s)
	s.Close()
	n.Stop(t, 0)
	n.Restart(t, 0) // it reads all of them
	n.Stop(t, 0)
	rot(t, blockWith(t, n.Dir(0), "LOG-0", "damaged-entry-4-"), "damaged-entry-4-")
	n.ForgetChecks(t, 0, 8*24*time.Hour)
	n.Restart(t, 0)
	s = n.Open(t, 0)
	said := func() (list []store.Damage) {
		for _, d := range must[[]store.Damage](t)(s.Health().Damages(ctx)) {
			if strings.Contains(d.Where, ".blk") {
				list = append(list, d)
			}
		}
		return list
	}
	eventually(t, func() bool { return len(said()) == 1 })
	if what := said()[0].What; !strings.Contains(what, "next start") {
		t.Error(what)
	}
	if items, err := s.Log().After(ctx, "damaged", 0); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("%q %v", texts(items), err)
	}
	if items := must[[]store.Item](t)(s.Log().After(ctx, "soundtab", 0)); len(items) != 30 {
		t.Errorf("a sound table has %d entries", len(items))
	}
	s.Close()
	n.Stop(t, 0)
	n.Restart(t, 0)
	s = n.Open(t, 0)
	if list := said(); len(list) != 1 || !strings.Contains(list[0].What, "erased") {
		t.Error(list)
	}
	if items := must[[]store.Item](t)(s.Log().After(ctx, "soundtab", 0)); len(items) != 30 {
		t.Errorf("a sound table has %d entries", len(items))
	}
	must[uint64](t)(s.Log().Append(ctx, "soundtab", at["soundtab"], "next", []byte("goes on")))
}

// Where the server is about to read all blocks itself, because its index is missing or
// older than the newest block, all of them are checked before: the server would cut off
// what follows a bad record.
func TestRotBeforeARebuild(t *testing.T) {
	for _, index := range []string{"missing", "old", "torn"} {
		t.Run(index, func(t *testing.T) {
			n := jetstreamtest.Single(t)
			s := n.Open(t, 0)
			ctx := t.Context()
			at := manyBlocks(t, s)
			s.Close()
			n.Stop(t, 0)
			n.Restart(t, 0)
			file := filepath.Join(filepath.Dir(blocks(t, n.Dir(0), "LOG-0")[0]), "index.db")
			old := must[[]byte](t)(os.ReadFile(file))
			s = n.Open(t, 0)
			at["soundtab"] = must[uint64](t)(s.Log().Append(ctx, "soundtab", at["soundtab"], "more", []byte("more")))
			s.Close()
			n.Stop(t, 0)
			switch index {
			case "missing":
				ok(t, os.Remove(file))
			case "old":
				ok(t, os.WriteFile(file, old, 0o600))
			case "torn":
				whole := must[[]byte](t)(os.ReadFile(file))
				whole[len(whole)/2] ^= 1
				ok(t, os.WriteFile(file, whole, 0o600))
			}
			// The length of a record: the server would cut off all that follows in the block.
			block := blockWith(t, n.Dir(0), "LOG-0", "damaged-entry-4-")
			b := must[[]byte](t)(os.ReadFile(block))
			info := must[os.FileInfo](t)(os.Stat(block))
			head, _, _ := bytes.Cut(b, []byte("damaged-entry-4-"))
			b[bytes.LastIndex(head, []byte("t.0.damaged"))-22] ^= 1
			ok(t, os.WriteFile(block, b, 0o600))
			ok(t, os.Chtimes(block, info.ModTime(), info.ModTime()))
			n.Restart(t, 0)
			s = n.Open(t, 0)
			if items := must[[]store.Item](t)(s.Log().After(ctx, "soundtab", 0)); len(items) != 31 {
				t.Errorf("a sound table has %d entries", len(items))
			}
			if items, err := s.Log().After(ctx, "damaged", 0); !errors.Is(err, store.ErrDamaged) {
				t.Errorf("%q %v", texts(items), err)
			}
		})
	}
}

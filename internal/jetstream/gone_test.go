package jetstream_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// crash leaves a node's folder as a killed process does: as it is now, with no index that
// fits. It starts again on a copy of it.
func crash(t *testing.T, n *jetstreamtest.Nodes) {
	t.Helper()
	leaveKilled(t, n)
	n.Restart(t, 0)
}

func leaveKilled(t *testing.T, n *jetstreamtest.Nodes) {
	t.Helper()
	dir := n.Dir(0)
	ok(t, os.CopyFS(dir+"-now", os.DirFS(dir)))
	n.Kill(t, 0)
	ok(t, os.RemoveAll(dir))
	ok(t, os.Rename(dir+"-now", dir))
}

// What was deleted stays so, however often the server is killed. Three blocks of a log
// are filled, and most of it is deleted; a bucket likewise.
func TestDeletedStaysSo(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
	s, ctx := n.Open(t, 0), t.Context()
	const games, kept = 1200, 50
	entry := bytes.Repeat([]byte("moves "), 3000) // 18 kB: three blocks of 8 MB
	var versions [7]uint64
	for i := range games {
		must[uint64](t)(s.Log().Append(ctx, fmt.Sprint("game", i), 0, "first", entry))
		versions[i%7] = must[uint64](t)(s.KV("few").Put(ctx, fmt.Sprint("key", i%7), versions[i%7], entry))
		if i >= kept {
			ok(t, s.Log().Archive(ctx, fmt.Sprint("game", i), []byte("a game")))
		}
	}
	if len(blocks(t, n.Dir(0), "LOG-0")) < 2 {
		t.Fatal("one block: nothing is compacted")
	}
	for round := range 3 {
		s.Close()
		crash(t, n)
		s = n.Open(t, 0)
		there := 0
		ok(t, s.Log().Tables(ctx, func(string) bool { there++; return true }))
		if there != kept {
			t.Errorf("after kill %d there are %d logs instead of %d", round+1, there, kept)
		}
		for i := range kept {
			if items := must[[]store.Item](t)(s.Log().After(ctx, fmt.Sprint("game", i), 0)); len(items) != 1 || !bytes.Equal(items[0].Data, entry) {
				t.Fatalf("after kill %d game %d has %d entries", round+1, i, len(items))
			}
		}
		for i := kept; i < games; i += 100 {
			must[[]byte](t)(s.Log().Archived(ctx, fmt.Sprint("game", i)))
		}
		if got := messages(t, s, "SHELF"); got > 7+3 { // and what the store notes of itself
			t.Errorf("after kill %d the bucket has %d records", round+1, got)
		}
	}
}

// inBlocks counts the blocks of a stream that have some text in them.
func inBlocks(t *testing.T, dir, stream, text string) (n int) {
	t.Helper()
	for _, file := range blocks(t, dir, stream) {
		if bytes.Contains(must[[]byte](t)(os.ReadFile(file)), []byte(text)) {
			n++
		}
	}
	return n
}

// untilMessages waits until a stream has so many messages.
func untilMessages(t *testing.T, s *jetstream.Store, stream string, n uint64) {
	t.Helper()
	for began := time.Now(); messages(t, s, stream) != n; time.Sleep(20 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			t.Fatalf("%s has %d messages instead of %d", stream, messages(t, s, stream), n)
		}
	}
}

// A deleted record stays so when the note of its deletion has expired, and the server is
// killed then: the record was replaced by that note, which leaves no trace of its own.
func TestDeletedLongAgo(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
	s, ctx := n.Open(t, 0), t.Context()
	others := messages(t, s, "SHELF")
	must[uint64](t)(s.KV("few").Put(ctx, "stays", 0, []byte("stays")))
	for i := range 3 {
		key := fmt.Sprint("key", i)
		at := must[uint64](t)(s.KV("few").Put(ctx, key, 0, []byte("at first")))
		at = must[uint64](t)(s.KV("few").Put(ctx, key, at, []byte("a secret")))
		s.NoteDeletedFor(time.Second)
		ok(t, s.KV("few").DeleteAt(ctx, key, at))
	}
	untilMessages(t, s, "SHELF", others+1)
	for round := range 2 {
		s.Close()
		crash(t, n)
		s = n.Open(t, 0)
		for i := range 3 {
			if r, err := s.KV("few").Get(ctx, fmt.Sprint("key", i)); !errors.Is(err, store.ErrAbsent) {
				t.Errorf("after kill %d there is %q, %v", round+1, r.Data, err)
			}
		}
		if r := must[store.Record](t)(s.KV("few").Get(ctx, "stays")); string(r.Data) != "stays" {
			t.Errorf("after kill %d there is %q", round+1, r.Data)
		}
	}
}

// So it does where the note is not on the disk any more, and the record still is: in an
// older block, of which little else was deleted.
func TestDeletedLongAgoInAnOldBlock(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
	s, ctx := n.Open(t, 0), t.Context()
	others := messages(t, s, "SHELF")
	large := bytes.Repeat([]byte("much "), 200_000) // 1 MB
	at := must[uint64](t)(s.KV("few").Put(ctx, "old", 0, []byte("a secret")))
	for i := range 9 { // one block is full, the next has begun
		must[uint64](t)(s.KV("few").Put(ctx, fmt.Sprint("stays", i), 0, large))
	}
	s.NoteDeletedFor(3 * time.Second)
	ok(t, s.KV("few").DeleteAt(ctx, "old", at))
	s.Close()
	n.Stop(t, 0) // writes the index, as a server does every few minutes
	n.Restart(t, 0)
	s = n.Open(t, 0)
	untilMessages(t, s, "SHELF", others+9)
	at = 0
	for range 16 {
		at = must[uint64](t)(s.KV("few").Put(ctx, "changes", at, large))
	}
	if a, b := inBlocks(t, n.Dir(0), "SHELF", "a secret"), inBlocks(t, n.Dir(0), "SHELF", "Theriac-Gone"); a != 1 || b != 0 {
		t.Fatalf("the record is in %d blocks, its deletion in %d", a, b)
	}
	for round := range 2 {
		s.Close()
		crash(t, n)
		s = n.Open(t, 0)
		if r, err := s.KV("few").Get(ctx, "old"); !errors.Is(err, store.ErrAbsent) {
			t.Errorf("after kill %d there is %q, %v", round+1, r.Data, err)
		}
		for i := range 9 {
			must[store.Record](t)(s.KV("few").Get(ctx, fmt.Sprint("stays", i)))
		}
		if r := must[store.Record](t)(s.KV("few").Get(ctx, "changes")); r.Version != at {
			t.Errorf("after kill %d the newest version is %d instead of %d", round+1, r.Version, at)
		}
	}
}

// Who takes everything back that they have said does so for good, the lines too that were
// too many to be kept.
func TestDeletedLines(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
	s, ctx := n.Open(t, 0), t.Context()
	for i := range 520 {
		must[uint64](t)(s.Chat().Post(ctx, "table", "ann", []byte(fmt.Sprint("line ", i))))
	}
	must[uint64](t)(s.Chat().Post(ctx, "table", "bob", []byte("hello")))
	ok(t, s.Chat().DeleteBy(ctx, "ann"))
	s.Close()
	crash(t, n)
	s = n.Open(t, 0)
	if lines := must[[]store.ChatLine](t)(s.Chat().Lines(ctx, "table", 0, 1000)); len(lines) != 1 || lines[0].Person != "bob" {
		t.Errorf("there are %d lines, the first by %s", len(lines), lines[0].Person)
	}
}

// Damage in one block of a log makes the server read the others too, so these are checked
// as well, although they look as they did when they were read last. What a crash has left
// of the check itself goes.
func TestDamageInTwoBlocks(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{}, 1)
	s, ctx := n.Open(t, 0), t.Context()
	large := bytes.Repeat([]byte("moves "), 100_000) // 600 kB
	const games = 30
	for i := range games { // three blocks
		must[uint64](t)(s.Log().Append(ctx, fmt.Sprint("game", i), 0, "first", fmt.Append(nil, "begin", i, ".", string(large))))
	}
	s.Close()
	for range 2 { // the second time, they are known
		n.Stop(t, 0)
		n.Restart(t, 0)
	}
	n.Stop(t, 0)
	list := blocks(t, n.Dir(0), "LOG-0")
	if len(list) < 3 {
		t.Fatalf("%d blocks", len(list))
	}
	before := must[os.FileInfo](t)(os.Stat(list[0]))
	flip(t, list[0], "begin2.")
	ok(t, os.Chtimes(list[0], before.ModTime(), before.ModTime()))
	flip(t, list[1], "begin17.")
	left := filepath.Join(filepath.Dir(list[0]), ".scrub-123")
	ok(t, os.WriteFile(left, large, 0o600))
	n.Restart(t, 0)
	s = n.Open(t, 0)
	var lost []int
	for i := range games {
		if items, err := s.Log().After(ctx, fmt.Sprint("game", i), 0); err != nil || len(items) != 1 {
			lost = append(lost, i)
		}
	}
	if !slices.Equal(lost, []int{2, 17}) {
		t.Errorf("the entries of %v are lost", lost)
	}
	if _, err := os.Stat(left); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the unfinished file: %v", err)
	}
}

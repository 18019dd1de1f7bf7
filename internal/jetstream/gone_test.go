package jetstream_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// crash leaves a node's folder as a killed process does: as it is now, with no index that
// fits. It starts again on a copy of it.
func crash(t *testing.T, n *jetstreamtest.Nodes) {
	t.Helper()
	dir := n.Dir(0)
	ok(t, os.CopyFS(dir+"-now", os.DirFS(dir)))
	n.Kill(t, 0)
	ok(t, os.RemoveAll(dir))
	ok(t, os.Rename(dir+"-now", dir))
	n.Restart(t, 0)
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

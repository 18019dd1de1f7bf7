package jetstream_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"testing"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// A bit of a volume of records goes bad while the server is down: whoever reads it decides by
// its own checksums what is lost. Any other record is lost whole.
func TestDamagedVolume(t *testing.T) {
	n := jetstreamtest.Single(t)
	s := n.Open(t, 0)
	ctx := t.Context()
	must[uint64](t)(s.KV("volumes").Put(ctx, "v0", 0, []byte("one-record another-record")))
	must[uint64](t)(s.KV("tables").Put(ctx, "between", 0, []byte("sound")))
	must[uint64](t)(s.KV("tables").Put(ctx, "t0", 0, []byte("a-table")))
	must[uint64](t)(s.KV("tables").Put(ctx, "t1", 0, []byte("the-newest")))
	s.Close()
	n.Stop(t, 0)
	flip(t, blocks(t, n.Dir(0), "SHELF")[0], "one-record")
	flip(t, blocks(t, n.Dir(0), "SHELF")[0], "a-table")
	n.Restart(t, 0)
	s = n.Open(t, 0)
	if d := must[[]store.Damage](t)(s.Health().Damages(ctx)); len(d) != 2 {
		t.Errorf("said is %v", d)
	}
	if r := must[store.Record](t)(s.KV("volumes").Get(ctx, "v0")); string(r.Data) != "kne-record another-record" {
		t.Errorf("%q", r.Data)
	}
	_, err := s.KV("tables").Get(ctx, "t0")
	is(t, err, store.ErrDamaged)
	must[store.Record](t)(s.KV("tables").Get(ctx, "t1"))
}

// A backup has the form that older programs refuse only if it has volumes.
func TestBackupForm(t *testing.T) {
	s := jetstreamtest.One(t)
	ctx := t.Context()
	must[uint64](t)(s.KV("tables").Put(ctx, "t0", 0, []byte("a-table")))
	for i, want := range []string{`{"form":2,`, `{"form":3,`} {
		var b bytes.Buffer
		must[jetstream.Noted](t)(s.Backup(ctx, &b))
		text := must[[]byte](t)(io.ReadAll(must[*gzip.Reader](t)(gzip.NewReader(&b))))
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("the manifest does not have %s", want)
		}
		must[uint64](t)(s.KV("volumes").Put(ctx, fmt.Sprint("v", i), 0, []byte("a-volume")))
	}
}

package jetstream_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

func fill(t *testing.T, s *jetstream.Store) {
	ctx := t.Context()
	for n := range 20 {
		var at uint64
		for i := range 30 {
			at = must[uint64](t)(s.Log().Append(ctx, fmt.Sprint("backup", n), at, fmt.Sprint("k", i), fmt.Appendf(nil, "%d\x00\n%d", n, i)))
		}
		v := must[uint64](t)(s.KV("mine").Put(ctx, fmt.Sprint("p.t", n), 0, []byte("x")))
		must[uint64](t)(s.KV("mine").Put(ctx, fmt.Sprint("p.t", n), v, []byte("y")))
	}
	ok(t, s.Log().SaveSnapshot(ctx, "backup0", []byte("moves")))
	ok(t, s.Log().Archive(ctx, "backupended", []byte("game")))
	ok(t, s.KV("mine").Delete(ctx, "p.t3"))
	must[uint64](t)(s.Chat().Post(ctx, "backup0", "anna", []byte("hello")))
	ok(t, s.Log().Remind(ctx, "backup0", time.Unix(1e9, 0)))
	ok(t, s.Health().Ready(ctx))
}

func checkFilled(t *testing.T, s *jetstream.Store) {
	ctx := t.Context()
	for n := range 20 {
		name := fmt.Sprint("backup", n)
		items := must[[]store.Item](t)(s.Log().After(ctx, name, 0))
		if len(items) != 30 {
			t.Fatalf("table %d has %d entries", n, len(items))
		}
		for i, it := range items {
			if want := fmt.Sprintf("%d\x00\n%d", n, i); string(it.Data) != want {
				t.Fatalf("table %d entry %d is %q", n, i, it.Data)
			}
		}
		// The keys are restored as well: the same attempt is not written again.
		if at := must[uint64](t)(s.Log().Append(ctx, name, items[28].At, "k29", []byte("x"))); at != items[29].At {
			t.Fatal("a repeat was written")
		}
		r, err := s.KV("mine").Get(ctx, fmt.Sprint("p.t", n))
		if n == 3 {
			is(t, err, store.ErrAbsent)
		} else if ok(t, err); string(r.Data) != "y" {
			t.Fatal(r)
		}
	}
	_, err := s.Log().Snapshot(ctx, "backup0")
	is(t, err, store.ErrAbsent)
	if got := must[[]byte](t)(s.Log().Archived(ctx, "backupended")); string(got) != "game" {
		t.Fatal(got)
	}
	if l := must[[]store.ChatLine](t)(s.Chat().Lines(ctx, "backup0", 0, 9)); len(l) != 1 || string(l[0].Data) != "hello" {
		t.Fatal(l)
	}
	if due := must[[]store.Reminder](t)(s.Log().Due(ctx, time.Unix(2e9, 0))); len(due) != 1 || due[0].Table != "backup0" {
		t.Fatal(due)
	}
}

// From one node to a store with other shards, as when a server moves to a cluster.
func TestBackup(t *testing.T) {
	from := jetstreamtest.One(t)
	fill(t, from)
	var b bytes.Buffer
	must[jetstream.Noted](t)(from.Backup(t.Context(), &b))

	to := jetstreamtest.Start(t, &jetstreamtest.Nodes{Shards: 5}, 1).Open(t, 0)
	for name, bad := range map[string][]byte{
		"cut off":      b.Bytes()[:b.Len()*2/3],
		"without end":  b.Bytes()[:b.Len()-5],
		"empty":        nil,
		"nothing like": []byte("a backup"),
		"flipped":      flipped(b.Bytes(), b.Len()/2),
		"flipped late": flipped(b.Bytes(), b.Len()-100),
	} {
		if _, err := to.Restore(t.Context(), bytes.NewReader(bad)); err == nil {
			t.Errorf("a backup that is %s was taken", name)
		} else {
			is(t, err, store.ErrDamaged)
		}
		ok(t, to.Log().Tables(t.Context(), func(table string) bool { t.Errorf("%s: wrote %s", name, table); return true }))
	}
	ok(t, to.Health().Ready(t.Context()))
	if exact := must[bool](t)(to.Restore(t.Context(), bytes.NewReader(b.Bytes()))); !exact {
		t.Error("the buckets of a store at rest are not exact")
	}
	checkFilled(t, to)
	if _, err := to.Restore(t.Context(), bytes.NewReader(b.Bytes())); err == nil {
		t.Error("restored into a store that is not empty")
	}
}

func flipped(b []byte, at int) []byte {
	c := bytes.Clone(b)
	c[at] ^= 0x10
	return c
}

// S1: the buckets of a backup are those of one moment, however much is written to
// them meanwhile: it misses no record because it moved, and brings back none that was
// deleted before the moment.
func TestBackupOfOneMoment(t *testing.T) {
	from := jetstreamtest.One(t)
	kv := from.KV("mine")
	const many = 1500
	versions := make([]uint64, many)
	for i := range versions {
		versions[i] = must[uint64](t)(kv.Put(t.Context(), fmt.Sprint("r", i), 0, []byte("0")))
		must[uint64](t)(kv.Put(t.Context(), fmt.Sprint("d", i), 0, []byte("0")))
	}
	// Record by record, from the end: one is deleted, then one is written again.
	begin, stop, done := make(chan struct{}), make(chan struct{}), make(chan int)
	go func() {
		close(begin)
		for i := many - 1; ; i-- {
			select {
			case <-stop:
				done <- many - 1 - i
				return
			default:
			}
			if i < 0 {
				continue
			}
			err := kv.Delete(t.Context(), fmt.Sprint("d", i))
			if err == nil {
				_, err = kv.Put(t.Context(), fmt.Sprint("r", i), versions[i], []byte("1"))
			}
			if err != nil {
				t.Error(err)
			}
		}
	}()
	<-begin
	var b bytes.Buffer
	must[jetstream.Noted](t)(from.Backup(t.Context(), &b))
	close(stop)
	during := <-done

	to := jetstreamtest.One(t)
	must[bool](t)(to.Restore(t.Context(), &b))
	there := map[string]string{}
	for _, r := range must[[]store.Record](t)(to.KV("mine").List(t.Context(), "")) {
		there[r.Key] = string(r.Data)
	}
	written, deleted := 0, 0
	for i := range many {
		switch there[fmt.Sprint("r", i)] {
		case "1":
			written++
		case "":
			t.Errorf("record %d is missing", i)
		}
		if there[fmt.Sprint("d", i)] == "" {
			deleted++
		}
	}
	if during == 0 || deleted != written && deleted != written+1 {
		t.Errorf("%d deleted and %d written again of %d: not of one moment", deleted, written, during)
	}
	t.Logf("%d records written again in the backup, %d until it was made", written, during)
}

// S1: the buckets do not need a game that begins after they were copied, and one that
// is archived while logs are copied is in the archive.
func TestBackupOrder(t *testing.T) {
	from := jetstreamtest.One(t)
	ctx := t.Context()
	must[uint64](t)(from.KV("tables").Put(ctx, "runs", 0, []byte("playing")))
	must[uint64](t)(from.Log().Append(ctx, "runs", 0, "open", []byte("0")))
	var b bytes.Buffer
	var order []string
	ok(t, from.BackupBetween(ctx, &b, func(stream string) {
		order = append(order, stream)
		switch stream {
		case "SHELF":
			must[uint64](t)(from.KV("tables").Put(ctx, "begins", 0, []byte("playing")))
			must[uint64](t)(from.Log().Append(ctx, "begins", 0, "open", []byte("0")))
		case "DUE":
			ok(t, from.Log().Archive(ctx, "runs", []byte("whole")))
		}
	}))
	to := jetstreamtest.One(t)
	must[bool](t)(to.Restore(ctx, &b))
	for _, r := range must[[]store.Record](t)(to.KV("tables").List(ctx, "")) {
		_, running := to.Log().Last(ctx, r.Key, true)
		_, archived := to.Log().Archived(ctx, r.Key)
		if running != nil && archived != nil {
			t.Errorf("%s is in the bucket and its game nowhere, copied in the order %v", r.Key, order)
		}
	}
}

// S7: a backup of a newer program does not count as damaged.
func TestNewerBackup(t *testing.T) {
	for _, text := range []string{`{"form":4,"streams":{}}`, `{"form":2,"streams":{"SCORES":{"messages":0,"sha256":""}}}`} {
		var b bytes.Buffer
		zip := gzip.NewWriter(&b)
		files := tar.NewWriter(zip)
		ok(t, files.WriteHeader(&tar.Header{Name: "manifest.json", Mode: 0o600, Size: int64(len(text))}))
		must[int](t)(files.Write([]byte(text)))
		ok(t, files.Close())
		ok(t, zip.Close())
		_, err := jetstreamtest.One(t).Restore(t.Context(), &b)
		is(t, err, store.ErrNewer)
		if errors.Is(err, store.ErrDamaged) {
			t.Error(err)
		}
	}
}

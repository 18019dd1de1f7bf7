package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/sqlite"
	"theriac/internal/store"
)

// If the end of a WAL is truncated or zeroed, or its last transaction is corrupted, the store contains a prefix
// of its commits.
func TestTornWAL(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	const entries = 100
	var at uint64
	for i := range entries {
		at = must(s.Log().Append(t.Context(), table, at, fmt.Sprint(i), fmt.Append(nil, i)))(t)
	}
	killed := filepath.Join(t.TempDir(), "killed")
	copyFiles(t, dir, killed)
	wal := must(os.ReadFile(filepath.Join(killed, sqlite.FileName+"-wal")))(t)
	rng := rand.New(rand.NewPCG(1, 2))
	for try := range often(40) {
		to := filepath.Join(t.TempDir(), fmt.Sprint(try))
		copyFiles(t, killed, to)
		torn, place := bytes.Clone(wal), rng.IntN(len(wal))
		switch try % 2 {
		case 0:
			torn = torn[:place]
		case 1:
			clear(torn[place:])
		}
		ok(t, os.WriteFile(filepath.Join(to, sqlite.FileName+"-wal"), torn, 0o600))
		s := must(sqlite.Open(sqlite.Config{Dir: to}))(t)
		for i, it := range must(s.Log().After(t.Context(), table, 0))(t) {
			if string(it.Data) != fmt.Sprint(i) {
				t.Fatalf("torn at %d, entry %d is %s", place, i, it.Data)
			}
		}
		if found := must(s.Health().Damages(t.Context()))(t); len(found) > 0 {
			t.Fatalf("torn at %d, and reported as damage: %v", place, found)
		}
		s.Close()
	}
}

// If a bit flips in a WAL before its last transactions, the store reports damage and keeps a copy of the WAL.
func TestRottenWAL(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	var at uint64
	for i := range 60 {
		at = must(s.Log().Append(t.Context(), table, at, fmt.Sprint(i), fmt.Append(nil, i)))(t)
	}
	killed := filepath.Join(t.TempDir(), "killed")
	copyFiles(t, dir, killed)
	wal := must(os.ReadFile(filepath.Join(killed, sqlite.FileName+"-wal")))(t)
	rng := rand.New(rand.NewPCG(5, 6))
	for try := range often(60) {
		to := filepath.Join(t.TempDir(), fmt.Sprint(try))
		copyFiles(t, killed, to)
		rotten, place := bytes.Clone(wal), rng.IntN(len(wal)/2)
		rotten[place] ^= 1 << rng.IntN(8)
		ok(t, os.WriteFile(filepath.Join(to, sqlite.FileName+"-wal"), rotten, 0o600))
		s := must(sqlite.Open(sqlite.Config{Dir: to}))(t)
		items := must(s.Log().After(t.Context(), table, 0))(t)
		found := must(s.Health().Damages(t.Context()))(t)
		if kept := must(filepath.Glob(filepath.Join(to, "*.damaged-*")))(t); len(items) < 60 && (len(found) == 0 || len(kept) != 1) {
			t.Errorf("a bit at %d of %d costs all but %d entries: %v, %v", place, len(wal), len(items), found, kept)
		}
		s.Close()
		again := must(sqlite.Open(sqlite.Config{Dir: to}))(t)
		if found := must(again.Health().Damages(t.Context()))(t); len(found) > 0 {
			t.Errorf("reported again: %v", found)
		}
		again.Close()
	}
}

// filled is a store with some rows in each database table, with functions that read them back.
type filled struct {
	dir   string
	reads []func(context.Context, *sqlite.Store) ([]byte, error)
	want  [][]byte
}

func fill(t *testing.T, n int) *filled {
	f := &filled{dir: t.TempDir()}
	s := must(sqlite.Open(sqlite.Config{Dir: f.dir}))(t)
	rng := rand.New(rand.NewPCG(3, 5))
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	ctx := t.Context()
	for i := range n {
		name := fmt.Sprintf("g%05d", i)
		game, record, entry, snapshot, said := random(3000), random(300), random(200), random(900), random(50)
		ok(t, s.Log().Archive(ctx, name, game))
		must(s.KV("tables").Put(ctx, name, 0, record))(t)
		must(s.Log().Append(ctx, "live"+name, 0, "k", entry))(t)
		ok(t, s.Log().SaveSnapshot(ctx, "live"+name, snapshot))
		must(s.Chat().Post(ctx, "live"+name, name, said))(t)
		f.add(game, func(ctx context.Context, s *sqlite.Store) ([]byte, error) { return s.Log().Archived(ctx, name) })
		f.add(record, func(ctx context.Context, s *sqlite.Store) ([]byte, error) {
			r, err := s.KV("tables").Get(ctx, name)
			return r.Data, err
		})
		f.add(entry, func(ctx context.Context, s *sqlite.Store) ([]byte, error) {
			it, err := s.Log().Last(ctx, "live"+name, true)
			return it.Data, err
		})
		f.add(snapshot, func(ctx context.Context, s *sqlite.Store) ([]byte, error) {
			return s.Log().Snapshot(ctx, "live"+name)
		})
		f.add(said, func(ctx context.Context, s *sqlite.Store) ([]byte, error) {
			lines, err := s.Chat().Lines(ctx, "live"+name, 0, 1)
			if err == nil && len(lines) == 0 {
				err = store.ErrAbsent
			}
			for _, l := range lines {
				return l.Data, err
			}
			return nil, err
		})
	}
	s.Close()
	return f
}

func (f *filled) add(want []byte, read func(context.Context, *sqlite.Store) ([]byte, error)) {
	f.want, f.reads = append(f.want, want), append(f.reads, read)
}

// One flipped bit anywhere in the file loses no data. The first reader of the page repairs it and reports the
// repair.
func TestFlippedBits(t *testing.T) {
	f := fill(t, 60)
	file := must(os.ReadFile(filepath.Join(f.dir, sqlite.FileName)))(t)
	rng := rand.New(rand.NewPCG(7, 8))
	told, flips := 0, often(150)
	for range flips {
		to, place := t.TempDir(), rng.IntN(len(file))
		b := bytes.Clone(file)
		b[place] ^= 1 << rng.IntN(8)
		ok(t, os.WriteFile(filepath.Join(to, sqlite.FileName), b, 0o600))
		s := must(sqlite.Open(sqlite.Config{Dir: to}))(t)
		for i, read := range f.reads {
			if got, err := read(t.Context(), s); err != nil || !bytes.Equal(got, f.want[i]) {
				t.Fatalf("a bit at %d: record %d: %v", place, i, err)
			}
		}
		told += len(must(s.Health().Damages(t.Context()))(t))
		s.Close()
		if report := must(sqlite.CheckFile(t.Context(), to, 0))(t); len(report.Damages) != 0 {
			t.Errorf("after a bit at %d the check finds %v", place, report.Damages)
		}
	}
	if told < flips*2/3 || told > flips {
		t.Errorf("%d of %d bits were reported", told, flips)
	}
}

// Two flipped bits in a page never cause a wrong result, and never make a row seem absent. The store reports
// the loss, and a check finds it.
func TestFlippedPages(t *testing.T) {
	f := fill(t, 60)
	file := must(os.ReadFile(filepath.Join(f.dir, sqlite.FileName)))(t)
	rng := rand.New(rand.NewPCG(7, 8))
	refused, unread, pages := 0, 0, often(150)
	for range pages {
		to, place := t.TempDir(), rng.IntN(len(file))
		b := bytes.Clone(file)
		b[place] ^= 1 << rng.IntN(8)
		b[place/8192*8192+rng.IntN(8192)] ^= 1 << rng.IntN(8)
		ok(t, os.WriteFile(filepath.Join(to, sqlite.FileName), b, 0o600))
		s, err := sqlite.Open(sqlite.Config{Dir: to})
		if err != nil {
			is(t, err, store.ErrDamaged)
			refused++
			continue
		}
		for i, read := range f.reads {
			switch got, err := read(t.Context(), s); {
			case err == nil && !bytes.Equal(got, f.want[i]):
				t.Errorf("bits at %d: record %d is read wrong", place, i)
			case err != nil && !errors.Is(err, store.ErrDamaged):
				t.Errorf("bits at %d: record %d: %v", place, i, err)
			case err != nil:
				unread++
				if found := must(s.Health().Damages(t.Context()))(t); len(found) == 0 {
					t.Errorf("bits at %d are not reported", place)
				}
			}
		}
		s.Close()
		if report, err := sqlite.CheckFile(t.Context(), to, 0); err == nil && len(report.Damages) == 0 {
			t.Errorf("the check does not find the bits at %d", place)
		}
	}
	t.Logf("%d pages of %d bytes: %d files refused, %d of %d reads said damaged", pages, len(file), refused, unread, pages*len(f.reads))
}

// After a failed sync, the store acknowledges and writes nothing more until the file is opened again. Then it
// contains everything that was acknowledged before. This guards against audit finding S5.
func TestFailedSync(t *testing.T) {
	var broken atomic.Bool
	restore := sqlite.FailSyncs(broken.Load)
	dir := t.TempDir()
	s := open(t, dir)
	at := must(s.Log().Append(t.Context(), table, 0, "a", []byte("a")))(t)
	broken.Store(true)
	_, err := s.Log().Append(t.Context(), table, at, "b", []byte("b"))
	is(t, err, store.ErrUncertain)
	broken.Store(false)
	_, err = s.Log().Append(t.Context(), table, at, "c", []byte("c"))
	is(t, err, store.ErrLost)
	is(t, s.Health().Ready(t.Context()), store.ErrLost)
	s.Close()
	restore()
	again := open(t, dir)
	got := must(again.Log().After(t.Context(), table, 0))(t)
	if text := texts(got); text != "a" && text != "a b" {
		t.Fatal(text)
	}
	must(again.Log().Append(t.Context(), table, got[len(got)-1].At, "d", []byte("d")))(t)
}

// A second store on the same file cannot write to it unnoticed.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	a := open(t, dir)
	b := open(t, dir)
	_, errA := a.Log().Append(t.Context(), table, 0, "a", []byte("a"))
	_, errB := b.Log().Append(t.Context(), table, 0, "b", []byte("b"))
	if errA == nil || !errors.Is(errA, store.ErrLost) || errB != nil {
		t.Fatalf("the first: %v, the second: %v", errA, errB)
	}
	is(t, a.Health().Ready(t.Context()), store.ErrLost)
	if got := texts(must(b.Log().After(t.Context(), table, 0))(t)); got != "b" {
		t.Fatal(got)
	}
}

// A backup that is made during writes is complete, and shows the state of a single moment. This guards against audit
// finding S1.
func TestBackup(t *testing.T) {
	dir := t.TempDir()
	s := open(t, dir)
	ctx, cancel := context.WithCancel(t.Context())
	const writers = 4
	done := make(chan error, writers)
	started := make(chan struct{}, writers)
	for w := range writers {
		go func() {
			var at uint64
			for i := 0; ctx.Err() == nil; i++ {
				var err error
				if at, err = s.Log().Append(context.WithoutCancel(ctx), fmt.Sprint("t", w), at, fmt.Sprint(i), bytes.Repeat([]byte{1}, 236)); err != nil {
					done <- err
					return
				}
				if i == 50 {
					started <- struct{}{}
				}
			}
			done <- nil
		}()
	}
	for range writers {
		<-started
	}
	for range 3 {
		before := must(s.Log().After(t.Context(), "t0", 0))(t)
		copied := filepath.Join(t.TempDir(), "copy")
		ok(t, sqlite.Backup(t.Context(), dir, copied, nil))
		to := t.TempDir()
		from := must(os.Open(copied))(t)
		ok(t, sqlite.Restore(t.Context(), to, from))
		ok(t, from.Close())
		if report := must(sqlite.CheckFile(t.Context(), to, 0))(t); len(report.Damages) > 0 || report.Rows < writers*50 {
			t.Fatal(report)
		}
		b := must(sqlite.Open(sqlite.Config{Dir: to}))(t)
		after := must(b.Log().After(t.Context(), "t0", 0))(t)
		if len(after) < len(before) {
			t.Errorf("%d of %d entries", len(after), len(before))
		}
		must(b.Log().Append(t.Context(), "new", 0, "k", []byte("x")))(t)
		b.Close()
		time.Sleep(20 * time.Millisecond)
	}
	cancel()
	for range writers {
		ok(t, <-done)
	}
}

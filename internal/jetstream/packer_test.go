package jetstream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

func gameText(i int) []byte { return fmt.Appendf(nil, "the whole game %d of a long evening", i) }

func archiveGames(t *testing.T, s *jetstream.Store, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		ok(t, s.Log().Archive(t.Context(), fmt.Sprint("ended", i), gameText(i)))
	}
}

func readGames(t *testing.T, s *jetstream.Store, count int) {
	t.Helper()
	for i := range count {
		got, err := s.Log().Archived(t.Context(), fmt.Sprint("ended", i))
		if err != nil || !bytes.Equal(got, gameText(i)) {
			t.Fatalf("game %d: %q %v", i, got, err)
		}
	}
}

// messages is how many a stream has.
func messages(t *testing.T, s *jetstream.Store, stream string) uint64 {
	t.Helper()
	return must[uint64](t)(s.Messages(t.Context(), stream))
}

func later() time.Time { return time.Now().Add(time.Hour) }

// Games move into packs, oldest first and in full packs, and every node goes on finding
// them, those that began before too.
func TestPack(t *testing.T) {
	jetstreamtest.Each(t, func(t *testing.T, open func() *jetstream.Store) {
		s, other := open(), open()
		ctx := t.Context()
		archiveGames(t, s, 0, 25)
		readGames(t, other, 25)
		s.PackWith(10, nil)
		if n := must[int](t)(s.Pack(ctx, time.Now().Add(-time.Hour))); n != 0 {
			t.Errorf("%d young games were packed", n)
		}
		if n := must[int](t)(s.Pack(ctx, later())); n != 20 {
			t.Errorf("%d games were packed", n)
		}
		if a, p := messages(t, s, "ARCHIVE"), messages(t, s, "PACKS"); a != 5 || p != 2 {
			t.Errorf("%d games and %d packs", a, p)
		}
		readGames(t, s, 25)
		readGames(t, other, 25)
		readGames(t, open(), 25)
		is(t, s.Log().Archive(ctx, "ended3", []byte("another game")), store.ErrConflict)
		archiveGames(t, s, 3, 4) // the same again changes nothing
		_, err := other.Log().Archived(ctx, "nosuchtable")
		is(t, err, store.ErrAbsent)
		archiveGames(t, other, 25, 31)
		other.PackWith(10, nil)
		if n := must[int](t)(other.Pack(ctx, later())); n != 10 {
			t.Errorf("%d games were packed", n)
		}
		readGames(t, s, 31)
		listed := map[string]int{}
		ok(t, s.Games(ctx, func(table string) { listed[table]++ }))
		for i := range 31 {
			if listed[fmt.Sprint("ended", i)] != 1 {
				t.Errorf("game %d is listed %d times", i, listed[fmt.Sprint("ended", i)])
			}
		}
	})
}

// What a crash left of a log goes before its game is packed: afterwards nobody
// would see that the game is in the archive.
func TestPackClearsLogs(t *testing.T) {
	s, ctx := jetstreamtest.One(t), t.Context()
	archiveGames(t, s, 0, 10)
	must[uint64](t)(s.Log().Append(ctx, "ended3", 0, "back", []byte("an entry")))
	must[uint64](t)(s.Log().Append(ctx, "running", 0, "stays", []byte("an entry")))
	for table, want := range map[string]bool{"ended3": true, "running": false} {
		if got := must[bool](t)(s.Log().InArchive(ctx, table)); got != want {
			t.Errorf("%s is in the archive: %v", table, got)
		}
	}
	s.PackWith(10, nil)
	if n := must[int](t)(s.Pack(ctx, later())); n != 10 {
		t.Errorf("%d games were packed", n)
	}
	_, err := s.Log().Last(ctx, "ended3", true)
	is(t, err, store.ErrAbsent)
	_, err = s.Log().Last(ctx, "running", true)
	ok(t, err)
	readGames(t, s, 10)
}

// The packer is stopped between any two of its steps, and the server killed. Every game
// can be read all the time, and the next run packs it once.
func TestPackerIsStopped(t *testing.T) {
	for _, step := range []string{"written", "listed"} {
		t.Run(step, func(t *testing.T) {
			n := jetstreamtest.Single(t)
			s := n.Open(t, 0)
			archiveGames(t, s, 0, 25)
			stopped := errors.New("stopped")
			s.PackWith(10, func(at string) error {
				if at == step {
					return stopped
				}
				return nil
			})
			_, err := s.Pack(t.Context(), later())
			is(t, err, stopped)
			if a, p := messages(t, s, "ARCHIVE"), messages(t, s, "PACKS"); a != 25 || p != 1 {
				t.Errorf("%d games and %d packs", a, p)
			}
			readGames(t, s, 25)
			n.Kill(t, 0)
			s.Close()
			n.Restart(t, 0)
			s = n.Open(t, 0)
			readGames(t, s, 25)
			archiveGames(t, s, 2, 3)
			s.PackWith(10, nil)
			must[int](t)(s.Pack(t.Context(), later()))
			readGames(t, s, 25)
			if a, p, l := messages(t, s, "ARCHIVE"), messages(t, s, "PACKS"), messages(t, s, "PACKED"); a != 5 || p != 2 || l != 2 {
				t.Errorf("%d games, %d packs, %d lists", a, p, l)
			}
		})
	}
}

// A game that cannot be read stays in the archive, and is said to be damaged and not
// absent. It lies in an old block, which the server has not read before it started.
func TestPackAroundDamage(t *testing.T) {
	n := jetstreamtest.Single(t)
	s := n.Open(t, 0)
	const count = 120
	game := func(i int) []byte {
		data := make([]byte, 90_000)
		_, _ = rand.NewChaCha8([32]byte{byte(i)}).Read(data) // nothing that compresses
		return data
	}
	for i := range count {
		ok(t, s.Log().Archive(t.Context(), fmt.Sprint("ended", i), game(i)))
	}
	s.Close()
	for range 2 {
		n.Stop(t, 0)
		n.Restart(t, 0)
	}
	n.Stop(t, 0)
	part := string(game(4)[1000:1016])
	rot(t, blockWith(t, n.Dir(0), "ARCHIVE", part), part)
	n.Restart(t, 0)
	s = n.Open(t, 0)
	packed := must[int](t)(s.Pack(t.Context(), later()))
	if packed < 100 {
		t.Errorf("%d games were packed", packed)
	}
	for i := range count {
		got, err := s.Log().Archived(t.Context(), fmt.Sprint("ended", i))
		if i == 4 {
			is(t, err, store.ErrDamaged)
		} else if err != nil || !bytes.Equal(got, game(i)) {
			t.Errorf("game %d: %v", i, err)
		}
	}
	if left := messages(t, s, "ARCHIVE"); left != uint64(count-packed) { // with the damaged one
		t.Errorf("%d games are in the archive, and %d of %d were packed", left, packed, count)
	}
}

// damagePack changes a bit of the last game of the first pack in a folder.
func damagePack(t *testing.T, dir string) {
	t.Helper()
	file := blocks(t, dir, "PACKS")[0]
	b := must[[]byte](t)(os.ReadFile(file))
	mark := []byte("theriac-pack-1\n")
	at := bytes.Index(b, mark)
	second := bytes.Index(b[at+len(mark):], mark) // the index at the end of the pack
	if at < 0 || second < 0 {
		t.Fatal("no pack in", file)
	}
	b[at+len(mark)+second-3] ^= 1
	ok(t, os.WriteFile(file, b, 0o600))
}

// The pack of one replica of three goes bad: it is copied from the others.
func TestDamagedPackReplica(t *testing.T) {
	n := jetstreamtest.Cluster(t)
	s := n.Open(t, 0)
	archiveGames(t, s, 0, 10)
	s.PackWith(10, nil)
	must[int](t)(s.Pack(t.Context(), later()))
	victim := (n.Leader(t, "PACKS") + 1) % 3
	n.Stop(t, victim)
	damagePack(t, n.Dir(victim))
	if err := n.Try(t, victim); err == nil || !strings.Contains(err.Error(), "PACKS") {
		t.Fatalf("a damaged replica starts: %v", err)
	}
	ok(t, os.Rename(n.Dir(victim), n.Dir(victim)+"-aside"))
	n.Restart(t, victim)
	for range 5 {
		readGames(t, n.Open(t, victim), 10)
	}
}

// A bit of a pack goes bad while the server is down: one game is lost, and said to be. The
// same with the list of the pack costs nothing.
func TestDamagedPack(t *testing.T) {
	n := jetstreamtest.Single(t)
	s := n.Open(t, 0)
	ctx := t.Context()
	archiveGames(t, s, 0, 20)
	s.PackWith(10, nil)
	must[int](t)(s.Pack(ctx, later()))
	s.Close()
	n.Stop(t, 0)
	damagePack(t, n.Dir(0))
	flip(t, blocks(t, n.Dir(0), "PACKED")[0], "theriac-list-1")
	n.Restart(t, 0)
	s = n.Open(t, 0)
	lost := 0
	for i := range 20 {
		got, err := s.Log().Archived(ctx, fmt.Sprint("ended", i))
		switch {
		case errors.Is(err, store.ErrDamaged):
			lost++
		case err != nil || !bytes.Equal(got, gameText(i)):
			t.Errorf("game %d: %q %v", i, got, err)
		}
	}
	if d := must[[]store.Damage](t)(s.Health().Damages(ctx)); lost != 1 || len(d) == 0 {
		t.Errorf("%d games are lost, and said is %v", lost, d)
	}
}

// A backup has packed games, whenever they are packed while it is made, and a restored
// store finds them and can discard one.
func TestBackupOfPacks(t *testing.T) {
	s := jetstreamtest.One(t)
	ctx := t.Context()
	s.PackWith(10, nil)
	for i, when := range []string{"SHELF", "LOG-0", "ARCHIVE", "PACKS"} {
		count := 30 * (i + 1)
		archiveGames(t, s, count-30, count)
		var b bytes.Buffer
		ok(t, s.BackupBetween(ctx, &b, func(stream string) {
			if stream != when {
				return
			}
			if n := must[int](t)(s.Pack(ctx, later())); n != 30 {
				t.Errorf("%d games were packed", n)
			}
		}))
		back := jetstreamtest.One(t)
		must[bool](t)(back.Restore(ctx, &b))
		readGames(t, back, count)
		for _, gone := range []int{7, count - 1} {
			table := fmt.Sprint("ended", gone)
			ok(t, back.Discard(ctx, table))
			_, err := back.Log().Archived(ctx, table)
			is(t, err, store.ErrAbsent)
			ok(t, back.Log().Archive(ctx, table, gameText(gone)))
		}
		readGames(t, back, count)
	}
}

// Games that were put into packs at once are read as others are.
func TestFillPacks(t *testing.T) {
	s := jetstreamtest.One(t)
	s.PackWith(3, nil)
	entries := must[[]byte](t)(jetstream.Compressed([]byte("one\ntwo\n")))
	var games []jetstream.Filling
	for i := range 10 {
		games = append(games, jetstream.Filling{Table: fmt.Sprint("ended", i), Head: fmt.Appendf(nil, "head %d\n", i), Entries: entries})
	}
	ok(t, s.FillPacks(t.Context(), games))
	for i := range 10 {
		if got := must[[]byte](t)(s.Log().Archived(t.Context(), fmt.Sprint("ended", i))); string(got) != fmt.Sprintf("head %d\none\ntwo\n", i) {
			t.Errorf("%q", got)
		}
	}
	if n := messages(t, s, "PACKS"); n != 4 {
		t.Errorf("%d packs", n)
	}
}

// While one node packs, the others do not.
func TestOnePacker(t *testing.T) {
	n := jetstreamtest.Cluster(t)
	s, other := n.Open(t, 0), n.Open(t, 1)
	archiveGames(t, s, 0, 10)
	other.PackWith(5, nil)
	s.PackWith(5, func(step string) error {
		if step == "written" {
			if n, err := other.Pack(context.WithoutCancel(t.Context()), later()); n != 0 || err != nil {
				t.Errorf("another node packed %d: %v", n, err)
			}
		}
		return nil
	})
	if n := must[int](t)(s.Pack(t.Context(), later())); n != 10 {
		t.Error(n)
	}
	archiveGames(t, s, 10, 15)
	if n := must[int](t)(other.Pack(t.Context(), later())); n != 5 {
		t.Error(n)
	}
	readGames(t, s, 15)
}

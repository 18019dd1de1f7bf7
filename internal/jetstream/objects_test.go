package jetstream_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// folder keeps objects as files, unless it is away. The tests with a real S3 server are in
// internal/bucket/s3test.
type folder struct {
	path string
	away bool
}

func (f *folder) Where() string { return "folder://" + filepath.Base(f.path) }

func (f *folder) Put(_ context.Context, name string, data []byte) error {
	if f.away {
		return store.ErrAway
	}
	return os.WriteFile(filepath.Join(f.path, name), data, 0o600)
}

func (f *folder) Get(_ context.Context, name string) ([]byte, error) {
	if f.away {
		return nil, store.ErrAway
	}
	data, err := os.ReadFile(filepath.Join(f.path, name))
	if errors.Is(err, os.ErrNotExist) {
		err = store.ErrAbsent
	}
	return data, err
}

// objects are the files of the objects.
func (f *folder) objects(t *testing.T) (files []string) {
	t.Helper()
	for _, e := range must[[]os.DirEntry](t)(os.ReadDir(f.path)) {
		files = append(files, filepath.Join(f.path, e.Name()))
	}
	return files
}

func newFolder(t *testing.T) *folder { return &folder{path: t.TempDir()} }

// tables are the tables that a store knows games of, and how often.
func tables(t *testing.T, s *jetstream.Store) map[string]int {
	t.Helper()
	listed := map[string]int{}
	ok(t, s.Games(t.Context(), func(table string) { listed[table]++ }))
	return listed
}

func wantAway(t *testing.T, s *jetstream.Store, game int) {
	t.Helper()
	_, err := s.Log().Archived(t.Context(), fmt.Sprint("ended", game))
	is(t, err, store.ErrAway)
	is(t, err, store.ErrUnavailable)
}

// Packs lie elsewhere, and the games are read from there. While it is away, those games are
// said to be so and no others, nothing is packed or removed, and later it goes on.
func TestPacksElsewhere(t *testing.T) {
	jetstreamtest.Each(t, func(t *testing.T, open func() *jetstream.Store) {
		ctx := t.Context()
		f := newFolder(t)
		s, other := open(), open()
		s.PackInto(f)
		other.PackInto(f)
		s.PackWith(10, nil)
		archiveGames(t, s, 0, 25)
		if n := must[int](t)(s.Pack(ctx, later())); n != 20 || len(f.objects(t)) != 2 {
			t.Errorf("%d games in %v", n, f.objects(t))
		}
		if a, p := messages(t, s, "ARCHIVE"), messages(t, s, "PACKS"); a != 5 || p != 2 {
			t.Errorf("%d games and %d notes", a, p)
		}
		readGames(t, s, 25)
		readGames(t, other, 25)

		f.away = true
		late := open()
		late.PackInto(f)
		wantAway(t, late, 3)
		got, err := late.Log().Archived(ctx, "ended22") // not packed yet
		if err != nil || !bytes.Equal(got, gameText(22)) {
			t.Errorf("%q %v", got, err)
		}
		_, err = late.Log().Archived(ctx, "nosuchtable")
		is(t, err, store.ErrAbsent)
		if got := tables(t, late); len(got) != 25 || got["ended3"] != 1 {
			t.Errorf("%v", got)
		}
		archiveGames(t, s, 25, 31) // games go on ending
		_, err = s.Pack(ctx, later())
		is(t, err, store.ErrAway)
		if a := messages(t, s, "ARCHIVE"); a != 11 {
			t.Errorf("%d games", a)
		}
		f.away = false
		readGames(t, late, 31)
		if n := must[int](t)(s.Pack(ctx, later())); n != 10 {
			t.Errorf("%d games were packed", n)
		}
		readGames(t, late, 31)
		is(t, s.Log().Archive(ctx, "ended3", []byte("another game")), store.ErrConflict)

		without := open()
		wantAway(t, without, 3)
		elsewhere := open()
		elsewhere.PackInto(newFolder(t))
		wantAway(t, elsewhere, 3)
	})
}

// The packer is stopped between any two of its steps, and the server killed: every game can
// be read all the time, the next run packs it once, and there is no second object.
func TestPackerElsewhereIsStopped(t *testing.T) {
	for _, step := range []string{"written", "noted", "listed"} {
		t.Run(step, func(t *testing.T) {
			n := jetstreamtest.Single(t)
			f := newFolder(t)
			n.Objects = f
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
			if a := messages(t, s, "ARCHIVE"); a != 25 || len(f.objects(t)) != 1 {
				t.Errorf("%d games, %v", a, f.objects(t))
			}
			readGames(t, s, 25)
			n.Kill(t, 0)
			s.Close()
			n.Restart(t, 0)
			s = n.Open(t, 0)
			f.away = true // what is in both is read from here
			readGames(t, s, 25)
			f.away = false
			s.PackWith(10, nil)
			must[int](t)(s.Pack(t.Context(), later()))
			readGames(t, s, 25)
			if a, p, l := messages(t, s, "ARCHIVE"), messages(t, s, "PACKS"), messages(t, s, "PACKED"); a != 5 || p != 2 || l != 2 || len(f.objects(t)) != 2 {
				t.Errorf("%d games, %d notes, %d lists, %v", a, p, l, f.objects(t))
			}
		})
	}
}

// Packs of the store move elsewhere once it has such a place, also where the packer is
// stopped and the server killed on the way.
func TestPacksMove(t *testing.T) {
	for _, step := range []string{"", "moved", "noted"} {
		t.Run("stopped at "+step, func(t *testing.T) {
			n := jetstreamtest.Single(t)
			s := n.Open(t, 0)
			archiveGames(t, s, 0, 25)
			s.PackWith(10, nil)
			must[int](t)(s.Pack(t.Context(), later()))
			s.Close()
			f := newFolder(t)
			n.Objects = f
			s = n.Open(t, 0)
			readGames(t, s, 25)
			if step != "" {
				stopped := errors.New("stopped")
				s.PackWith(10, func(at string) error {
					if at == step {
						return stopped
					}
					return nil
				})
				_, err := s.Pack(t.Context(), later())
				is(t, err, stopped)
				readGames(t, s, 25)
				var b bytes.Buffer // with a pack and its note, or with the pack
				must[jetstream.Noted](t)(s.Backup(t.Context(), &b))
				back := jetstreamtest.One(t)
				must[bool](t)(back.Restore(t.Context(), &b))
				readGames(t, back, 25)
				n.Kill(t, 0)
				s.Close()
				n.Restart(t, 0)
				s = n.Open(t, 0)
				readGames(t, s, 25)
			}
			s.PackWith(10, nil)
			must[int](t)(s.Pack(t.Context(), later()))
			if p, l := messages(t, s, "PACKS"), messages(t, s, "PACKED"); p != 2 || l != 2 || len(f.objects(t)) != 2 {
				t.Errorf("%d notes, %d lists, %v", p, l, f.objects(t))
			}
			s.Close()
			s = n.Open(t, 0)
			readGames(t, s, 25)
			f.away = true
			late := n.Open(t, 0)
			wantAway(t, late, 3)
		})
	}
}

// A bit of an object goes bad: one game is lost, and said to be. A whole object that has
// gone is damage too and not absence, unless the server looks in another place.
func TestDamagedObject(t *testing.T) {
	n := jetstreamtest.Single(t)
	f := newFolder(t)
	n.Objects = f
	s := n.Open(t, 0)
	ctx := t.Context()
	archiveGames(t, s, 0, 20)
	s.PackWith(10, nil)
	must[int](t)(s.Pack(ctx, later()))
	object := f.objects(t)[0]
	data := must[[]byte](t)(os.ReadFile(object))
	bad := bytes.Clone(data)
	bad[len(bad)/2] ^= 1
	ok(t, os.WriteFile(object, bad, 0o600))
	lost := func(s *jetstream.Store) (lost int) {
		for i := range 20 {
			got, err := s.Log().Archived(ctx, fmt.Sprint("ended", i))
			switch {
			case errors.Is(err, store.ErrDamaged):
				lost++
			case err != nil || !bytes.Equal(got, gameText(i)):
				t.Errorf("game %d: %q %v", i, got, err)
			}
		}
		return lost
	}
	s = n.Open(t, 0)
	if gone := lost(s); gone != 1 {
		t.Errorf("%d games are lost", gone)
	}
	if d := must[[]store.Damage](t)(s.Health().Damages(ctx)); len(d) != 1 {
		t.Errorf("said is %v", d)
	}
	var b bytes.Buffer
	noted, err := s.Backup(ctx, &b) // with what is sound, and the rest noted
	is(t, err, store.ErrDamaged)
	if noted.Packs != 1 || noted.Games != 10 {
		t.Errorf("%+v", noted)
	}
	ok(t, os.Remove(object))
	if gone := lost(n.Open(t, 0)); gone != 10 {
		t.Errorf("%d games are lost", gone)
	}
	ok(t, os.WriteFile(object, data, 0o600))
	readGames(t, n.Open(t, 0), 20)
}

// The note of a pack and its list go bad while the server is down: the object has the name of
// the pack, and costs nobody a game.
func TestDamagedNote(t *testing.T) {
	n := jetstreamtest.Single(t)
	n.Objects = newFolder(t)
	s := n.Open(t, 0)
	archiveGames(t, s, 0, 20)
	s.PackWith(10, nil)
	must[int](t)(s.Pack(t.Context(), later()))
	s.Close()
	n.Stop(t, 0)
	flip(t, blocks(t, n.Dir(0), "PACKS")[0], "theriac-pack-2")
	flip(t, blocks(t, n.Dir(0), "PACKED")[0], "theriac-list-1")
	n.Restart(t, 0)
	readGames(t, n.Open(t, 0), 20)
}

// A backup has the games from elsewhere where it can reach them. Otherwise it notes where they
// are, says so, and is restored with the same place; a game of it can be discarded either way.
func TestBackupOfObjects(t *testing.T) {
	ctx := t.Context()
	n := jetstreamtest.Single(t)
	f := newFolder(t)
	n.Objects = f
	s := n.Open(t, 0)
	s.PackWith(10, nil)
	archiveGames(t, s, 0, 25)
	must[int](t)(s.Pack(ctx, later()))

	var whole bytes.Buffer
	if noted := must[jetstream.Noted](t)(s.Backup(ctx, &whole)); noted.Packs != 0 {
		t.Errorf("%+v", noted)
	}
	alone := jetstreamtest.One(t)
	must[bool](t)(alone.Restore(ctx, &whole))
	readGames(t, alone, 25)

	f.away = true
	_, err := s.Backup(ctx, &whole)
	is(t, err, store.ErrAway)
	f.away = false
	n.Objects = nil
	var small bytes.Buffer
	noted := must[jetstream.Noted](t)(n.Open(t, 0).Backup(ctx, &small))
	if noted.Packs != 2 || noted.Games != 20 || len(noted.Where) != 1 || noted.Where[0] != f.Where() {
		t.Errorf("%+v", noted)
	}
	to := jetstreamtest.Single(t)
	back := to.Open(t, 0)
	must[bool](t)(back.Restore(ctx, &small)) // nobody is asked
	wantAway(t, back, 3)
	ok(t, back.Discard(ctx, "ended3"))
	if got := tables(t, back); len(got) != 24 || got["ended3"] != 0 {
		t.Errorf("%v", got)
	}
	to.Objects = f
	again := to.Open(t, 0)
	_, err = again.Log().Archived(ctx, "ended3")
	is(t, err, store.ErrAbsent)
	ok(t, again.Log().Archive(ctx, "ended3", gameText(3)))
	readGames(t, again, 25)
}

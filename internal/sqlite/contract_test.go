package sqlite_test

import (
	"testing"

	"theriac/internal/sqlite"
	"theriac/internal/store"
	"theriac/internal/store/storetest"
)

// restarted is a store that a contract test closes and opens again.
type restarted struct {
	t   *testing.T
	dir string
	*sqlite.Store
}

func (r *restarted) open(t testing.TB) store.Store {
	t.Helper()
	if r.Store == nil {
		r.Store = open(r.t, r.dir)
	}
	return r.Store
}

func (r *restarted) restart(testing.TB) {
	r.Close()
	r.Store = nil
}

func (r *restarted) kill(t testing.TB) {
	from := r.dir
	r.dir = r.t.TempDir()
	r.Kill(func() { copyFiles(t, from, r.dir) })
	r.Store = nil
}

func TestStore(t *testing.T) {
	r := &restarted{t: t, dir: t.TempDir()}
	storetest.Run(t, storetest.Setup{Open: r.open, Restart: r.restart, Kill: r.kill, Full: func(t testing.TB) (store.Store, func() store.Store) {
		s := must(sqlite.Open(sqlite.Config{Dir: t.TempDir(), MaxStore: 1<<20 - 3*8192}))(t)
		t.Cleanup(s.Close)
		return s, func() store.Store {
			ok(t, s.Widen(10<<20))
			return s
		}
	}})
}

package sqlite_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"theriac/internal/replica"
	"theriac/internal/replica/replicatest"
	"theriac/internal/sqlite"
	"theriac/internal/state"
	"theriac/internal/state/statetest"
	"theriac/internal/store"
	"theriac/internal/store/storetest"
)

// member is one node of a cluster that stores its state in a file.
type member struct {
	*sqlite.Store
	dir  string
	keep time.Duration // how long frames stay in the log; 0 for the default
	node *replica.Node
}

func (m *member) start(t testing.TB, i, members int, log *replicatest.Log) {
	m.Store = must(sqlite.Open(sqlite.Config{Dir: m.dir, Replicated: true}))(t)
	end := log.End()
	if i == 0 {
		end.Lead()
	}
	d := must(replica.New(replica.Config{
		Log: end, Machine: m.Machine(), Host: fmt.Sprint("n", i), Members: members, Random: rand.Uint64, Resend: 50 * time.Millisecond, Checkpoint: 32, Keep: m.keep,
	}))(t)
	m.node = replica.Start(d, end.More())
	m.Join(m.node)
}

func (m *member) close() {
	m.node.Close()
	m.Close()
}

// shared is a member whose feed publishes to all members, because the replicated log does not carry the feed.
type shared struct {
	*sqlite.Store
	all []*member
}

func (s shared) Feed() store.Feed { return s }

func (s shared) Publish(table, kind string, data []byte) error {
	for _, m := range s.all {
		if err := m.Store.Feed().Publish(table, kind, data); err != nil {
			return err
		}
	}
	return nil
}

func (s shared) Subscribe(table string, f func(store.News)) (func(), error) {
	return s.Store.Feed().Subscribe(table, f)
}

// Three files that apply the same log fulfil the contract of a store.
func TestClusterOfFiles(t *testing.T) {
	log := replicatest.New(1, state.Mark{Epoch: 1})
	var all []*member
	for i := range 3 {
		m := &member{dir: t.TempDir()}
		m.start(t, i, 3, log)
		all = append(all, m)
		t.Cleanup(func() { m.close() })
	}
	next := 0
	storetest.Run(t, storetest.Setup{
		Nodes: 3, OwnSnapshots: true,
		Open: func(testing.TB) store.Store {
			next++
			return shared{all[next%3].Store, all}
		},
		Restart: func(testing.TB) {
			for i, m := range all {
				m.close()
				m.start(t, i, 3, log)
			}
		},
	})
	for i, m := range all {
		if err := m.node.Err(); err != nil {
			t.Errorf("node %d: %v", i, err)
		}
	}
}

// Random frames give the same results and rows in the file as in plain maps. This holds even with duplicate
// frames, restarts and kills. A kill loses at most frames without operations.
func TestFramesSameAsMaps(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 9))
	dir, want := t.TempDir(), statetest.New()
	s := must(sqlite.Open(sqlite.Config{Dir: dir, Replicated: true}))(t)
	var sent []state.Frame
	var list []replica.Decoded
	again := 0
	for step := range 150 {
		f := state.Frame{Name: state.Name{Member: 1<<63 + uint64(rng.IntN(3)), Boot: 1, Nonce: 1 << 63, Number: uint64(step) + 1}}
		for range rng.IntN(6) {
			f.Ops = append(f.Ops, want.Random(rng))
		}
		if len(sent) > 0 && rng.IntN(5) == 0 {
			f = sent[max(0, len(sent)-1-rng.IntN(100))]
		}
		sent = append(sent, f)
		digest := state.Digest(fmt.Append(nil, step))
		list = append(list, replica.Decoded{Frame: f, Digest: digest})
		got := must(s.Machine().Apply(list[step:]))(t)
		res := must(state.ApplyFrame(want, f, digest))(t)
		if len(got) != 1 || !reflect.DeepEqual(got[0], res) || s.Machine().Mark() != res.Mark {
			t.Fatalf("step %d: %+v instead of %+v", step, got, res)
		}
		switch rng.IntN(10) {
		case 0:
			s.Close()
			s = must(sqlite.Open(sqlite.Config{Dir: dir, Replicated: true}))(t)
		case 1:
			killed := filepath.Join(t.TempDir(), "killed")
			s.Kill(func() { copyFiles(t, dir, killed) })
			dir = killed
			s = must(sqlite.Open(sqlite.Config{Dir: dir, Replicated: true}))(t)
			lost := list[s.Machine().Mark().Index:]
			for _, d := range lost {
				if again++; len(d.Ops) > 0 {
					t.Fatalf("step %d: a kill has lost operations", step)
				}
			}
			must(s.Machine().Apply(lost))(t) // as the log returns them again
		}
		if m := s.Machine().Mark(); m != res.Mark {
			t.Fatalf("step %d: at %+v instead of %+v", step, m, res.Mark)
		}
	}
	if again == 0 {
		t.Error("no kill has lost a frame without operations")
	}
	same(t, dir, want)
	s.Close()
}

// Only a node's own file contains its name. A copy for another node has the mark of the cluster's state. A restored
// backup has nothing of the cluster, but no frame number is used twice.
func TestCopiesHaveNoName(t *testing.T) {
	dir := t.TempDir()
	s := must(sqlite.Open(sqlite.Config{Dir: dir, Replicated: true}))(t)
	self := replica.Self{Host: "a", Member: 1<<63 + 5, Boot: 3}
	ok(t, s.Machine().SetSelf(self))
	ok(t, s.Machine().Adopt(7))
	const sender = 1
	must(s.Machine().Apply([]replica.Decoded{{Frame: state.Frame{Name: state.Name{Member: sender, Boot: 1, Number: 1}, Ops: []state.Op{state.Post{Table: "t", Person: "p", Data: []byte("x")}}}}}))(t)
	mark := s.Machine().Mark()
	copied := filepath.Join(t.TempDir(), "copied")
	ok(t, sqlite.Backup(t.Context(), dir, copied, nil))
	if got := must(s.Machine().Self())(t); got != self {
		t.Errorf("%+v", got)
	}
	s.Close()
	for _, c := range []struct {
		how  string
		make func(ctx context.Context, dir string, from io.Reader) error
		want state.Mark
		seen uint64 // number of the newest frame known of the sender
	}{
		{"received", sqlite.Receive, mark, 1},
		{"restored", sqlite.Restore, state.Mark{Index: mark.Index}, 0},
	} {
		from := must(os.Open(copied))(t)
		to := t.TempDir()
		ok(t, c.make(t.Context(), to, from))
		ok(t, from.Close())
		s = must(sqlite.Open(sqlite.Config{Dir: to, Replicated: true}))(t)
		if got := must(s.Machine().Self())(t); got != (replica.Self{}) {
			t.Errorf("%s: it is called %+v", c.how, got)
		}
		if got := s.Machine().Mark(); got != c.want || got.Index != 1 {
			t.Errorf("%s: it is at %+v instead of %+v", c.how, got, c.want)
		}
		if w := must(s.Window(t.Context(), sender))(t); w.High != c.seen {
			t.Errorf("%s: the sender's newest frame is %d", c.how, w.High)
		}
		s.Close()
	}
}

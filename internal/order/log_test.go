package order_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"theriac/internal/order"
	"theriac/internal/store"
)

// uncertain is a store that reports every third transaction as uncertain, whether or not it was written.
type uncertain struct {
	order.Store
	mu sync.Mutex
	n  int
}

func (u *uncertain) Do(ctx context.Context, changes ...store.Change) (uint64, error) {
	u.mu.Lock()
	u.n++
	n := u.n
	u.mu.Unlock()
	if n%3 == 1 {
		return 0, store.ErrUncertain // not written
	}
	v, err := u.Store.Do(ctx, changes...)
	if n%3 == 2 && err == nil {
		return 0, store.ErrUncertain // written
	}
	return v, err
}

// Three nodes append together, and some of their writes get no answer. Every command is in the log once, and all nodes
// have folded the same log.
func TestNodesAgree(t *testing.T) {
	h := newHarness(t)
	const each = 20
	nodes := []*order.Order{h.Order, h.node(h.st), h.node(&uncertain{Store: h.st})}
	people := make([]string, each)
	for i := range people {
		people[i] = h.person()
	}
	mods := []string{h.person(), h.person(), h.person()}
	rulings := make([][]order.Ruling, len(nodes))
	for i := range nodes {
		for _, about := range people {
			rulings[i] = append(rulings[i], h.ruling(about, order.Mute))
		}
	}
	var all sync.WaitGroup
	for i, o := range nodes {
		all.Go(func() {
			for j := range people {
				for range 2 { // a repeated request is harmless
					if d, err := o.Decide(t.Context(), mods[i], rulings[i][j]); err != nil || d.About != people[j] {
						t.Errorf("%+v, %v", d, err)
					}
				}
				if _, err := o.Lift(t.Context(), mods[i], o.DecisionsAbout(people[j])[0].ID, "enough"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	last := h.node(h.st) // reads the whole log
	for _, o := range nodes {
		if _, err := o.Decide(t.Context(), mods[0], rulings[0][0]); err != nil { // the others have read on by then
			t.Error(err)
		}
		if err := o.SetRole(t.Context(), "", mods[0], ""); err != nil {
			t.Error(err)
		}
		if !slices.EqualFunc(o.Log(0, 1000), last.Log(0, 1000), func(a, b order.Entry) bool { return a.N == b.N && a.Key == b.Key && a.Decision == b.Decision }) {
			t.Error("two nodes have different logs")
		}
		for _, p := range people {
			if !slices.EqualFunc(o.DecisionsAbout(p), last.DecisionsAbout(p), func(a, b order.Decision) bool { return a.ID == b.ID && a.Lifted.Equal(b.Lifted) }) {
				t.Error("two nodes have decided differently")
			}
		}
	}
	decided := 0
	for _, e := range last.Log(0, 1000) {
		if e.Kind == order.KindDecide {
			decided++
		}
	}
	if decided != each*len(nodes) {
		t.Errorf("%d decisions, want %d", decided, each*len(nodes))
	}
	found, err := order.Verify(h.records(order.BucketLog), h.records(order.BucketOrder))
	if err != nil || !found.Sound() || found.Words == 0 {
		t.Errorf("%+v, %v", found, err)
	}
}

// Whatever is changed in the log or taken out of it is found, has no effect, and is named by the entry that begins the
// next chain.
func TestBrokenChain(t *testing.T) {
	change := func(from, to string) func(*testing.T, store.KV, string) {
		return func(t *testing.T, kv store.KV, key string) {
			rec, err := kv.Get(t.Context(), key)
			if err != nil || !strings.Contains(string(rec.Data), from) {
				t.Fatal(err, string(rec.Data))
			}
			if _, err := kv.Put(t.Context(), key, rec.Version, []byte(strings.Replace(string(rec.Data), from, to, 1))); err != nil {
				t.Fatal(err)
			}
		}
	}
	drop := func(t *testing.T, kv store.KV, key string) {
		if err := kv.Delete(t.Context(), key); err != nil {
			t.Fatal(err)
		}
	}
	for name, tc := range map[string]struct {
		key  string
		harm func(*testing.T, store.KV, string)
		n    int
	}{
		"a changed decision":  {"entry.000000002", change(`"what":"mute"`, `"what":"warn"`), 2},
		"a changed time":      {"entry.000000003", change(`"at":1`, `"at":2`), 3},
		"a changed seal":      {"entry.000000002", change(` {`, `  {`), 2},
		"no entry":            {"entry.000000001", change(`{`, `[`), 1},
		"no seal":             {"entry.000000002", change(` {`, `x{`), 2},
		"a dropped entry":     {"entry.000000002", drop, 2},
		"the first, dropped":  {"entry.000000001", drop, 1},
		"the newest, dropped": {"entry.000000003", drop, 3},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHarness(t)
			mod, people := h.person(), []string{h.person(), h.person(), h.person()}
			for _, p := range people {
				h.rule(mod, p, order.Mute)
			}
			tc.harm(t, h.st.KV(order.BucketLog), tc.key)
			found, err := order.Verify(h.records(order.BucketLog), nil)
			if err != nil || found.Sound() || !slices.Equal(found.Broken, []int{tc.n}) {
				t.Fatalf("%+v, %v", found, err)
			}
			o := h.node(h.st)
			if !slices.Equal(o.Broken(), []int{tc.n}) || len(limits(o, people[tc.n-1])) != 0 {
				t.Errorf("%v broken, %v", o.Broken(), limits(o, people[tc.n-1]))
			}
			if len(limits(o, people[tc.n%3])) != 1 {
				t.Error("a sound entry has no effect")
			}
			if _, err := o.Decide(t.Context(), mod, h.ruling(people[0], order.Warn)); err != nil {
				t.Fatal(err)
			}
			if log := o.Log(0, 2); log[0].What != order.Warn || log[1].Kind != order.KindBroken || !slices.Equal(log[1].Broken, []int{tc.n}) {
				t.Errorf("%+v", log)
			}
			found, err = order.Verify(h.records(order.BucketLog), nil)
			if err != nil || !slices.Equal(found.Broken, []int{tc.n}) || !slices.Equal(found.Chains, []int{4}) {
				t.Errorf("%+v, %v", found, err)
			}
		})
	}
}

// Words that are not those of their entry are found.
func TestAlteredWords(t *testing.T) {
	h := newHarness(t)
	bob := h.person()
	d := h.rule(h.person(), bob, order.Warn)
	kv := h.st.KV(order.BucketOrder)
	rec, err := kv.Get(t.Context(), "words."+bob+".decide."+d.ID)
	h.ok(err)
	_, err = kv.Put(t.Context(), rec.Key, rec.Version, []byte(strings.Replace(string(rec.Data), "be kind", "be gone", 1)))
	h.ok(err)
	found, err := order.Verify(h.records(order.BucketLog), h.records(order.BucketOrder))
	if err != nil || found.Sound() || !slices.Equal(found.Altered, []int{1}) {
		t.Errorf("%+v, %v", found, err)
	}
}

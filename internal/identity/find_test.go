package identity_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// Operators find people by the beginning of their names, whatever its case and accents, on any node.
func TestFind(t *testing.T) {
	nodes := memstore.New().Peer
	c := newClock()
	p, other := open(t, config(nodes(), c)), open(t, config(nodes(), c))
	for _, name := range []string{"Ada", "ada lovelace", "Élodie", "Ådam", "Zoë", strings.Repeat("я", 24), strings.Repeat("я", 23) + "ж", "", "Bob"} {
		guest(t, p, name)
	}
	find := func(name, want string) {
		t.Helper()
		list, err := other.Find(t.Context(), name, 50)
		var names []string
		for _, who := range list {
			names = append(names, who.Name)
		}
		if got := strings.Join(names, ", "); err != nil || got != want {
			t.Errorf("%q: %s instead of %s, %v", name, got, want, err)
		}
	}
	find("ad", "Ada, ada lovelace, Ådam")
	find(" ADA  L", "ada lovelace")
	find("elo", "Élodie")
	find("zoe", "Zoë")
	find(strings.Repeat("Я", 24), strings.Repeat("я", 24)) // its key has a part of it
	find("", "")
	find("carl", "")
	bob, err := other.Find(t.Context(), "bob", 1)
	if err != nil || len(bob) != 1 {
		t.Fatal(bob, err)
	}
	if _, err := p.SetName(t.Context(), bob[0].ID, "Carl"); err != nil {
		t.Fatal(err)
	}
	c.advance(time.Hour) // longer than other nodes remember a person
	find("bob", "")
	find("carl", "Carl")
	if err := p.Forget(t.Context(), bob[0].ID); err != nil {
		t.Fatal(err)
	}
	find("carl", "")
	keys, err := nodes().KV(identity.BucketFound).List(t.Context(), "")
	for _, rec := range keys {
		if err != nil || strings.Contains(rec.Key, bob[0].ID) {
			t.Error(rec.Key, err)
		}
	}
}

// A day's newcomers are counted on that day only.
func TestCount(t *testing.T) {
	c := newClock()
	p := open(t, config(memstore.New(), c))
	wants := func(all, today int) {
		t.Helper()
		if a, d, err := p.Count(t.Context()); a != all || d != today || err != nil {
			t.Errorf("%d people, %d today, instead of %d and %d: %v", a, d, all, today, err)
		}
	}
	wants(0, 0)
	first, _ := guest(t, p, "Ada")
	guest(t, p, "")
	wants(2, 2)
	c.advance(24 * time.Hour)
	guest(t, p, "Bob")
	wants(3, 1)
	if err := p.Forget(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	wants(2, 1)
}

// read counts the records that a bucket returns.
type read struct {
	store.KV
	n *atomic.Int64
}

func (r read) Get(ctx context.Context, key string) (store.Record, error) {
	r.n.Add(1)
	return r.KV.Get(ctx, key)
}

func (r read) List(ctx context.Context, prefix string) ([]store.Record, error) {
	list, err := r.KV.List(ctx, prefix)
	r.n.Add(int64(len(list)))
	return list, err
}

func (r read) Page(ctx context.Context, prefix, after string, most int) ([]store.Record, error) {
	list, err := r.KV.Page(ctx, prefix, after, most)
	r.n.Add(int64(len(list)))
	return list, err
}

// Among 2,000 people, to count reads no record, and a search only those that it may return.
func TestFindReadsLittle(t *testing.T) {
	st, n := memstore.New(), &atomic.Int64{}
	conf := config(st, newClock())
	conf.KV = func(bucket string) store.KV { return read{st.KV(bucket), n} }
	writer, p := open(t, config(st, newClock())), open(t, conf)
	for i := range 2000 {
		guest(t, writer, fmt.Sprintf("Player %04d", i))
	}
	for what, limit := range map[string]int64{"count": 0, "player 0007": 51, "player 00": 100, "player": 100, "x": 0} {
		n.Store(0)
		if what == "count" {
			if all, _, err := p.Count(t.Context()); err != nil || all != 2000 {
				t.Error(all, err)
			}
		} else if list, err := p.Find(t.Context(), what, 50); err != nil || len(list) > 50 || what == "player" && len(list) != 50 {
			t.Error(what, len(list), err)
		}
		if got := n.Load(); got > limit {
			t.Errorf("%s: %d records read", what, got)
		}
	}
}

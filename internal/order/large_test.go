package order_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/order"
	"theriac/internal/store"
)

// counted is a store that counts the records that are read.
type counted struct {
	order.Store
	reads atomic.Int64
}

type countedKV struct {
	store.KV
	c *counted
}

func (c *counted) KV(name string) store.KV { return countedKV{c.Store.KV(name), c} }

func (k countedKV) Get(ctx context.Context, key string) (store.Record, error) {
	k.c.reads.Add(1)
	return k.KV.Get(ctx, key)
}

func (k countedKV) List(ctx context.Context, prefix string) ([]store.Record, error) {
	list, err := k.KV.List(ctx, prefix)
	k.c.reads.Add(int64(1 + len(list)))
	return list, err
}

// With 10,000 reports about 5,000 people, a page of the queue reads nothing, a person's file only what concerns them,
// and a decision no more.
func TestManyReports(t *testing.T) {
	h := newHarness(t)
	c := &counted{Store: h.st}
	mod := h.person()
	people := make([]string, 5000)
	for i := range people {
		people[i] = h.person()
	}
	for i := range 10_000 {
		at := h.now().Add(time.Duration(i) * time.Second)
		r := order.Report{ID: fmt.Sprintf("%016d", i), About: people[i/2], By: people[(i+5000)/2%5000], Kind: "spam", Table: "table", Text: strings.Repeat("x", 200), At: at}
		h.put(order.BucketOrder, "report."+r.About+"."+r.ID, r)
		h.put(order.BucketOrder, "sent."+r.By+"."+r.About+"."+r.ID, struct{}{})
		if i%2 == 0 {
			h.put(order.BucketCases, r.About, order.Case{About: r.About, Reports: 2, Oldest: at, Kinds: []string{"spam"}})
		}
	}
	began := time.Now()
	o := h.node(c)
	t.Logf("a node starts in %v", time.Since(began))
	reads := func(what string, most int64, f func()) {
		t.Helper()
		c.reads.Store(0)
		began := time.Now()
		f()
		t.Logf("%s: %v, %d records read", what, time.Since(began), c.reads.Load())
		if n := c.reads.Load(); n > most {
			t.Errorf("%s reads %d records", what, n)
		}
	}
	seen, next := 0, ""
	reads("the whole queue in pages of 50", 0, func() {
		for more := true; more; more = next != "" {
			var list []order.Case
			list, next = o.Queue(next, 50)
			seen += len(list)
		}
	})
	if n, reports, _ := o.Waiting(); seen != len(people) || n != len(people) || reports != 10_000 {
		t.Error(seen, n, reports)
	}
	reads("a person's file", 12, func() {
		if f, err := o.File(t.Context(), people[2500]); err != nil || len(f.Reports) != 2 {
			t.Errorf("%+v, %v", f, err)
		}
	})
	reads("a decision", 20, func() {
		if _, err := o.Decide(t.Context(), mod, h.ruling(people[2500], order.Warn)); err != nil {
			t.Error(err)
		}
	})
	if n, _, _ := o.Waiting(); n != len(people)-1 {
		t.Error(n)
	}
}

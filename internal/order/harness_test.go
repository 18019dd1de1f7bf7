package order_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/order"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// harness is a server's people and one or more nodes that keep order among them.
type harness struct {
	*order.Order
	t     testing.TB
	st    *memstore.Store
	mu    sync.Mutex
	at    time.Time
	alive map[string]bool
	ways  map[string][]string
}

func newHarness(t testing.TB) *harness {
	h := &harness{t: t, st: memstore.New(), at: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC), alive: map[string]bool{}, ways: map[string][]string{}}
	h.Order = h.node(h.st)
	return h
}

// node starts another node on a store.
func (h *harness) node(st order.Store) *order.Order {
	h.t.Helper()
	o, err := order.New(h.t.Context(), order.Config{
		Store: st, Now: h.now, Random: rand.Reader, OnError: func(err error) { h.t.Error(err) },
		Exists: func(_ context.Context, person string) error {
			h.mu.Lock()
			defer h.mu.Unlock()
			if !h.alive[person] {
				return identity.ErrUnknown
			}
			return nil
		},
		Ways: func(_ context.Context, person string) ([]string, error) { return h.ways[person], nil },
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return o
}

func (h *harness) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

func (h *harness) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(d)
}

// person returns a new person.
func (h *harness) person() string {
	h.t.Helper()
	id, err := identity.NewID(rand.Reader, identity.PersonLength)
	if err != nil {
		h.t.Fatal(err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.alive[id] = true
	return id
}

// forgets removes a person everywhere.
func (h *harness) forgets(person string) {
	h.t.Helper()
	h.mu.Lock()
	h.alive[person] = false
	h.mu.Unlock()
	for range 2 { // once more has no effect
		h.ok(h.Forget(h.t.Context(), person))
	}
}

func (h *harness) ok(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) refused(err, want error) {
	h.t.Helper()
	if !errors.Is(err, want) {
		h.t.Errorf("%v, want %v", err, want)
	}
}

// report makes one person report another.
func (h *harness) report(by, about string, change ...func(*order.Report)) order.Report {
	h.t.Helper()
	r := order.Report{By: by, About: about, Kind: "hurtful", Table: "table", Text: "their complaint", Evidence: order.Evidence{
		Lines: []order.Shown{{Line: 7, Person: about, Text: "an insult"}, {Line: 8, Person: by, Text: "an answer"}},
	}}
	for _, f := range change {
		f(&r)
	}
	made, err := h.Report(h.t.Context(), r)
	h.ok(err)
	return made
}

var keys int

// rule makes a moderator decide.
func (h *harness) rule(by, about, what string, change ...func(*order.Ruling)) order.Decision {
	h.t.Helper()
	d, err := h.Decide(h.t.Context(), by, h.ruling(about, what, change...))
	h.ok(err)
	return d
}

func (h *harness) ruling(about, what string, change ...func(*order.Ruling)) order.Ruling {
	keys++
	r := order.Ruling{About: about, What: what, Reason: "hurtful", Words: "be kind", Key: fmt.Sprint("key", keys)}
	switch what {
	case order.Mute, order.NoPublic, order.Suspend:
		r.Until = h.now().Add(24 * time.Hour)
	case order.Remove:
		r.Lines = []order.Line{{Table: "table", Line: 7}}
	}
	for _, f := range change {
		f(&r)
	}
	return r
}

// records returns what a bucket has.
func (h *harness) records(bucket string) []store.Record {
	h.t.Helper()
	list, err := h.st.KV(bucket).List(h.t.Context(), "")
	h.ok(err)
	return list
}

// traces fails the test if a text is in any record apart from the log.
func (h *harness) traces(texts ...string) {
	h.t.Helper()
	for _, bucket := range []string{order.BucketOrder, order.BucketCases, order.BucketBlocks} {
		for _, rec := range h.records(bucket) {
			for _, text := range texts {
				if strings.Contains(rec.Key+" "+string(rec.Data), text) {
					h.t.Errorf("%s is left in %s: %s", text, rec.Key, rec.Data)
				}
			}
		}
	}
}

// limits returns what a person may not do.
func limits(o *order.Order, person string) []string {
	all := map[string]bool{}
	for _, l := range o.Limits(person) {
		all[l.What] = true
	}
	return slices.Sorted(maps.Keys(all))
}

// put writes a record.
func (h *harness) put(bucket, key string, r any) {
	h.t.Helper()
	data, err := json.Marshal(r)
	h.ok(err)
	_, err = h.st.KV(bucket).Put(h.t.Context(), key, 0, data)
	h.ok(err)
}

package evenings_test

import (
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/evenings"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// harness is a store with any number of nodes, and a clock that only the test moves.
type harness struct {
	t       *testing.T
	st      *memstore.Store
	clock   time.Time
	here    int
	people  *identity.People
	apart   map[[2]string]bool // pairs of people who do not meet
	begun   map[string]int     // how often the game of each table began
	fail    error              // what the start of a game returns
	remind  map[string]time.Time
	times   []time.Duration
	starts  int // how many starts succeed before fail counts
	guarded sync.Mutex
}

type node struct {
	*evenings.Evenings
	lobby *lobby.Lobby
}

func raise(t *testing.T, times ...time.Duration) *harness {
	h := &harness{
		t: t, st: memstore.New(), clock: time.Date(2026, 11, 16, 12, 0, 0, 0, time.UTC), apart: map[[2]string]bool{},
		begun: map[string]int{}, remind: map[string]time.Time{}, times: times,
	}
	var err error
	h.people, err = identity.New(identity.Config{KV: h.st.KV, Do: h.st.Do, Now: h.now, Random: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *harness) now() time.Time { return h.clock }

func (h *harness) meets(_ context.Context, person string, others []string, full error) error {
	for _, other := range others {
		if h.apart[[2]string{person, other}] || h.apart[[2]string{other, person}] {
			return full
		}
	}
	return nil
}

// node returns a new node over the store.
func (h *harness) node() node {
	h.t.Helper()
	l := lobby.New(lobby.Config{
		KV: h.st.KV, Do: h.st.Do, People: h.people, Now: h.now, Random: rand.Reader, Meets: h.meets,
		Begin: func(_ context.Context, t lobby.Table, _ engine.Header, _ []string) error {
			h.guarded.Lock()
			defer h.guarded.Unlock()
			if h.fail != nil && h.starts <= 0 {
				return h.fail
			}
			h.starts--
			h.begun[t.ID]++
			return nil
		},
	})
	e, err := evenings.New(evenings.Config{
		KV: h.st.KV, Do: h.st.Do, Now: h.now, Random: rand.Reader, Lobby: l, Meets: h.meets, Times: h.times,
		Here: func() int { return h.here },
		Remind: func(_ context.Context, person, evening string, at time.Time) error {
			h.remind[person+" "+evening] = at
			return nil
		},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	return node{e, l}
}

func (h *harness) guest() identity.Person {
	h.t.Helper()
	p, _, err := h.people.Guest(h.t.Context(), identity.Newcomer{})
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *harness) ok(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *harness) is(err, want error) {
	h.t.Helper()
	if !errors.Is(err, want) {
		h.t.Errorf("got %v, want %v", err, want)
	}
}

func (h *harness) list(n node, person string) []evenings.Evening {
	h.t.Helper()
	list, err := n.List(h.t.Context(), person)
	h.ok(err)
	return list
}

// next returns the id and the time of the next evening.
func (h *harness) next(n node) (string, time.Time) {
	at := h.list(n, "")[0].At
	return evenings.ID(at), at
}

func (h *harness) come(n node, p identity.Person, id string, w lobby.Wish) {
	h.t.Helper()
	_, err := n.Come(h.t.Context(), p, id, w)
	h.ok(err)
}

func (h *harness) wait(n node, p identity.Person, id string) evenings.Waiting {
	h.t.Helper()
	w, err := n.Wait(h.t.Context(), p, id)
	h.ok(err)
	return w
}

// count lets the server run until a time, with as many people as here returns for each hour.
func (h *harness) count(n node, until time.Time, here func(time.Time) int) {
	h.t.Helper()
	for h.clock.Before(until) {
		h.here = here(h.clock)
		h.ok(n.Tend(h.t.Context()))
		h.clock = h.clock.Add(20 * time.Minute)
	}
}

// evening returns an evening that is about to begin, with people who wait in the hall.
func (h *harness) evening(n node, wishes ...lobby.Wish) (id string, list []identity.Person) {
	h.t.Helper()
	id, at := h.next(n)
	for _, w := range wishes {
		p := h.guest()
		h.come(n, p, id, w)
		list = append(list, p)
		h.clock = h.clock.Add(time.Second)
	}
	h.clock = at.Add(-time.Minute / 2)
	for _, p := range list {
		if w := h.wait(n, p, id); w.Begun || w.Table != "" {
			h.t.Fatalf("%+v", w)
		}
	}
	h.clock = at
	return id, list
}

// seats returns the people at each table, as numbers in the list, and fails if a person holds two seats.
func (h *harness) seats(n node, id string, list []identity.Person) [][]int {
	h.t.Helper()
	tables := map[string][]int{}
	var order []string
	for i, p := range list {
		w := h.wait(n, p, id)
		if !w.Begun || w.Table == "" {
			h.t.Fatalf("person %d: %+v", i, w)
		}
		mine, _, err := n.lobby.Mine(h.t.Context(), p.ID, 0, 10)
		h.ok(err)
		t, err := n.lobby.Get(h.t.Context(), w.Table)
		h.ok(err)
		if len(mine) != 1 || t.Held(p.ID).Len() != 1 || !t.Public || h.begun[t.ID] == 0 || t.Taken() < len(t.Seats) {
			h.t.Fatalf("person %d is at %d tables: %+v", i, len(mine), t)
		}
		if tables[t.ID] == nil {
			order = append(order, t.ID)
		}
		tables[t.ID] = append(tables[t.ID], i)
	}
	var out [][]int
	for _, id := range order {
		out = append(out, tables[id])
	}
	return out
}

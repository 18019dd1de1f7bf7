package lobby_test

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"theriac/engine"
	"theriac/games/world"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// While some node does not know the newest rules, games begin under older ones, with the
// options that those have; a game that some node does not know does not begin at all.
func TestRevisionOfAllNodes(t *testing.T) {
	st := jetstreamtest.One(t)
	h := newHarness(t, st)
	var known atomic.Int64 // the newest revision of every game that all nodes know
	h.writes = func(form string) bool {
		n, err := strconv.Atoi(form[strings.LastIndexByte(form, '-')+1:])
		return err == nil && int64(n) <= known.Load()
	}
	h = h.node(st)
	host := h.guest()
	started := func(d lobby.Draft) lobby.Table {
		t.Helper()
		d.Game = "world"
		made := h.ok(h.Create(t.Context(), host, d))
		for i, s := range made.Seats {
			if s.Holder == "" {
				h.must(h.Sit(t.Context(), host, made.ID, i, ""))
			}
		}
		return h.ok(h.Start(t.Context(), host, made.ID))
	}
	_, err := h.Create(t.Context(), host, lobby.Draft{Game: "world"})
	h.refused(err, lobby.NoSuchGame)

	options := engine.OptionsAt(world.Game.Options(), 1)
	later := slices.IndexFunc(world.Game.Options(), func(o engine.Option) bool { return o.Since > 1 })
	if later < 0 {
		t.Fatal("no option came later, and this test shows nothing")
	}
	for _, revision := range []int{1, 2, world.Revision} {
		known.Store(int64(revision))
		got := started(lobby.Draft{})
		if got.Revision != revision || h.begun.headers[got.ID].Revision != revision {
			t.Errorf("it began under revision %d instead of %d", got.Revision, revision)
		}
		if revision == 1 && len(got.Settings) != len(options) {
			t.Errorf("%d settings for %d options", len(got.Settings), len(options))
		}
	}
	// A game that began on a device waits until every node knows its rules.
	known.Store(1)
	_, err = h.TakeIn(t.Context(), host, lobby.CarriedGame{Origin: strings.Repeat("a", 64), Begun: engine.Header{Game: "world", Revision: world.Revision}})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a device's game under rules that some node does not know: %v", err)
	}
	known.Store(world.Revision)
	// Another node knew more when the table was made.
	made := h.ok(h.Create(t.Context(), host, lobby.Draft{Game: "world"}))
	for i, s := range made.Seats {
		if s.Holder == "" {
			h.must(h.Sit(t.Context(), host, made.ID, i, ""))
		}
	}
	known.Store(1)
	if got := h.ok(h.Start(t.Context(), host, made.ID)); got.Revision != world.Revision {
		t.Errorf("settings of revision %d began under revision %d", world.Revision, got.Revision)
	}
}

// Every revision of every game has a name.
func TestForms(t *testing.T) {
	forms := lobby.Forms()
	for _, want := range []string{"rules-world-1", "rules-world-" + strconv.Itoa(world.Revision), "rules-pharmacy-1"} {
		if !slices.Contains(forms, want) {
			t.Errorf("%s is not in %v", want, forms)
		}
	}
}

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
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// A game does not begin while some node lacks its rules. A game that began on a device waits, too.
func TestRulesThatSomeNodeLacks(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	var known atomic.Bool
	h.writes = func(format string) bool { return known.Load() || !strings.HasPrefix(format, "rules-") }
	h = h.node(st)
	host := h.guest()
	_, err := h.Create(t.Context(), host, lobby.Draft{Game: "world"})
	h.refused(err, lobby.NoSuchGame)
	_, err = h.TakeIn(t.Context(), host, lobby.CarriedGame{Origin: strings.Repeat("a", 64), Begun: engine.Header{Game: "world", Revision: world.Revision}})
	if !errors.Is(err, store.ErrUnavailable) {
		t.Errorf("a device's game under rules that some node does not know: %v", err)
	}
	known.Store(true)
	made := h.ok(h.Create(t.Context(), host, lobby.Draft{Game: "world"}))
	for i, s := range made.Seats {
		if s.Holder == "" {
			h.must(h.Sit(t.Context(), host, made.ID, i, ""))
		}
	}
	if got := h.ok(h.Start(t.Context(), host, made.ID)); got.Revision != world.Revision || h.begun.headers[got.ID].Revision != world.Revision {
		t.Errorf("it began under revision %d", got.Revision)
	}
}

// Formats lists a name for every revision of every game.
func TestFormats(t *testing.T) {
	names := lobby.Formats()
	for _, want := range []string{"rules-world-1", "rules-world-" + strconv.Itoa(world.Revision), "rules-pharmacy-1"} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is not in %v", want, names)
		}
	}
}

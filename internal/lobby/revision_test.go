package lobby

import (
	"strconv"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/world/worldtest"
	"theriac/internal/store"
)

// While some node does not know the newest rules, games begin under older rules. The exception is a game
// whose settings come from a node that already knew of the newest rules on all nodes.
func TestRevisionOfAllNodes(t *testing.T) {
	game, known := worldtest.Later(), 0
	l := New(Config{KV: func(string) store.KV { return nil }, Writes: func(format string) bool {
		n, err := strconv.Atoi(format[strings.LastIndexByte(format, '-')+1:])
		return err == nil && strings.HasPrefix(format, "rules-world-") && n <= known
	}})
	settings := func(revision int) engine.Settings {
		set, err := engine.Resolve(engine.OptionsAt(game.Options(), revision), nil)
		if err != nil {
			t.Fatal(err)
		}
		return set
	}
	if settings(1).Get("weather") != "" || settings(2).Get("weather") == "" {
		t.Fatal("no option came later, and this test shows nothing")
	}
	for known = range 3 {
		if got := l.Revision(game); got != known {
			t.Errorf("every node knows revision %d, and the newest is %d", known, got)
		}
		if got := l.revisionFor(game, settings(2)); got != 2 {
			t.Errorf("settings of revision 2 begin under revision %d", got)
		}
		if known == 0 {
			continue
		}
		if got := l.revisionFor(game, settings(1)); got != known {
			t.Errorf("settings of both begin under revision %d instead of %d", got, known)
		}
	}
	if got := New(Config{KV: func(string) store.KV { return nil }}).Revision(game); got != 2 {
		t.Errorf("a node alone plays revision %d", got)
	}
}

package world_test

import (
	"flag"
	"path/filepath"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

var freeze = flag.Bool("freeze", false, "write the frozen games of the newest revision, if it has none")

const frozenDir = "testdata/frozen"

// Finished games of every revision of the rules fold to the hashes that they
// had when they were frozen. They are never rewritten: a change of behaviour
// adds a revision.
func TestFrozen(t *testing.T) {
	if *freeze {
		var some []engine.Settings
		for i := 0; i < len(variants()); i += 9 { // every way to play, but not every level of each
			some = append(some, variants()[i])
		}
		epidemictest.Freeze(t, world.Game, some, frozenDir)
	}
	epidemictest.Frozen(t, world.Game, world.Revision, frozenDir)
}

// A role and an event that a later revision brings do not change games of an
// earlier one: they are dealt from what there was.
func TestNewCardsLeaveOldGamesAlone(t *testing.T) {
	box := world.Game.Box
	box.Revision = world.Revision + 1
	box.Roles = append(slices.Clone(box.Roles), &epidemic.Role{ID: "newcomer", Rule: "role/newcomer", Since: box.Revision})
	box.Events = append(slices.Clone(box.Events), &epidemic.Event{
		ID: "novelty", Rule: "event/novelty", Since: box.Revision,
		Verb: &epidemic.Verb{Name: "novelty", Rule: "event/novelty", List: epidemic.Plain, Play: func(*epidemic.State, engine.Move, *engine.Facts) {}},
	})
	later := epidemic.NewRuleset(box)
	files, _ := filepath.Glob(filepath.Join(frozenDir, "r1", "*.txt"))
	for _, path := range files {
		if _, err := epidemictest.ReadGame(t, path).Fold(later, transcript.Watcher{}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
	fresh, err := later.Compile(engine.Header{Game: "world", Revision: box.Revision, Settings: engine.Settings{{Name: "players", Value: "4"}}})
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	seen := false
	for chance, i := (engine.Rand{}), 0; i < 200 && !seen; i++ {
		fresh.Deal(&s, chance.Fork(), nil)
		seen = s.Role(0).ID == "newcomer"
	}
	if !seen || len(files) == 0 {
		t.Error("the newer revision does not deal the new role, or no game was looked at")
	}
}

package world_test

import (
	"flag"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
	"theriac/games/world/worldtest"
)

var freeze = flag.Bool("freeze", false, "write the frozen games of the newest revision, if it has none")

const (
	frozenDir = "testdata/frozen"
	laterDir  = "testdata/frozen/later" // frozen games of the second revision, which only package worldtest has
)

// Frozen games are finished games, stored with the hash of their last position. Replaying them under their own
// revision of the rules still gives that hash. A change of behaviour needs a new revision.
func TestFrozen(t *testing.T) {
	if *freeze {
		var some []engine.Settings
		for i := 0; i < len(variants()); i += 9 { // every ninth variant: enough to include every module, but not every level of each
			some = append(some, variants()[i])
		}
		epidemictest.Freeze(t, world.Game, some, frozenDir)
	}
	epidemictest.Frozen(t, world.Game, frozenDir)
}

// A second revision of the rules leaves games of the first revision unchanged, and games of the second revision
// have what it adds. Once the world game has a real second revision, its own frozen games test this, and
// worldtest can be deleted.
func TestSecondRevision(t *testing.T) {
	later := worldtest.Later()
	if *freeze {
		epidemictest.Freeze(t, later, []engine.Settings{
			{{Name: "roles", Value: "scientist,newcomer,medic"}, {Name: "weather", Value: "foul"}}, {{Name: "players", Value: "4"}},
			{{Name: "box", Value: "brink"}, {Name: "strain", Value: "on"}, {Name: "roles", Value: "newcomer,generalist,medic"}},
		}, laterDir)
	}
	if first, _ := epidemictest.FrozenAt(t, later, 1, frozenDir); len(first) < 30 {
		t.Errorf("%d games of the first revision", len(first))
	}
	second, _ := epidemictest.FrozenAt(t, later, 2, laterDir)
	met := map[string]int{}
	for _, tr := range second {
		text := tr.String()
		for _, what := range []string{"weather foul", "players 3", "newcomer", " novelty\n"} {
			met[what] += strings.Count(text, what)
		}
	}
	for _, what := range []string{"weather foul", "players 3", "newcomer", " novelty\n"} {
		if met[what] == 0 {
			t.Errorf("no frozen game of the second revision has %q", what)
		}
	}
}

// Games of the first revision have nothing that the second revision adds.
func TestSecondRevisionApart(t *testing.T) {
	later := worldtest.Later()
	compile := func(revision int, set ...string) (*epidemic.Rules, error) {
		h := engine.Header{Game: "world", Revision: revision}
		for i := 0; i < len(set); i += 2 {
			h.Settings = append(h.Settings, engine.Setting{Name: set[i], Value: set[i+1]})
		}
		return later.Compile(h)
	}
	for _, set := range [][]string{{"roles", "newcomer,medic,scientist", "players", "3"}, {"weather", "foul"}} {
		if _, err := compile(1, set...); err == nil {
			t.Errorf("%v is allowed in the first revision", set)
		}
		if _, err := compile(2, set...); err != nil {
			t.Errorf("%v: %v", set, err)
		}
	}
	if _, err := compile(3); err == nil {
		t.Error("there is a third revision")
	}
	const games = 200
	for revision := 1; revision <= 2; revision++ {
		r, err := compile(revision, "roles", "", "box", "brink", "strain", "on")
		if err != nil {
			t.Fatal(err)
		}
		if want := 1 + revision; r.Players != want {
			t.Errorf("revision %d is for %d, and not for %d", revision, r.Players, want)
		}
		var newcomer, novelty, drift, five int
		for i := range games {
			var s epidemic.State
			chance, err := engine.NumberedSeed(uint64(i)).Rand()
			if err != nil {
				t.Fatal(err)
			}
			r.Deal(&s, chance, nil)
			for seat := range engine.Seat(r.Players) {
				switch s.Role(seat).ID {
				case "newcomer":
					newcomer++
				case "scientist":
					if seat == s.Active && s.Actions == 5 {
						five++
					}
				}
			}
			for _, card := range s.Secrets().Strains {
				if later.Strains[card].ID == "drift" {
					drift++
				}
			}
			if s.Rules().OrdinaryEvents()>>(len(later.Events)-1)&1 == 1 {
				novelty++
			}
		}
		t.Logf("revision %d: newcomer %d, novelty %d, drift %d, five actions %d", revision, newcomer, novelty, drift, five)
		if all := newcomer > 0 && novelty > 0 && drift > 0 && five > 0; all != (revision == 2) || !all && newcomer+novelty+drift+five > 0 {
			t.Errorf("revision %d: newcomer %d, novelty %d, drift %d, five actions %d", revision, newcomer, novelty, drift, five)
		}
	}
}

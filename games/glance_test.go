package games_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games"
	"theriac/games/entry"
	"theriac/games/labs"
)

// What lists show of a running game is the same in every game that a spectator cannot distinguish from it, whatever
// the hands and decks are. It agrees with what the spectator sees.
func TestGlanceTellsNoSecret(t *testing.T) {
	other, near := 0, 0
	for _, lab := range labs.Entries {
		e, _ := games.FindEntry(lab.Rules.Name())
		for i, set := range lab.Variants() {
			if testing.Short() && i%25 != 0 {
				continue
			}
			set, err := engine.Resolve(e.Rules.Options(), set)
			if err != nil {
				t.Fatal(err)
			}
			s, err := engine.Begin(e.Rules, engine.Header{Game: e.Rules.Name(), Revision: e.Rules.Revision(), Settings: set, Seed: engine.NumberedSeed(uint64(i))})
			if err != nil {
				t.Fatal(err)
			}
			dice, chance := ai.Dice(i), engine.Rand{Key: engine.Key{byte(i)}}
			for n := 0; n < 150 && !s.Decision().Over; n++ {
				step(t, s, &dice, nil)
				if n%10 != 0 {
					continue
				}
				v := s.View(0)
				g := e.Glance(v)
				twin := v.Draw(&chance)
				if twin.Hash() != s.Hash() {
					other++
				}
				if got := e.Glance(twin.View(0)); !reflect.DeepEqual(got, g) {
					t.Fatalf("%s %v: shows\n%+v\nand of a game that looks the same\n%+v", e.Rules.Name(), set, g, got)
				}
				if g.Near != "" {
					near++
				}
				agrees(t, v, g)
			}
		}
	}
	if other < 100 || near == 0 {
		t.Errorf("%d different games look the same, and %d are near their end", other, near)
	}
}

// agrees checks a glance against the fields of a spectator's view, as clients get them.
func agrees(t *testing.T, v engine.View, g entry.Glance) {
	t.Helper()
	var seen struct {
		Turn, Round, Outbreaks int
		Cured, Stations        []string
		Cubes                  map[string]map[string]int
		Seats                  []struct{ Role, Pawn string } `json:"seats-at-table"`
	}
	if err := json.Unmarshal(engine.AppendCode(nil, v.Code), &seen); err != nil {
		t.Fatal(err)
	}
	at := map[string]int{"outbreaks": seen.Outbreaks, "round": seen.Round}
	for _, track := range g.Tracks {
		if track.At != at[track.Name] || track.At > track.Of {
			t.Fatalf("%+v, but the view has %d", track, at[track.Name])
		}
	}
	for _, goal := range g.Goals {
		if (goal.State != "none") != slices.Contains(seen.Cured, goal.ID) {
			t.Fatalf("%+v, but the view has %v", goal, seen.Cured)
		}
		for place, n := range g.Pieces[goal.ID] {
			if seen.Cubes[place][goal.ID] != n {
				t.Fatalf("%d %s at %s, but the view has %d", n, goal.ID, place, seen.Cubes[place][goal.ID])
			}
		}
	}
	if g.Turn != seen.Turn || len(g.Pieces["station"]) != len(seen.Stations) {
		t.Fatalf("%+v, but the view has turn %d and stations %v", g, seen.Turn, seen.Stations)
	}
	for seat, role := range g.Cast {
		if role != seen.Seats[seat].Role || seen.Seats[seat].Pawn != "" && role != "" && g.Pieces[role][seen.Seats[seat].Pawn] == 0 {
			t.Fatalf("seat %d is %q, but the view has %+v", seat, role, seen.Seats[seat])
		}
	}
}

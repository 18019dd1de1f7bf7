package main

import (
	"math/rand/v2"
	"testing"

	"theriac/engine"
)

// Every item of a game's data is in exactly one of its two parts.
func TestParts(t *testing.T) {
	for _, m := range maps() {
		base, more := splitData(m.Ruleset, dataOf(m.Ruleset))
		whole := dataOf(m.Ruleset)
		for what, n := range map[string][3]int{
			"verbs":    {len(base.Verbs), len(more.Verbs), len(whole.Verbs)},
			"facts":    {len(base.Facts), len(more.Facts), len(whole.Facts)},
			"roles":    {len(base.Roles), len(more.Roles), len(whole.Roles)},
			"events":   {len(base.Events), len(more.Events), len(whole.Events)},
			"diseases": {len(base.Diseases), len(more.Diseases), len(whole.Diseases)},
		} {
			if n[0] == 0 || n[0]+n[1] != n[2] || (n[1] > 0) != expands(m.Ruleset) {
				t.Errorf("%s: %d and %d of %d %s", m.Game, n[0], n[1], n[2], what)
			}
		}
	}
}

// A table without an expansion uses only the first part of the data.
func TestBaseGamesNeedOnlyTheBase(t *testing.T) {
	for _, m := range maps() {
		base, _ := splitData(m.Ruleset, dataOf(m.Ruleset))
		chance := rand.New(rand.NewPCG(3, 5))
		played := 0
		for i, set := range m.Variants() {
			set, err := engine.Resolve(m.Options(), set)
			if err != nil {
				t.Fatal(err)
			}
			if box := set.Get("box"); box != "" && box != "base" {
				continue
			}
			played++
			s, err := m.New(engine.Header{
				Game: m.Game, Revision: m.Revision(), Settings: set, Seats: make([]string, set.Int("players")),
				Seed: engine.NumberedSeed(uint64(i)),
			})
			if err != nil {
				t.Fatal(err)
			}
			needs(t, m, base, s, chance)
		}
		if played == 0 {
			t.Errorf("no table of %s is without an expansion", m.Game)
		}
	}
}

// needs plays a random game, and fails the test if the game uses something that is missing from the data.
func needs(t *testing.T, m mapGame, d gameData, s engine.Session, chance *rand.Rand) {
	vocab := m.Vocabulary()
	told := func(facts []engine.Fact) {
		for _, f := range facts {
			if name := vocab.Facts[f.Kind].Name; d.Facts[name] == nil {
				t.Fatalf("%s tells %s", m.Game, name)
			}
		}
	}
	told(s.Opening())
	for range 2000 {
		q := s.Decision()
		if q.Over {
			return
		}
		var list []engine.Move
		for seat := range (q.All | q.Any | q.May).Each {
			list = s.AppendMoves(list, seat)
		}
		for _, move := range list {
			if name := vocab.Verbs[move.Verb].Name; d.Verbs[name].Rule == "" {
				t.Fatalf("%s offers %s", m.Game, name)
			}
		}
		facts, _, err := s.Play(list[chance.IntN(len(list))])
		if err != nil {
			t.Fatal(err)
		}
		told(facts)
	}
}

package iberia_test

import (
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
)

// The computed chances match the infection cards that are turned if every seat declines everything. That
// includes a Mild Season, which makes the infection step turn only the bottom card. Rules: event/mild-season.
func TestChancesOfTheCardsThatAreTurned(t *testing.T) {
	table := func(t *testing.T, given ...string) *epidemic.State {
		s := arrange(t, deal(t, 21, "players", "3", "epidemics", "6", "roles", "sailor,politician,agronomist"),
			append([]string{"turn 0", "hand 0 vigo", "hand 1 mild-season", "hand 2 porto", "rate 2"}, given...)...)
		s.Advance(0, 7, nil) // discards seven infection cards, which Reshuffle puts back on top as an epidemic does
		s.Reshuffle()
		s.Advance(0, 3, nil)
		return s
	}
	mild := func(t *testing.T, given ...string) *epidemic.State {
		s := table(t, given...)
		play(t, s, "1 mild-season")
		return s
	}
	for name, s := range map[string]*epidemic.State{
		"as ever":                             table(t),
		"a mild season":                       mild(t),
		"a mild season after an epidemic":     mild(t, "deck top epidemic leon"),
		"a mild season with one card left":    arrange(t, mild(t), "infection size 1"),
		"a mild season between two epidemics": between(t, table(t, "hand 2 pure-water", "deck top epidemic epidemic")),
	} {
		t.Run(name, func(t *testing.T) {
			for _, by := range []engine.Seats{0, 1 << 0} {
				if !epidemictest.HoldChances(t, s, by, 2000) {
					t.Errorf("seats %b: nothing could be counted", by)
				}
			}
		})
	}
	t.Run("anywhere", func(t *testing.T) {
		const held, within = "chances held", "of them in the middle of a move"
		floor := property.Floor{held: 8, within: 1}
		property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
			s := somewhere(t, n)
			if !s.Decision().Over && epidemictest.HoldChances(t, s, 0, 300) {
				cases.Met(held, 1)
				cases.If(asksWithin(s), within)
			}
		})
	})
}

// between plays to the pause between two epidemics, plays a Mild Season in it, and leaves another seat's answer
// open.
func between(t *testing.T, s *epidemic.State) *epidemic.State {
	t.Helper()
	play(t, s, "0 draw", "1 pass", "2 pass", "1 mild-season")
	if s.Epidemics != 2 || s.Pending != 1 || s.Bottom != 1 {
		t.Fatalf("not between two epidemics: %d drawn, %d to come", s.Epidemics, s.Pending)
	}
	return s
}

package world_test

import (
	"math"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
)

// The chance that an infection card is drawn, computed from a view, equals its frequency in positions drawn
// from that view. That holds for every watcher and at any point of a game.
func TestInfectionOdds(t *testing.T) {
	const draws = 1500
	const nested, recalled, known = "classes inside one another", "seats that recall cards", "certain cards"
	floor := property.Floor{nested: 3, recalled: 0, known: 5}
	property.Check(t, floor, func(t property.T, choose func(int) int, cases *property.Cases) {
		s := somewhere(t, choose, false)
		all := watchers(s.Rules().Players)
		v := s.Knows(all[choose(len(all))])
		n := 1 + choose(6)
		came, chance := [epidemic.MaxInfection]int{}, engine.Rand{}
		for range draws {
			p := v.Position(&chance)
			for i := range min(n, int(p.InfectionLen)) {
				came[p.Secrets().Infection[int(p.InfectionLen)-1-i]]++
			}
		}
		sum, want := 0.0, v.InfectionOdds(n)
		for c, w := range want {
			sum += w
			got := float64(came[c]) / draws
			// If the chances are correct, a city exceeds this difference once in many millions of runs, even if
			// it is expected rarely.
			if off := 6.5*math.Sqrt(w*(1-w)/draws) + 8.0/draws*min(1, w*1e6); math.Abs(got-w) > off {
				t.Errorf("%s came in %.4f of the draws, but the view says %.4f", s.Rules().Infection.Text(uint8(c)), got, w)
			}
			cases.If(w > 1-1e-9, known)
		}
		if most := float64(min(n, int(v.InfectionLen))); math.Abs(sum-most) > 1e-6 {
			t.Errorf("%.6f cards are expected, not %.0f", sum, most)
		}
		cases.If(v.ClassesN > 1, nested)
		for _, r := range v.Recall {
			cases.If(r != 0, recalled)
		}
	})
}

// A seat that has looked at the top infection cards knows them for certain. For any other seat, all cards of
// the deck are equally likely to be on top.
func TestInfectionOddsOfWhoLooked(t *testing.T) {
	s := deal(t, 11, "players", "2", "epidemics", "5")
	for _, g := range []string{"turn 0", "hand 0 forecast", "hand 1 lima"} {
		if err := epidemictest.Arrange(s, g); err != nil {
			t.Fatal(err)
		}
	}
	forecast, _ := s.Rules().Vocabulary().ParseMove(0, "forecast")
	s.Play(forecast, nil)
	for s.Top().Question == epidemic.QuestionOrderInfectionDeck {
		s.Play(s.Default(0), nil)
	}
	top := s.Secrets().Infection[s.InfectionLen-1]
	own, other := s.Knows(1<<0), s.Knows(1<<1)
	if got := own.InfectionOdds(2)[top]; got != 1 {
		t.Errorf("who looked at the top card expects it with %.3f", got)
	}
	if got, want := other.InfectionOdds(2)[top], 2/float64(s.InfectionLen); math.Abs(got-want) > 1e-9 {
		t.Errorf("who did not look expects it with %.3f, not %.3f", got, want)
	}
}

// At any point of a turn, the computed chances match the infection cards that are turned if every seat declines
// everything.
func TestChancesOfTheCardsThatAreTurned(t *testing.T) {
	draws := 2000
	if testing.Short() {
		draws = 500
	}
	hidden := func(t *testing.T, given ...string) *epidemic.State {
		return arrange(t, deal(t, 21, "players", "3", "epidemics", "6", "hands", "hidden", "events", "secret"),
			append([]string{"turn 0", "hand 0 lima", "hand 1 bogota", "hand 2 miami", "rate 2"}, given...)...)
	}
	at := func(s *epidemic.State, stage string, phase, pending uint8) bool {
		return s.Rules().Stages()[s.Stage] == stage && s.Phase == phase && s.Pending == pending
	}
	until := func(t *testing.T, s *epidemic.State, stage string, phase, pending uint8) *epidemic.State {
		for range 50 {
			if at(s, stage, phase, pending) {
				return s
			}
			s.Play(s.Default(s.Decision().All.First()), nil)
		}
		t.Fatalf("never at %s %d with %d to come", stage, phase, pending)
		return nil
	}
	// mixed puts the shuffled infection discard back on top of the deck, as an epidemic does, and draws some of
	// its cards.
	mixed := func(s *epidemic.State) *epidemic.State {
		s.Advance(0, 7, nil)
		s.Reshuffle()
		s.Advance(0, 3, nil)
		return s
	}
	for name, position := range map[string]func(t *testing.T) *epidemic.State{
		"actions":         func(t *testing.T) *epidemic.State { return mixed(hidden(t)) },
		"before the draw": func(t *testing.T) *epidemic.State { return until(t, mixed(hidden(t)), "before-draw", 1, 0) },
		"before the infection": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "deck top paris milan")), "before-infection", 1, 0)
		},
		"too many cards": func(t *testing.T) *epidemic.State {
			s := mixed(hidden(t, "hand 0 lima bogota santiago lagos cairo delhi", "deck top paris milan"))
			return until(t, s, "hand-limit", 0, 0)
		},
		"two cards turned": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "rate 5", "deck top paris milan")), "infection", 1, 2)
		},
		"the last card": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "rate 5", "deck top paris milan")), "infection", 1, 1)
		},
		"before intensifying": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "deck top epidemic milan")), "epidemics", 2, 1)
		},
		"before intensifying the first of two": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "deck top epidemic epidemic")), "epidemics", 2, 2)
		},
		"between two epidemics": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "deck top epidemic epidemic")), "epidemics", 3, 1)
		},
		"before intensifying the second of two": func(t *testing.T) *epidemic.State {
			return until(t, mixed(hidden(t, "deck top epidemic epidemic")), "epidemics", 2, 1)
		},
		"before intensifying an empty deck": func(t *testing.T) *epidemic.State {
			return until(t, hidden(t, "deck top epidemic epidemic", "infection size 1"), "epidemics", 2, 2)
		},
		"few cards between two epidemics": func(t *testing.T) *epidemic.State {
			s := hidden(t, "deck top epidemic epidemic", "infection size 2", "infection discard lima", "rate 5")
			return until(t, s, "epidemics", 3, 1)
		},
		"before intensifying little": func(t *testing.T) *epidemic.State {
			s := hidden(t, "deck top epidemic epidemic", "infection size 9", "rate 5")
			s.InfectionRemoved |= s.InfectionDiscard
			s.InfectionDiscard = 0
			return until(t, s, "epidemics", 2, 2)
		},
		"known cards before intensifying": func(t *testing.T) *epidemic.State {
			s := mixed(hidden(t, "hand 0 forecast", "deck top epidemic milan"))
			s.InfectionRemoved |= s.InfectionDiscard // removes the discard from the game, so that only cards that were never drawn can come up
			s.InfectionDiscard = 0
			play(t, s, "0 forecast")
			return until(t, s, "epidemics", 2, 1)
		},
		"a quiet night": func(t *testing.T) *epidemic.State {
			s := hidden(t, "hand 1 one-quiet-night")
			play(t, s, "1 one-quiet-night")
			return s
		},
		"a quiet night, and an epidemic": func(t *testing.T) *epidemic.State {
			s := hidden(t, "hand 1 one-quiet-night", "deck top epidemic milan")
			play(t, s, "1 one-quiet-night")
			return until(t, s, "epidemics", 2, 1)
		},
		"a quiet night after it has begun": func(t *testing.T) *epidemic.State {
			s := until(t, mixed(hidden(t, "rate 5", "hand 1 one-quiet-night", "deck top paris milan")), "infection", 1, 2)
			play(t, s, "1 one-quiet-night")
			return s
		},
		"a travel ban that ends before the next infection": func(t *testing.T) *epidemic.State {
			s, _ := dealAlone(t, 21, engine.Settings{{Name: "mode", Value: "solo"}, {Name: "box", Value: "all"}})
			return until(t, arrange(t, s, "turn 0", "rate 5", "in-force 0 commercial-travel-ban"), "relief", 1, 0)
		},
		"a travel ban that ends when the partner acts": func(t *testing.T) *epidemic.State {
			return arrange(t, teamTable(t, 21), "turn 0", "rate 5", "in-force 1 commercial-travel-ban")
		},
		"a travel ban that goes on when the partner acts": func(t *testing.T) *epidemic.State {
			return arrange(t, teamTable(t, 21), "turn 0", "rate 5", "in-force 0 commercial-travel-ban")
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := position(t)
			for _, by := range []engine.Seats{0, 1 << 0, 1 << 1} {
				if !epidemictest.HoldChances(t, s, by, draws) {
					t.Errorf("seats %b: nothing could be counted", by)
				}
			}
		})
	}
	t.Run("anywhere", func(t *testing.T) {
		const during, after = "positions among the actions", "positions later in a turn"
		floor := property.Floor{during: 5, after: 3}
		property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
			s := somewhere(t, n, false)
			all := watchers(s.Rules().Players)
			if by := all[n(len(all))]; !s.Decision().Over && epidemictest.HoldChances(t, s, by, 400) {
				stage := s.Rules().Stages()[s.Stage]
				cases.If(stage == "actions", during)
				cases.If(stage != "actions", after)
			}
		})
	})
}

// The chances depend only on the view. Nothing that is possible has chance 0, and nothing that is uncertain has
// chance 1.
func TestChancesFollowFromTheView(t *testing.T) {
	const told, nothing = "watchers who are told chances", "watchers who are told none"
	floor := property.Floor{unlike: 50, told: 50, nothing: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := somewhere(t, n, false)
		chance, _ := engine.NumberedSeed(uint64(n(1 << 30))).Rand()
		for _, by := range watchers(s.Rules().Players) {
			v := s.Knows(by)
			twin := v.Position(&chance)
			other := twin.Knows(by)
			first, again := engine.AppendCode(nil, v.Chances), engine.AppendCode(nil, other.Chances)
			if string(first) != string(again) {
				t.Fatalf("seats %v: %s, but of what they cannot tell from it %s", by, first, again)
			}
			cases.If(twin.Secrets().Hands != s.Secrets().Hands || twin.Secrets().Deck != s.Secrets().Deck || twin.Secrets().Infection != s.Secrets().Infection, unlike)
			cases.If(len(first) > 2, told)
			cases.If(len(first) == 2, nothing)
		}
	})
}

func BenchmarkChances(b *testing.B) {
	s := deal(b, 3, "players", "4", "epidemics", "6")
	v := s.Knows(1)
	var out []byte
	for b.Loop() {
		out = engine.AppendCode(out[:0], v.Chances)
	}
}

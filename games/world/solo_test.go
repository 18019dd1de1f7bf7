package world_test

import (
	"slices"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// alone returns all allowed combinations of options for solo play.
func alone() []engine.Settings {
	return slices.DeleteFunc(world.Combinations(), func(s engine.Settings) bool { return s.Get("mode") != "solo" })
}

// plainlyAlone returns all allowed combinations of options for solo play without a challenge.
func plainlyAlone() []engine.Settings {
	return slices.DeleteFunc(alone(), func(s engine.Settings) bool {
		return s.Get("lab") != "off" || s.Get("strain") != "off" || s.Get("mutation") != "off"
	})
}

// TestAlone plays the first part of the conformance suite with every combination of options for solo play.
func TestAlone(t *testing.T) {
	games := uint64(2000)
	if testing.Short() {
		games = 200
	}
	report, err := epidemictest.Subject(world.Game, alone()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v", report.Games, report.Moves, report.Longest, report.Ended)
	property.Report(t, property.Floor{"solo/draw": 20, "solo/exchange": 10, "solo/reassign": 10, "solo/move": 50, "lab/sequence": 10, "strain/card": 20, "mutation/card": 20}, report.Fired)
}

// dealAlone deals a solo game and returns its first position and the facts of the deal.
func dealAlone(t *testing.T, seed uint64, set engine.Settings) (*epidemic.State, []engine.Fact) {
	t.Helper()
	r, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
	if err != nil {
		t.Fatalf("%v: %v", set, err)
	}
	chance, _ := engine.NumberedSeed(seed).Rand()
	var s epidemic.State
	var out engine.Facts
	r.Deal(&s, chance, &out)
	return &s, out.List
}

// TestAloneSetup checks C66: before a solo game, 8, 12, 14 or 16 city cards are discarded, at most six of each
// colour. The player and the helper's hand are dealt four cards each. The cards include four events. Rules:
// solo/setup solo/discard.
func TestAloneSetup(t *testing.T) {
	crowded := 0
	for epidemics, discard := range map[string]int{"4": 8, "5": 12, "6": 14, "7": 16} {
		set := engine.Settings{{Name: "mode", Value: "solo"}, {Name: "box", Value: "all"}, {Name: "epidemics", Value: epidemics}}
		for seed := range uint64(300) {
			s, facts := dealAlone(t, seed, set)
			if why := s.Fault(); why != "" {
				t.Fatal(why)
			}
			var of [epidemic.MaxDiseases]int
			told := 0
			for _, f := range facts {
				if f.Kind == epidemic.FactDiscardedFirst {
					told++
				}
			}
			for c := range epidemic.EachCity(s.Discard.Cities()) {
				d := s.Rules().Colour(c)
				if of[d]++; of[d] == 6 {
					crowded++
				} else if of[d] > 6 {
					t.Fatalf("more than six cards of a colour are discarded")
				}
			}
			mine, theirs := s.Hand(0), s.Hand(1)
			if s.Discard.Len() != discard || told != discard || mine.Len() != 4 || theirs.Len() != 4 {
				t.Fatalf("%s epidemics: %d discarded, %d told, hands of %d and %d", epidemics, s.Discard.Len(), told, mine.Len(), theirs.Len())
			}
			// The deck has the 48 cities, four events and the epidemics, less the discarded and the dealt
			// cards.
			if want := 48 + 4 - discard - 8 + s.Rules().Epidemics; int(s.DeckLen) != want {
				t.Fatalf("the deck has %d cards, not %d", s.DeckLen, want)
			}
			if s.Active != 0 || s.Discard.Events() != 0 {
				t.Fatal("another seat begins, or an event is discarded")
			}
		}
	}
	if crowded == 0 {
		t.Error("no colour ever came to six")
	}
}

// Views of a solo game survive encoding and decoding. A position drawn from a view has that same view, and
// playing does not allocate memory.
func TestAloneViews(t *testing.T) {
	const helped = "questions to the hand that helps"
	floor := property.Floor{unlike: 20, listed: 100, questions: 5, helped: 2}
	variants := plainlyAlone()
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, world.Game, variants, n)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.Met(listed, epidemictest.Travels(t, s))
		cases.If(asksWithin(s), questions)
		cases.If(s.Asking() == epidemic.QuestionSolo, helped)
	})
	for _, set := range variants {
		var s epidemic.State
		var buf [2 * engine.MaxMoves]engine.Move
		r, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		chance, dice := engine.Rand{}, ai.Dice(1)
		if n := testing.AllocsPerRun(20, func() {
			r.Deal(&s, chance.Fork(), nil)
			ai.Playout[epidemic.State](&s, &dice, buf[:0])
		}); n != 0 {
			t.Errorf("%v: a game allocates %.1f times", set, n)
		}
	}
}

// The chances computed from a view are also right in a solo game. That includes questions to the helper's hand,
// and the resolution of an epidemic that it drew.
func TestAloneChances(t *testing.T) {
	held, most := map[string]int{}, 12
	if testing.Short() {
		most = 3
	}
	pick, _ := engine.NumberedSeed(3).Rand()
	for seed := range uint64(40) {
		s, _ := dealAlone(t, seed, plainlyAlone()[0])
		for range 120 {
			d := s.Decision()
			if d.Over {
				break
			}
			stage := s.Rules().Turn[s.Stage].Name
			if held[stage] < most && epidemictest.HoldChances(t, s, 1, 300) {
				held[stage]++
			}
			s.Play(epidemictest.Pick(s, d, &pick), nil)
		}
	}
	s, _ := dealAlone(t, 1, plainlyAlone()[0])
	arrange(t, s, "clear cubes", "hand 0 resilient-population", "hand 1 lagos", "deck top lima bogota epidemic")
	play(t, s, "0 draw")
	for s.Asking() == epidemic.QuestionWindow {
		play(t, s, "0 pass")
	}
	play(t, s, "0 relief-draw")
	if stage := s.Rules().Turn[s.Stage].Name; stage != "relief-epidemics" || !epidemictest.HoldChances(t, s, 1, 2000) {
		t.Errorf("the chances of %s are not held", stage)
	}
	property.Report(t, property.Floor{"actions": 3, "relief": 1}, held)
}

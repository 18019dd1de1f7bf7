package world_test

import (
	"math/bits"
	"slices"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// strained are the ways to play with a virulent strain, a further disease, or both.
func strained() []engine.Settings {
	var list []engine.Settings
	for set := range world.Every([]engine.Option{
		{Name: "box", Values: []string{"brink", "all"}}, {Name: "players", Values: []string{"2", "4"}},
		{Name: "epidemics", Values: []string{"4", "5", "7"}},
		{Name: "strain", Values: []string{"off", "on"}}, {Name: "mutation", Values: []string{"off", "mutation", "panic"}},
		{Name: "hands", Values: []string{"open", "hidden"}}, {Name: "events", Values: []string{"announced", "secret"}},
		{Name: "consent", Values: []string{"ask", "trust"}},
	}) {
		if set.Get("strain") == "off" && set.Get("mutation") == "off" {
			continue
		}
		if _, err := engine.Resolve(world.Game.Options(), set); err == nil {
			list = append(list, set)
		}
	}
	return list
}

// TestStrainedConformance plays the suite with a virulent strain and a further
// disease.
func TestStrainedConformance(t *testing.T) {
	games := uint64(2000)
	if testing.Short() {
		games = 200
	}
	report, err := epidemictest.Subject(world.Game, strained()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks)
	property.Report(t, property.Floor{"strain/card": 50, "strain/most": 20, "mutation/card": 50, "mutation/spreads": 20, "mutation/panic": 20, "mutation/threatens": 20}, report.Fired)
}

// Nobody learns the order of the strain's cards, or of what incidents are still to
// come, and what is written of such positions can be read again.
func TestStrainedSecrets(t *testing.T) {
	variants := strained()
	const unknown, force, purple = "strains with cards to come", "cards of the strain in force", "purple cubes on the board"
	floor := property.Floor{unlike: 50, listed: 200, unknown: 5, force: 1, purple: 1}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, world.Game, variants, n)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.Met(listed, epidemictest.Travels(t, s))
		cases.If(s.Rules().Plays(epidemic.StrainMode) && !s.Decision().Over, unknown)
		cases.Met(force, bits.OnesCount16(s.VirulentStrain.Force))
		cases.Met(purple, onBoard(s, "purple"))
	})
}

// onBoard counts the cubes of a disease.
func onBoard(s *epidemic.State, disease string) (n int) {
	d, _ := world.Game.Disease.Parse(disease)
	for c := range world.Game.Cities {
		n += int(s.CubesAt(epidemic.City(c), epidemic.Disease(d)))
	}
	return n
}

// Twelve purple cubes and none on the board, both Mutation cards on the infection
// discard, three incidents in the deck and none in a hand.
// Rules: mutation/setup mutation/incidents.
func TestMutationSetup(t *testing.T) {
	for seed := range uint64(50) {
		s := dealStrained(t, seed, "box", "brink", "mutation", "mutation", "players", "2")
		if onBoard(s, "purple") != 0 || s.Supply[4] != 12 || bits.OnesCount64(s.InfectionDiscard) != 11 || s.InfectionDiscard>>48 != 3 {
			t.Fatalf("purple %d of %d, discard %x", onBoard(s, "purple"), s.Supply[4], s.InfectionDiscard)
		}
		incidents := 0
		for _, c := range s.Secrets().Deck[:s.DeckLen] {
			if c.IsEvent() && world.Game.Events[c-epidemic.FirstEvent].Class == epidemic.Incident {
				incidents++
			}
		}
		// 48 cities, 4 events, 3 incidents, 4 epidemics; 8 are dealt.
		if incidents != 3 || s.DeckLen != 51 {
			t.Fatalf("%d incidents in a deck of %d", incidents, s.DeckLen)
		}
	}
}

// C65: the worldwide panic begins with 24 cubes on the board, six of them purple, on
// the first, fourth and seventh city, and with eleven infection cards discarded.
// Rules: mutation/panic.
func TestPanicSetup(t *testing.T) {
	for seed := range uint64(50) {
		s := dealStrained(t, seed, "box", "all", "mutation", "panic", "players", "2")
		all := 0
		for _, d := range world.Game.Diseases {
			all += onBoard(s, d)
		}
		var with [4]int // cities by their purple cubes
		for c := range world.Game.Cities {
			n := s.CubesAt(epidemic.City(c), 4)
			with[n]++
			if own := s.CubesAt(epidemic.City(c), s.Rules().Colour(epidemic.City(c))); n > 0 && own != 4-n {
				t.Errorf("%d purple cubes beside %d", n, own)
			}
		}
		if all != 24 || onBoard(s, "purple") != 6 || s.Supply[4] != 18 || bits.OnesCount64(s.InfectionDiscard) != 11 || with != [4]int{45, 1, 1, 1} {
			t.Fatalf("%d cubes, %d purple, %v", all, onBoard(s, "purple"), with)
		}
	}
}

// Eight cards of the strain, ten with both expansions, nine of them in teams; they
// come in an order that nobody knows.
// Rules: strain/setup.
func TestStrainSetup(t *testing.T) {
	first := map[uint8]bool{}
	for seed := range uint64(200) {
		for _, x := range []struct {
			box, mode string
			players   string
			n         int
		}{{"brink", "table", "2", 8}, {"all", "table", "2", 10}, {"all", "teams", "4", 9}} {
			r := strainedRules(t, engine.Settings{{Name: "mode", Value: x.mode}, {Name: "box", Value: x.box}, {Name: "players", Value: x.players}, {Name: "strain", Value: "on"}})
			n := 0
			for i := range r.Strains {
				if r.HasStrain(i) {
					n++
				}
			}
			if n != x.n {
				t.Fatalf("%v: %d cards", x, n)
			}
		}
		s := dealStrained(t, seed, "box", "all", "strain", "on", "players", "2")
		first[s.Secrets().Strains[9]] = true
	}
	if len(first) != 10 {
		t.Errorf("only %d cards come first", len(first))
	}
}

func strainedRules(t *testing.T, set engine.Settings) *epidemic.Rules {
	t.Helper()
	r, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// dealStrained deals a game of the newest revision.
func dealStrained(t *testing.T, seed uint64, options ...string) *epidemic.State {
	t.Helper()
	var set engine.Settings
	for i := 0; i < len(options); i += 2 {
		set = append(set, engine.Setting{Name: options[i], Value: options[i+1]})
	}
	chance, _ := engine.NumberedSeed(seed).Rand()
	s := new(epidemic.State)
	strainedRules(t, set).Deal(s, chance, nil)
	return s
}

// What a view says of the next infection step holds with cards in it that name no
// city.
func TestStrainedChances(t *testing.T) {
	variants := strained()
	const held, nameless = "chances held", "infection decks with cards of no city"
	floor := property.Floor{held: 5, nameless: 3}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, world.Game, variants, n)
		all := watchers(s.Rules().Players)
		if by := all[n(len(all))]; !s.Decision().Over && epidemictest.HoldChances(t, s, by, 400) {
			cases.Met(held, 1)
			cases.If(slices.ContainsFunc(s.Secrets().Infection[:s.InfectionLen], func(c epidemic.City) bool { return c >= epidemic.MaxCities }), nameless)
		}
	})
}

// While the purple cure is being paid from a hidden hand, everybody knows that it
// has cards enough, and so many of cities with purple cubes; positions that are
// drawn then have them too.
func TestPurpleCureSecrets(t *testing.T) {
	s := arrange(t, dealStrained(t, 1, "box", "all", "mutation", "panic", "players", "3", "epidemics", "5", "roles", "researcher,scientist,medic"),
		"turn 0 · clear cubes · pawn 0 atlanta · hand 0 paris milan lima cairo delhi osaka · hand 1 bogota tokyo · hand 2 lagos",
		"cubes osaka purple 1 · cubes delhi purple 1 · cubes bogota purple 2")
	dice := ai.Dice(1)
	for _, m := range []string{"0 cure purple", "0 spend paris", "0 spend osaka", "0 spend milan", "0 spend lima"} {
		play(t, s, m)
		for range 200 {
			epidemictest.Secrets(t, s, dice.N)
		}
		v := s.Knows(1 << 1)
		chance := engine.Rand{}
		for range 500 {
			p := v.Position(&chance)
			var marked uint64
			for _, c := range []string{"osaka", "delhi", "bogota"} {
				n, _ := world.Game.City.Parse(c)
				marked |= 1 << n
			}
			hand := p.Hand(0)
			if f := p.Top(); bits.OnesCount64(hand.Cities()) < int(f.N) || bits.OnesCount64(hand.Cities()&marked) < int(f.Arg[1]) {
				t.Fatalf("after %s a hand could not pay", m)
			}
		}
	}
}

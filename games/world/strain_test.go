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

// strained returns variants with the virulent strain, with the mutant disease, and with both of them.
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

// TestStrainedConformance plays the conformance suite with a virulent strain and the mutant disease.
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

// No seat learns the order of the strain cards or of the incidents still in the deck. Views of games with these
// cards survive encoding and decoding.
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

// onBoard returns the number of cubes of a disease on the board.
func onBoard(s *epidemic.State, disease string) (n int) {
	d, _ := world.Game.Disease.Parse(disease)
	for c := range world.Game.Cities {
		n += int(s.CubesAt(epidemic.City(c), epidemic.Disease(d)))
	}
	return n
}

// At the start, twelve purple cubes are in the supply and both Mutation cards are in the infection discard.
// Three incidents are in the deck, and none is in a hand. Rules: mutation/setup mutation/incidents.
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
		// 48 cities, 4 events, 3 incidents and 4 epidemics make 59 cards. The players are dealt 8 of them.
		if incidents != 3 || s.DeckLen != 51 {
			t.Fatalf("%d incidents in a deck of %d", incidents, s.DeckLen)
		}
	}
}

// C65: a worldwide panic begins with 24 cubes on the board. Six of them are purple, and are in the cities
// infected first, fourth and seventh. Eleven infection cards are in the discard. Rules: mutation/panic.
func TestPanicSetup(t *testing.T) {
	for seed := range uint64(50) {
		s := dealStrained(t, seed, "box", "all", "mutation", "panic", "players", "2")
		all := 0
		for _, d := range world.Game.Diseases {
			all += onBoard(s, d)
		}
		var with [4]int // the number of cities with 0 to 3 purple cubes
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

// There are eight strain cards, or ten with both expansions; teams use nine of the ten. No seat knows the order
// of the cards. Rules: strain/setup.
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

// dealStrained deals a game of the newest revision with the given options.
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

// A view's chances for the next infection step are right even if some infection cards name no city.
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

// While a seat with a hidden hand pays for the purple cure card by card, everyone knows that the hand has
// enough cards. They also know how many of those must name cities with purple cubes. Positions drawn from a
// view respect both.
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

package world_test

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

func deal(t testing.TB, seed uint64, set ...string) *epidemic.State {
	t.Helper()
	chance, err := engine.NumberedSeed(seed).Rand()
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	rules(t, set...).Deal(&s, chance, nil)
	return &s
}

// C1: the player deck consists of piles with one epidemic each, and the larger piles are on top. Rules:
// setup/deck setup/epidemics.
func TestPiles(t *testing.T) {
	for _, c := range []struct {
		players, epidemics int
		piles              []uint8 // the sizes of the piles, not counting the epidemic in each
	}{
		{2, 4, []uint8{12, 11, 11, 11}}, {2, 5, []uint8{9, 9, 9, 9, 9}}, {2, 6, []uint8{8, 8, 8, 7, 7, 7}},
		{4, 4, []uint8{12, 11, 11, 11}}, {4, 5, []uint8{9, 9, 9, 9, 9}}, {4, 6, []uint8{8, 8, 8, 7, 7, 7}},
		{3, 4, []uint8{11, 11, 11, 11}}, {3, 5, []uint8{9, 9, 9, 9, 8}}, {3, 6, []uint8{8, 8, 7, 7, 7, 7}},
	} {
		set := []string{"players", strconv.Itoa(c.players), "epidemics", strconv.Itoa(c.epidemics)}
		for seed := range uint64(20) {
			s := deal(t, seed, set...)
			top := int(s.DeckLen)
			for i, n := range c.piles {
				stretch := s.Secrets().Deck[top-int(n)-1 : top]
				if got := slices.Index(stretch, epidemic.Epidemic); got < 0 || slices.Contains(stretch[got+1:], epidemic.Epidemic) {
					t.Errorf("%v: stretch %d does not hold exactly one epidemic", set, i)
				}
				top -= int(n) + 1
			}
			if top != 0 {
				t.Errorf("%v: %d cards too many", set, top)
			}
		}
	}
}

// C2: each player starts with 4, 3 or 2 cards, depending on the number of players. Rules: setup/hands.
func TestFirstHands(t *testing.T) {
	for players, want := range map[string]int{"2": 4, "3": 3, "4": 2} {
		s := deal(t, 1, "players", players)
		for seat := range engine.Seat(s.Rules().Players) {
			if hand := s.Hand(seat); hand.Len() != want {
				t.Errorf("%s players: seat %d holds %d cards", players, seat, hand.Len())
			}
		}
	}
}

// C3: the set-up puts three cubes into each of three cities, then two, then one, and nine cards are in the
// infection discard. C4: the Quarantine Specialist does not prevent these cubes. The test includes seeds that
// infect her city or a neighbouring one. Rules: setup/infection setup/station setup/supply
// role/quarantine-specialist.
func TestFirstInfection(t *testing.T) {
	nearby := 0
	for seed := range uint64(60) {
		s := deal(t, seed, "roles", "quarantine-specialist,medic")
		var of [4]int
		for c := range s.Rules().Cities {
			own := s.CubesAt(epidemic.City(c), s.Rules().Colour(epidemic.City(c)))
			of[own]++
			if own > 0 != (s.InfectionDiscard>>c&1 != 0) {
				t.Fatalf("seed %d: cubes and discard disagree", seed)
			}
			here := s.Pawn(0)
			if own > 0 && (here == epidemic.City(c) || s.Rules().Links(here)>>c&1 != 0) {
				nearby++
			}
		}
		if of != [4]int{39, 3, 3, 3} || bits.OnesCount64(s.InfectionDiscard) != 9 {
			t.Errorf("seed %d: cities by cubes %v", seed, of)
		}
	}
	if nearby == 0 {
		t.Error("no seed infects beside the Quarantine Specialist")
	}
}

// C5: the holder of the most populous city card begins. If two cities are equally populous, the seat dealt
// first begins. A player who holds only events never begins. Rules: setup/first.
func TestFirstPlayer(t *testing.T) {
	eventsOnly := false
	for seed := range uint64(4000) {
		s := deal(t, seed, "players", "4")
		var best [4]uint32
		for seat := range engine.Seat(4) {
			hand := s.Hand(seat)
			for c := range s.Rules().Cities {
				if hand.Has(epidemic.Card(c)) {
					best[seat] = max(best[seat], s.Rules().Cities[c].Population)
				}
			}
			eventsOnly = eventsOnly || best[seat] == 0
		}
		most := slices.Max(best[:])
		if want := engine.Seat(slices.Index(best[:], most)); s.First != want || s.Active != want {
			t.Fatalf("seed %d: seat %d begins, populations %v", seed, s.First, best)
		}
	}
	if !eventsOnly {
		t.Error("no seed deals a hand of events only")
	}
	i := slices.IndexFunc(world.Game.Cities, func(c epidemic.CityCard) bool { return c.ID == "chicago" })
	j := slices.IndexFunc(world.Game.Cities, func(c epidemic.CityCard) bool { return c.ID == "lima" })
	if world.Game.Cities[i].Population != world.Game.Cities[j].Population {
		t.Error("Chicago and Lima are no tie any more: the ruling is obsolete")
	}
}

// Chicago and Lima are the only cities with equal populations. If each of two hands has one of them as its most
// populous city, the seat dealt first begins.
func TestFirstPlayerTie(t *testing.T) {
	for seed := range uint64(200000) {
		s := deal(t, seed, "players", "4")
		lima, chicago := holder(s, "lima"), holder(s, "chicago")
		if lima < 0 || chicago < 0 || lima == chicago {
			continue
		}
		most := uint32(0)
		for seat := range engine.Seat(4) {
			hand := s.Hand(seat)
			for c, card := range s.Rules().Cities {
				if hand.Has(epidemic.Card(c)) {
					most = max(most, card.Population)
				}
			}
		}
		if most == 9121000 {
			if want := min(lima, chicago); int(s.First) != want {
				t.Fatalf("seed %d: seat %d begins, not %d", seed, s.First, want)
			}
			return
		}
	}
	t.Error("no seed ties")
}

func holder(s *epidemic.State, city string) int {
	c, _ := s.Rules().City.Parse(city)
	for seat := range engine.Seat(s.Rules().Players) {
		if hand := s.Hand(seat); hand.Has(epidemic.Card(c)) {
			return int(seat)
		}
	}
	return -1
}

// C6: the infection rate rises through 2, 2, 2, 3, 3, 4 and 4, and stays at the end of its track. Rules:
// epidemic/increase.
func TestRateTrack(t *testing.T) {
	if got := world.Game.Numbers.Rate; !slices.Equal(got, []uint8{2, 2, 2, 3, 3, 4, 4}) {
		t.Errorf("the track is %v", got)
	}
}

// C7: hands are open with 4 epidemics and hidden with 5 or 6, unless the table opens them. If the rulebook
// excludes a combination of options, the error names the rule. Rules: hand/open hand/hidden setup/roles.
func TestOptions(t *testing.T) {
	for _, c := range []struct {
		set  []string
		open bool
	}{
		{nil, true},
		{[]string{"epidemics", "4"}, true},
		{[]string{"epidemics", "5"}, false},
		{[]string{"epidemics", "6"}, false},
		{[]string{"epidemics", "6", "hands", "open"}, true},
	} {
		if got := rules(t, c.set...).Open; got != c.open {
			t.Errorf("%v: open %v", c.set, got)
		}
	}
	for _, c := range []struct {
		set  engine.Settings
		rule string
	}{
		{engine.Settings{{Name: "epidemics", Value: "4"}, {Name: "hands", Value: "hidden"}}, "hand/open"},
		{engine.Settings{{Name: "hands", Value: "open"}, {Name: "events", Value: "secret"}}, "hand/open"},
		{engine.Settings{{Name: "roles", Value: "medic"}}, "setup/roles"},
		{engine.Settings{{Name: "players", Value: "5"}}, "setup/players"},
		{engine.Settings{{Name: "players", Value: "7"}}, ""},
		{engine.Settings{{Name: "roles", Value: "medic,medic"}}, ""},
		{engine.Settings{{Name: "weather", Value: "fine"}}, ""},
		{engine.Settings{{Name: "players", Value: "2"}, {Name: "players", Value: "3"}}, ""},
	} {
		_, err := world.Game.Compile(engine.Header{Game: "world", Revision: 1, Settings: c.set})
		var refusal *engine.Refusal
		if err == nil || errors.As(err, &refusal) != (c.rule != "") || (refusal != nil && refusal.Rule != c.rule) {
			t.Errorf("%v: %v", c.set, err)
		}
	}
}

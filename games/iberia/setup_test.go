package iberia_test

import (
	"errors"
	"math/bits"
	"slices"
	"strconv"
	"testing"

	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
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

// byPlayers holds the number of events and of starting cards for each number of players, as in the rulebook's
// table.
var byPlayers = []struct{ players, events, hand int }{{2, 4, 4}, {3, 5, 3}, {4, 6, 2}, {5, 8, 2}}

// C70: with 2, 3, 4 or 5 players, the game has 4, 5, 6 or 8 events, and each player starts with 4, 3, 2 or 2
// cards. Rules: setup/events setup/hands setup/players.
func TestEventsAndHands(t *testing.T) {
	for _, players := range []string{"1", "6"} {
		set := engine.Settings{{Name: "players", Value: players}}
		if _, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: set}); err == nil {
			t.Errorf("%s players can play", players)
		}
	}
	for _, c := range byPlayers {
		out := map[epidemic.Card]int{}
		const seeds = 200
		for seed := range uint64(seeds) {
			s := deal(t, seed, "players", strconv.Itoa(c.players))
			events := 0
			for seat := range engine.Seat(c.players) {
				hand := s.Hand(seat)
				events += bits.OnesCount32(hand.Events())
				if hand.Len() != c.hand {
					t.Fatalf("%d players: seat %d holds %d cards", c.players, seat, hand.Len())
				}
			}
			for _, card := range s.Secrets().Deck[:s.DeckLen] {
				if card != epidemic.Epidemic && card.IsEvent() {
					events++
				}
			}
			if events != c.events || s.Secrets().LeftOut.Len() != 15-c.events {
				t.Fatalf("%d players, seed %d: %d events in the game, %d left out", c.players, seed, events, s.Secrets().LeftOut.Len())
			}
			for card := range s.Secrets().LeftOut.Each {
				out[card]++
			}
		}
		for e, name := range iberia.Game.Event.Values {
			want := seeds * (15 - c.events) / 15
			if n := out[epidemic.EventCard(e)]; n < want/2 || n > want*2 {
				t.Errorf("%d players: %s was left out %d times of about %d", c.players, name, n, want)
			}
		}
	}
}

// C70: the player deck consists of piles with one epidemic each, and the larger piles are on top. Rules:
// setup/deck setup/epidemics.
func TestPiles(t *testing.T) {
	for _, c := range byPlayers {
		for epidemics := 4; epidemics <= 6; epidemics++ {
			cards := 48 + c.events - c.players*c.hand
			for seed := range uint64(20) {
				s := deal(t, seed, "players", strconv.Itoa(c.players), "epidemics", strconv.Itoa(epidemics))
				if int(s.DeckLen) != cards+epidemics {
					t.Fatalf("%d players: the deck has %d cards", c.players, s.DeckLen)
				}
				top := int(s.DeckLen)
				for i := range epidemics {
					pile := cards / epidemics
					if i < cards%epidemics {
						pile++
					}
					stretch := s.Secrets().Deck[top-pile-1 : top]
					if got := slices.Index(stretch, epidemic.Epidemic); got < 0 || slices.Contains(stretch[got+1:], epidemic.Epidemic) {
						t.Errorf("%d players: stretch %d does not hold exactly one epidemic", c.players, i)
					}
					top -= pile + 1
				}
			}
		}
	}
}

// The first infection puts three cubes into each of three cities, then two, then one, in the cities' own
// colours. Its nine cards form the infection discard. Historical diseases add no cubes, and no pawn is on the
// board yet to prevent any. Rules: setup/infection setup/supply setup/historical.
func TestFirstInfection(t *testing.T) {
	for seed := range uint64(60) {
		s := deal(t, seed, "roles", "nurse,sailor", "historical", "4")
		var of [4]int
		for c := range epidemic.City(48) {
			own := s.CubesAt(c, s.Rules().Colour(c))
			of[own]++
			if uint16(own)<<(3*s.Rules().Colour(c)) != s.Cubes[c] || own > 0 != (s.InfectionDiscard>>c&1 != 0) {
				t.Fatalf("seed %d: cubes, colours and discard disagree", seed)
			}
		}
		if of != [4]int{39, 3, 3, 3} || bits.OnesCount64(s.InfectionDiscard) != 9 {
			t.Errorf("seed %d: cities by cubes %v", seed, of)
		}
		if s.Stations != 0 || s.Cured != 0 || s.Outbreaks != 0 || s.Rate != 0 || s.Traits != 15 {
			t.Errorf("seed %d: not the beginning of a game", seed)
		}
	}
}

// C71: the player who holds the city with the oldest foundation begins. A player who holds only events never
// begins. Rules: setup/first.
func TestFirstPlayer(t *testing.T) {
	eventsOnly := false
	for seed := range uint64(6000) {
		s := deal(t, seed, "players", "5")
		first, oldest := -1, int16(0)
		for seat := range engine.Seat(5) {
			hand := s.Hand(seat)
			eventsOnly = eventsOnly || hand.Cities() == 0
			for c := range epidemic.EachCity(hand.Cities()) {
				if year := s.Rules().Cities[c].Founded; first < 0 || year < oldest {
					first, oldest = int(seat), year
				}
			}
		}
		if int(s.First) != first || s.Active != s.First {
			t.Fatalf("seed %d: seat %d begins, not %d with %d", seed, s.First, first, oldest)
		}
	}
	if !eventsOnly {
		t.Error("no seed deals a hand of events only")
	}
}

// C71: all seats are asked at the same time to choose a starting city from their own hand, or any city if they
// hold none. The game begins when all have chosen. Rules: setup/pawns.
func TestStartingPlaces(t *testing.T) {
	eventsOnly := false
	for seed := range uint64(1500) {
		s := deal(t, seed, "players", "5")
		d := s.Decision()
		if d.Question != epidemic.QuestionStart || d.All != engine.AllSeats(5) || d.May != 0 {
			t.Fatalf("seed %d: the game begins with %+v", seed, d)
		}
		for seat := range engine.Seat(5) {
			hand := s.Hand(seat)
			want := hand.Cities()
			if want == 0 {
				want, eventsOnly = s.Rules().Everywhere(), true
			}
			got := uint64(0)
			for _, m := range s.AppendMoves(nil, seat) {
				if s.Rules().Vocabulary().Verbs[m.Verb].Name != "start" {
					t.Fatalf("seed %d: seat %d may do something else", seed, seat)
				}
				got |= 1 << m.Arg[0]
			}
			if got != want {
				t.Fatalf("seed %d: seat %d may begin in %b, not %b", seed, seat, got, want)
			}
		}
		if seed < 50 {
			for !s.Decision().Over && s.Stage == 0 {
				seat := s.Decision().Owing().First()
				s.Play(s.Default(seat), nil)
			}
			if d := s.Decision(); d.Question != epidemic.QuestionAction || d.All != engine.SeatsOf(s.First) || s.Turn != 1 {
				t.Fatalf("seed %d: after the choice comes %+v", seed, d)
			}
		}
	}
	if !eventsOnly {
		t.Error("no seed deals a hand of events only")
	}
}

// With the rush, two tokens are under each hospital. A game has as many historical diseases as its settings
// say. They are drawn at random unless the settings name them. Rules: setup/rush setup/historical.
func TestChallenges(t *testing.T) {
	if s := deal(t, 1); s.TokensLeft != 14 || s.Traits != 0 {
		t.Errorf("%d tokens, diseases %b", s.TokensLeft, s.Traits)
	}
	if s := deal(t, 1, "rush", "on"); s.TokensLeft != 6 {
		t.Errorf("%d tokens in the rush", s.TokensLeft)
	}
	if s := deal(t, 1, "historical", "2", "diseases", "malaria,cholera"); s.Traits != 0b0101 {
		t.Errorf("diseases %b", s.Traits)
	}
	for n := range 5 {
		seen := map[uint8]bool{}
		for seed := range uint64(200) {
			s := deal(t, seed, "historical", strconv.Itoa(n))
			if bits.OnesCount8(s.Traits) != n || s.Traits > 15 {
				t.Fatalf("%d diseases: %b", n, s.Traits)
			}
			seen[s.Traits] = true
		}
		if want := []int{1, 4, 6, 4, 1}[n]; len(seen) != want {
			t.Errorf("%d diseases: %d of %d choices came", n, len(seen), want)
		}
	}
}

// The infection rate rises through 2, 2, 2, 3, 3, 4 and 4. Rules: epidemic/increase.
func TestRateTrack(t *testing.T) {
	if got := iberia.Game.Numbers.Rate; !slices.Equal(got, []uint8{2, 2, 2, 3, 3, 4, 4}) {
		t.Errorf("the track is %v", got)
	}
}

// Hands are always open. If the rulebook excludes a combination of options, the error names the rule. An
// unknown value is an error. Rules: hand/open setup/roles setup/historical.
func TestOptions(t *testing.T) {
	for _, epidemics := range []string{"4", "5", "6"} {
		if !rules(t, "epidemics", epidemics).Open {
			t.Errorf("%s epidemics: hands are hidden", epidemics)
		}
	}
	for _, c := range []struct {
		set  engine.Settings
		rule string
	}{
		{engine.Settings{{Name: "roles", Value: "nurse"}}, "setup/roles"},
		{engine.Settings{{Name: "historical", Value: "2"}, {Name: "diseases", Value: "malaria"}}, "setup/historical"},
		{engine.Settings{{Name: "diseases", Value: "malaria"}}, "setup/historical"},
		{engine.Settings{{Name: "historical", Value: "1"}, {Name: "diseases", Value: "plague"}}, ""},
		{engine.Settings{{Name: "historical", Value: "5"}}, ""},
		{engine.Settings{{Name: "players", Value: "6"}}, ""},
		{engine.Settings{{Name: "players", Value: "1"}}, ""},
		{engine.Settings{{Name: "epidemics", Value: "7"}}, ""},
		{engine.Settings{{Name: "roles", Value: "nurse,nurse"}}, ""},
		{engine.Settings{{Name: "hands", Value: "hidden"}}, ""},
		{engine.Settings{{Name: "rush", Value: "maybe"}}, ""},
	} {
		_, err := iberia.Game.Compile(engine.Header{Game: "iberia", Revision: iberia.Revision, Settings: c.set})
		var refusal *engine.Refusal
		if err == nil || errors.As(err, &refusal) != (c.rule != "") || (refusal != nil && refusal.Rule != c.rule) {
			t.Errorf("%v: %v", c.set, err)
		}
	}
}

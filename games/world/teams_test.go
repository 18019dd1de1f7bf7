package world_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// teamVariants returns all allowed combinations of options for teams.
func teamVariants() []engine.Settings {
	return slices.DeleteFunc(world.Combinations(), func(s engine.Settings) bool { return s.Get("mode") != "teams" })
}

// The conformance suite accepts all combinations of options for teams.
func TestTeamsConform(t *testing.T) {
	games := uint64(600)
	if testing.Short() {
		games = 100
	}
	report, err := epidemictest.Subject(world.Game, teamVariants()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v, checks %v", report.Games, report.Moves, report.Longest, report.Ended, report.Checks)
	property.Report(t, property.Floor{"team/turn": 100, "team/roles": 100, "team/split": 50, "event/private-grant": 5, "strain/card": 10, "mutation/card": 20}, report.Fired)
}

// Seats cannot distinguish positions that differ only in what other teams know. Each view survives encoding and
// decoding.
func TestTeamSecrets(t *testing.T) {
	g, variants := world.Game, teamVariants()
	const choosing, playing = "teams that choose roles", "teams that play"
	floor := property.Floor{unlike: 100, listed: 200, choosing: 1, playing: 5}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, g, variants, n)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.Met(listed, epidemictest.Travels(t, s))
		cases.If(s.Asking() == epidemic.QuestionRoles, choosing)
		cases.If(s.Asking() != epidemic.QuestionRoles, playing)
	})
}

// A team sees its own cards, and the roles and objectives that it was dealt. From other teams it sees only
// cards that everyone has seen, roles once they are shown, and objectives at the end. This test does not use
// the code that makes views.
func TestTeamViewsHoldNoMore(t *testing.T) {
	g, variants := world.Game, teamVariants()
	const hidden, offers = "hidden cards of other teams", "hidden offers"
	floor := property.Floor{hidden: 100, offers: 50}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, g, variants, n)
		for _, by := range watchers(s.Rules().Players) {
			v := s.Knows(by)
			for seat := range engine.Seat(s.Rules().Players) {
				mine := by&engine.SeatsOf(seat&^1, seat|1) != 0
				seen := v.Hands[seat].Minus(s.Shown)
				if mine != (v.Hands[seat] == s.Hand(seat)) && (mine || !seen.Empty()) {
					t.Fatalf("seats %b see %v of the hand of seat %d", by, v.Hands[seat], seat)
				}
				if offer := v.Deals[seat/2]; mine && offer != s.Secrets().Deals[seat/2] || !mine && s.End != epidemic.Won && offer != (epidemic.Deal{}) {
					t.Fatalf("seats %b see %v of the offer of seat %d", by, offer, seat)
				}
				out := s.Hand(seat).Minus(v.Hands[seat])
				cases.Met(hidden, out.Len())
				cases.If(v.Deals[seat/2] != s.Secrets().Deals[seat/2], offers)
			}
		}
	})
}

// A game in teams has four or six seats, hands that only the team sees, and roles that the table does not
// choose. TestTeamChat and TestRivalsListen in internal/httpapi check which seats can hear a team talk. Rules:
// team/setup team/hands team/objectives team/talk.
func TestTeamOptions(t *testing.T) {
	for _, c := range []struct {
		rule string
		set  []string
	}{
		{"team/setup", []string{"roles", "medic,scientist,researcher,dispatcher"}},
		{"team/setup", []string{"players", "3"}},
		{"team/setup", []string{"players", "5"}},
		{"team/hands", []string{"hands", "open"}},
		{"team/hands", []string{"events", "announced"}},
		{"lab/teams", []string{"lab", "on"}},
		{"team/objectives", []string{"objectives", "2", "mode", "table"}},
	} {
		h := engine.Header{Game: "world", Revision: world.Revision}
		set := map[string]string{"mode": "teams", "box": "all"}
		for i := 0; i < len(c.set); i += 2 {
			set[c.set[i]] = c.set[i+1]
		}
		for name, value := range set {
			h.Settings = append(h.Settings, engine.Setting{Name: name, Value: value})
		}
		_, err := world.Game.Compile(h)
		var refused *engine.Refusal
		if !errors.As(err, &refused) || refused.Rule != c.rule {
			t.Errorf("%v: %v", c.set, err)
		}
	}
}

// teamTable deals a game in teams.
func teamTable(t *testing.T, seed uint64, set ...string) *epidemic.State {
	t.Helper()
	r := teamRules(t, set...)
	chance, _ := engine.NumberedSeed(seed).Rand()
	s := new(epidemic.State)
	r.Deal(s, chance, nil)
	return s
}

func teamRules(t *testing.T, set ...string) *epidemic.Rules {
	t.Helper()
	h := engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{{Name: "mode", Value: "teams"}, {Name: "box", Value: "all"}}}
	for i := 0; i < len(set); i += 2 {
		h.Settings = append(h.Settings, engine.Setting{Name: set[i], Value: set[i+1]})
	}
	r, err := world.Game.Compile(h)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The team with the most prestige wins. Teams with equal prestige share the win. If the game is lost, all teams
// lose.
// Rule: team/winner.
func TestTeamOutcome(t *testing.T) {
	treat := func(last string) engine.Result {
		s := arrange(t, teamTable(t, 1, "players", "6"), "turn 0",
			"roles scientist researcher medic dispatcher operations-expert contingency-planner",
			"objectives balanced eradications-first network", "bases paris tokyo lima", "clear cubes",
			"hand 0 delhi", "hand 1 cairo", "hand 2 lagos", "hand 3 essen", "hand 4 milan", "hand 5 madrid",
			"cured blue yellow red", "eradicated blue yellow", "cubes paris red 1", "stations atlanta", last)
		m, err := s.Rules().Vocabulary().ParseMove(0, "treat red")
		if err != nil {
			t.Fatal(err)
		}
		s.Play(m, nil)
		r, over := s.Outcome()
		if !over || r.Cause != "team/end-eradications" {
			t.Fatalf("%v, %v", r, over)
		}
		for _, by := range watchers(6) {
			v, chance := s.Knows(by), engine.Rand{}
			drawn := v.Position(&chance)
			if other, _ := drawn.Outcome(); other != r {
				t.Errorf("seats %b know another result: %v", by, other)
			}
		}
		return r
	}
	// The first team gets prestige for an eradication (3) and for the first eradication of the game (2).
	r := treat("awards cure-red 1")
	if r.Won != 0b11 || r.Points != [6]int16{5, 5, 2, 2, 1, 1} || r.Rank != [6]uint8{1, 1, 2, 2, 3, 3} {
		t.Errorf("%v", r)
	}
	r = treat("awards eradication-blue 1 · awards mutant-eradicated 2 · awards first-cure 2 · awards first-eradication 2")
	if r.Won != 0b110000 || r.Points != [6]int16{3, 3, 4, 4, 8, 8} || r.Rank != [6]uint8{3, 3, 2, 2, 1, 1} {
		t.Errorf("%v", r)
	}
	r = treat("awards eradication-blue 1 · hand 2 extra-shift-1")
	if r.Won != 0b1111 || r.Points != [6]int16{5, 5, 5, 5, 1, 1} || r.Rank != [6]uint8{1, 1, 1, 1, 3, 3} {
		t.Errorf("%v", r)
	}
}

// In positions drawn from a view, as many bonus cards are left in the deck as in real positions, on average.
func TestDrawnBonuses(t *testing.T) {
	chance, had, drew := engine.Rand{}, 0, 0
	const games = 4000
	for seed := range uint64(games) {
		s := teamTable(t, seed)
		drawn := 6 + int(seed%20)
		s.Advance(drawn, 0, func(epidemic.Card) (engine.Seat, bool) { return engine.Seat(chance.N(4)), chance.N(3) > 0 })
		v := s.Knows(engine.Seats(1))
		p := v.Position(&chance)
		had += bonusesIn(s)
		drew += bonusesIn(&p)
	}
	if off := math.Abs(float64(had - drew)); off > 4*math.Sqrt(games) {
		t.Errorf("%d bonuses are in %d decks, but %d in the drawn ones", had, games, drew)
	}
}

func bonusesIn(s *epidemic.State) int {
	n := 0
	for _, c := range s.Secrets().Deck[:s.DeckLen] {
		if c.IsEvent() && s.Rules().Events[c-epidemic.FirstEvent].Class == epidemic.Bonus {
			n++
		}
	}
	return n
}

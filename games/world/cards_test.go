package world_test

import (
	"errors"
	"math/bits"
	"testing"

	"theriac/engine"
	"theriac/engine/enginetest/property"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// withCards returns variants with the roles and events of the expansions, but without the expansions' modules.
func withCards() []engine.Settings {
	var all []engine.Settings
	for set := range world.Every([]engine.Option{
		{Name: "box", Values: []string{"brink", "lab", "all"}}, {Name: "players", Values: []string{"2", "3", "4", "5"}},
		{Name: "epidemics", Values: []string{"4", "5", "7"}},
		{Name: "hands", Values: []string{"open", "hidden"}}, {Name: "events", Values: []string{"announced", "secret"}},
		{Name: "consent", Values: []string{"ask", "trust"}},
	}) {
		if _, err := engine.Resolve(world.Game.Options(), set); err == nil {
			all = append(all, set)
		}
	}
	return all
}

// TestCardsConform plays the conformance suite with the roles and events of the expansions.
func TestCardsConform(t *testing.T) {
	games := uint64(3000)
	if testing.Short() {
		games = 200
	}
	report, err := epidemictest.Subject(world.Game, withCards()).Play(0, games)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d games, %d moves, longest list %d, ends %v", report.Games, report.Moves, report.Longest, report.Ended)
	property.Report(t, property.Floor{"event/borrowed-time": 5, "event/special-orders": 5, "role/virologist": 20, "role/field-director": 20, "role/troubleshooter": 10, "role/local-liaison": 20}, report.Fired)
}

// compiled returns the rules of a game with the cards of the expansions.
func compiled(t testing.TB, set ...string) (*epidemic.Rules, error) {
	t.Helper()
	h := engine.Header{Game: "world", Revision: world.Revision}
	for i := 0; i < len(set); i += 2 {
		h.Settings = append(h.Settings, engine.Setting{Name: set[i], Value: set[i+1]})
	}
	return world.Game.Compile(h)
}

// C53: the deck holds two events for each player, chosen at random from all available events. No seat knows the
// events left out. With five players, each starts with two cards. Rules: setup/events setup/players
// setup/hands.
func TestTwoEventsForEach(t *testing.T) {
	hands := map[string]int{"2": 4, "3": 3, "4": 2, "5": 2}
	for _, players := range []string{"2", "3", "4", "5"} {
		for _, box := range []string{"brink", "lab", "all"} {
			r, err := compiled(t, "box", box, "players", players, "epidemics", "5")
			if players == "5" && box == "lab" {
				continue // TestWhatTheBoxHas covers this
			}
			if err != nil {
				t.Fatal(err)
			}
			for seed := range byte(20) {
				var s epidemic.State
				r.Deal(&s, engine.Rand{Key: engine.Key{seed}}, nil)
				events := 0
				for _, c := range s.Secrets().Deck[:s.DeckLen] {
					events += boolInt(c.IsEvent())
				}
				for seat := range engine.Seat(r.Players) {
					hand := s.Hand(seat)
					if hand.Len() != hands[players] {
						t.Errorf("%s players: seat %d holds %d cards", players, seat, hand.Len())
					}
					events += bits.OnesCount32(hand.Events())
				}
				if events != 2*r.Players {
					t.Errorf("%s, %s players: %d events", box, players, events)
				}
			}
		}
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// With seven epidemics, the deck consists of seven piles, and the rate marker stays on the last space of its
// track. Rules: setup/legendary epidemic/increase.
func TestSevenEpidemics(t *testing.T) {
	r, err := compiled(t, "box", "brink", "players", "3", "epidemics", "7")
	if err != nil {
		t.Fatal(err)
	}
	var s epidemic.State
	r.Deal(&s, engine.Rand{}, nil)
	epidemics := 0
	for _, c := range s.Secrets().Deck[:s.DeckLen] {
		epidemics += boolInt(c == epidemic.Epidemic)
	}
	if epidemics != 7 || int(s.DeckLen) != 48+6-9+7 {
		t.Errorf("%d epidemics in %d cards", epidemics, s.DeckLen)
	}
	arrange(t, &s, "rate 6 · deck top epidemic paris · infection bottom lima")
	for s.Epidemics == 0 && !s.Decision().Over {
		seat := s.Decision().Owing().First()
		s.Play(s.Default(seat), nil)
	}
	if s.Rate != 6 {
		t.Errorf("the marker is on step %d", s.Rate)
	}
}

// Settings that need cards or players beyond those in the table's box are rejected, and the error names the
// rule. Rules: setup/contents setup/players setup/legendary setup/events lab/roles.
func TestWhatTheBoxHas(t *testing.T) {
	for _, c := range []struct {
		rule string
		set  []string
	}{
		{"setup/contents", []string{"box", "brink", "roles", "pilot,medic"}},
		{"setup/contents", []string{"roles", "archivist,medic"}},
		{"setup/contents", []string{"box", "brink", "lab", "on"}},
		{"setup/contents", []string{"box", "all", "mode", "solo", "roles", "researcher"}},
		{"setup/contents", []string{"box", "all", "lab", "on", "roles", "field-operative,medic"}},
		{"setup/players", []string{"players", "5"}},
		{"setup/players", []string{"box", "lab", "players", "5"}},
		{"setup/legendary", []string{"box", "lab", "epidemics", "7"}},
		{"setup/events", []string{"mode", "teams", "box", "lab", "players", "6"}},
	} {
		_, err := compiled(t, c.set...)
		var refusal *engine.Refusal
		if !errors.As(err, &refusal) || refusal.Rule != c.rule {
			t.Errorf("%v: %v, not %s", c.set, err, c.rule)
		}
	}
}

// A player who gets a new role loses what is on the old role card. If the old role had five actions, the player
// also loses an action, unless none is left. Rules: event/new-assignment.
func TestAssigned(t *testing.T) {
	r, err := compiled(t, "box", "brink", "roles", "generalist,field-operative")
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []uint8{5, 1, 0} {
		var s epidemic.State
		r.Deal(&s, engine.Rand{}, nil)
		arrange(t, &s, "turn 0", "samples red 3 · samples blue 1")
		s.Actions = left
		medic, _ := r.Role.Parse("medic")
		archivist, _ := r.Role.Parse("archivist")
		s.Assign(0, medic, nil, "")
		s.Assign(1, archivist, nil, "")
		if want := left - min(1, left); s.Actions != want {
			t.Errorf("of %d actions %d are left", left, s.Actions)
		}
		if s.Samples != [epidemic.MaxDiseases]uint8{} || s.Fault() != "" {
			t.Errorf("samples %v: %s", s.Samples, s.Fault())
		}
	}
}

// With the cards of the expansions, views keep secrets, survive encoding and decoding, and include the events
// in force.
func TestViewsOfCards(t *testing.T) {
	variants := withCards()
	const held, force = "chances held", "events in force"
	floor := property.Floor{unlike: 50, listed: 200, held: 5, force: 2}
	property.Check(t, floor, func(t property.T, n func(int) int, cases *property.Cases) {
		s := epidemictest.Somewhere(t, world.Game, variants, n)
		cases.Met(unlike, epidemictest.Secrets(t, s, n))
		cases.Met(listed, epidemictest.Travels(t, s))
		all := watchers(s.Rules().Players)
		if by := all[n(len(all))]; !s.Decision().Over && epidemictest.HoldChances(t, s, by, 200) {
			cases.Met(held, 1)
			cases.Met(force, bits.OnesCount32(s.InForce))
		}
	})
}

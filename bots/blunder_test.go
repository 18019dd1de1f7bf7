package bots_test

import (
	"strings"
	"testing"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// at sets up the position at a newly dealt table. It first removes all cards from where the deal put them, so
// that only the position's text determines where they are.
func (p position) at(t *testing.T) epidemic.State {
	t.Helper()
	rules := table{world.Game, settings("players", "4", "epidemics", "5", "hands", "open", "roles", p.roles)}.rules(t)
	var s epidemic.State
	chance, _ := engine.NumberedSeed(1).Rand()
	rules.Deal(&s, chance, nil)
	var back []string
	for c := range epidemic.City(len(rules.Cities)) {
		if s.InfectionDiscard>>c&1 != 0 {
			back = append(back, "infection bottom "+rules.City.Text(uint8(c)))
		}
	}
	text := strings.Join(append(back, strings.Split(p.text, "\n")...), " · ")
	if err := epidemictest.Arrange(&s, text); err != nil {
		t.Fatal(err)
	}
	if why := s.Fault(); why != "" {
		t.Fatal(why)
	}
	return s
}

// playTurn has a bot of a level play a whole turn, and returns its moves. It passes the memo of each answer
// on to the next question.
func playTurn(t *testing.T, level string, s *epidemic.State, seed uint64) (made []string) {
	t.Helper()
	player, all := quick(t, level).New(), engine.AllSeats(s.Rules().Players)
	var memo []byte
	turn := s.Turn
	for n := uint64(0); s.End == epidemic.Running && s.Turn == turn && n < 60; n++ {
		v := s.Knows(all)
		a := player.Choose(question(s, &v, all, seed+n, memo))
		made, memo = append(made, s.Rules().Vocabulary().Move(a.Move)), a.Memo
		s.Play(a.Move, nil)
	}
	return made
}

// For most seeds, the expert plays well in positions that it once misplayed. For other seeds, it chooses
// different plans that win about as often.
func TestExpertPlaysRight(t *testing.T) {
	has := func(s *epidemic.State, c string) bool { return s.Discard.Has(card(t, s.Rules(), c)) }
	cubes := func(s *epidemic.State, d epidemic.Disease, of ...string) (n uint8) {
		for _, c := range of {
			n += s.CubesAt(city(t, s.Rules(), c), d)
		}
		return n
	}
	const blue, red = 0, 3
	for _, test := range []struct {
		name string
		position
		right func(s *epidemic.State) bool
		want  string
	}{
		{"quiet night", quietNight, func(s *epidemic.State) bool { return !has(s, "one-quiet-night") },
			"keep One Quiet Night while nothing can break out"},
		{"forecast", forecastEarly, func(s *epidemic.State) bool { return !has(s, "forecast") },
			"keep the Forecast until cards come back"},
		{"last cure", lastCure, func(s *epidemic.State) bool {
			return s.Pawns[2] == city(t, s.Rules(), "khartoum") && s.Hand(2).Has(card(t, s.Rules(), "khartoum"))
		}, "bring the card of Khartoum to its station, where the Operations Expert can take it and cure"},
		{"sweep", sweep, func(s *epidemic.State) bool { return cubes(s, red, "manila", "taipei", "osaka", "tokyo") <= 4 },
			"send the Medic through the cities of the cured disease"},
		{"walk", walkPast, func(s *epidemic.State) bool { return s.OnBoard(blue) < 9 },
			"treat a cured disease on the way"},
		{"fifth card", fifthCard, func(s *epidemic.State) bool { return !has(s, "madrid") },
			"keep the card that a team-mate with four of its colour lacks"},
	} {
		t.Run(test.name, func(t *testing.T) {
			right, seeds := 0, uint64(3)
			if testing.Short() {
				seeds = 1
			}
			for seed := range seeds {
				s := test.at(t)
				made := playTurn(t, "expert", &s, 1000*seed)
				t.Logf("seed %d: %s", seed, strings.Join(made, ", "))
				if test.right(&s) {
					right++
				}
			}
			if right < int(seeds+1)/2 {
				t.Errorf("%d of %d turns were right; it should %s", right, seeds, test.want)
			}
		})
	}
}

func card(t *testing.T, r *epidemic.Rules, id string) epidemic.Card {
	t.Helper()
	c, ok := r.Card.Parse(id)
	if !ok {
		t.Fatal("no card " + id)
	}
	return epidemic.Card(c)
}

func question(s *epidemic.State, v *epidemic.View, seats engine.Seats, seed uint64, memo []byte) *ai.Question {
	return &ai.Question{Seats: seats, View: v, Moves: moves(s, seats), Owing: s.Decision().Owing() & seats, Seed: seed, Memo: memo}
}

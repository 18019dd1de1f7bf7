package bots_test

import (
	"strings"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/iberia"
	"theriac/games/world"
)

// table is a variant of a game with which the bots are tested.
type table struct {
	game     *epidemic.Ruleset
	settings engine.Settings
}

func settings(pairs ...string) (set engine.Settings) {
	for i := 0; i+1 < len(pairs); i += 2 {
		set = append(set, engine.Setting{Name: pairs[i], Value: pairs[i+1]})
	}
	return set
}

func (t table) rules(tb testing.TB) *epidemic.Rules {
	r, err := t.game.Compile(engine.Header{Game: t.game.Game, Revision: t.game.Revision(), Settings: t.settings})
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// quick returns a level with small budgets, to keep tests fast.
func quick(tb testing.TB, name string) ai.Level {
	l, err := bots.Named(name)
	if err != nil {
		tb.Fatal(err)
	}
	return l
}

// A bot knows only what its seats know. If its view cannot distinguish another position from the real one, it
// chooses the same move there, for the same reason.
func TestBotsSeeNoHiddenCard(t *testing.T) {
	levels := []ai.Level{
		quick(t, "novice"), quick(t, "steady,rollouts=6,width=6,plans=3,turns=1"),
		quick(t, "expert,rollouts=6,width=6,plans=3,turns=1,side=6"),
	}
	asked, chose, differed, told := 0, 0, 0, 0
	for i, at := range []table{
		{world.Game, settings("players", "3", "epidemics", "5", "hands", "open")},
		{world.Game, settings("players", "2", "epidemics", "6", "hands", "hidden")},
		{world.Game, settings("players", "4", "epidemics", "5", "hands", "hidden", "events", "announced")},
		{iberia.Game, settings("players", "3")},
		{world.Game, settings("box", "lab", "lab", "on", "players", "3", "epidemics", "5", "hands", "hidden")},
		{world.Game, settings("box", "lab", "mode", "solo")},
		{world.Game, settings("box", "lab", "mode", "teams")},
	} {
		rules := at.rules(t)
		set, _ := engine.Resolve(at.game.Options(), at.settings)
		for j, l := range levels {
			player := l.New()
			var s epidemic.State
			chance, _ := engine.NumberedSeed(uint64(100*i + j)).Rand()
			rules.Deal(&s, chance, nil)
			draw := chance.Fork()
			for n := 0; n < 120; n++ {
				d := s.Decision()
				if d.Over {
					break
				}
				seats := engine.PartnersOf(at.game, set, d.Owing().First())
				first := ask(player, &s, seats, uint64(n))
				v := s.Knows(seats)
				other := v.Position(&draw)
				second := ask(player, &other, seats, uint64(n))
				asked++
				if len(moves(&s, seats)) > 1 {
					chose++
				}
				if engine.HashOf(s.Code) != engine.HashOf(other.Code) {
					differed++
				}
				if first.Move != second.Move || first.Reason.Key != second.Reason.Key {
					t.Fatalf("%s at %v chose %q, and with other hidden cards %q", l.Name, at.settings,
						rules.Vocabulary().Move(first.Move), rules.Vocabulary().Move(second.Move))
				}
				if rules.Vocabulary().Verbs[first.Move.Verb].Tells {
					told++
				}
				s.Play(first.Move, nil)
			}
		}
	}
	if asked < 1700 || chose < 1000 || differed < 1700 || told < 50 {
		t.Errorf("only %d questions were asked, %d with a choice, %d with other hidden cards; %d hands were told", asked, chose, differed, told)
	}
}

// If hands are hidden, a bot tells the others what it holds, asks what they hold before it acts, and answers
// when asked. A mute bot only answers.
func TestBotsTalk(t *testing.T) {
	rules := table{world.Game, settings("players", "3", "epidemics", "5", "hands", "hidden")}.rules(t)
	for name, want := range map[string]string{
		"novice":        "tell ask-hands tell tell",
		"novice,mute=1": "",
	} {
		player := quick(t, name).New()
		var s epidemic.State
		chance, _ := engine.NumberedSeed(3).Rand()
		rules.Deal(&s, chance, nil)
		got := ""
		for n := range 4 {
			m := ask(player, &s, engine.SeatsOf(s.Decision().Owing().First()), uint64(n)).Move
			if verb := rules.Vocabulary().Verbs[m.Verb].Name; verb == "tell" || verb == "ask-hands" {
				got = strings.TrimSpace(got + " " + verb)
			}
			s.Play(m, nil)
		}
		if got != want {
			t.Errorf("%s says %q, want %q", name, got, want)
		}
		askHands, _ := rules.Vocabulary().Verb("ask-hands")
		rules.Deal(&s, chance, nil)
		s.Play(engine.Move{Seat: s.Active, Verb: askHands}, nil)
		if m := ask(player, &s, engine.SeatsOf(s.Decision().Owing().First()), 1).Move; !rules.Vocabulary().Verbs[m.Verb].Tells {
			t.Errorf("%s does not say what it holds when it is asked", name)
		}
	}
}

func moves(s *epidemic.State, seats engine.Seats) (list []engine.Move) {
	for seat := range seats.Each {
		list = s.AppendMoves(list, seat)
	}
	return list
}

func ask(p ai.Player, s *epidemic.State, seats engine.Seats, seed uint64) ai.Answer {
	v := s.Knows(seats)
	return p.Choose(&ai.Question{
		Seats: seats, View: &v, Moves: moves(s, seats), Owing: s.Decision().Owing() & seats, Seed: seed,
	})
}

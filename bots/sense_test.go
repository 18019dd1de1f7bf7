package bots_test

import (
	"strings"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/iberia"
	"theriac/games/world"
)

// arranged returns a position with four players and open hands, after the changes in text.
func arranged(t *testing.T, text string) (*epidemic.Rules, epidemic.State) {
	t.Helper()
	at := table{world.Game, settings("players", "4", "epidemics", "5", "hands", "open", "roles", "medic,scientist,researcher,dispatcher")}
	rules := at.rules(t)
	var s epidemic.State
	chance, _ := engine.NumberedSeed(1).Rand()
	rules.Deal(&s, chance, nil)
	if err := epidemictest.Arrange(&s, strings.ReplaceAll(text, "\n", " · ")); err != nil {
		t.Fatal(err)
	}
	return rules, s
}

// levels lists the levels with fewer rollouts, so that tests can play each with many seeds.
var levels = []string{"novice", "steady,rollouts=24", "expert,rollouts=40,side=30"}

// turnOf plays a turn's actions at a level, and returns the moves.
func turnOf(t *testing.T, level string, s *epidemic.State, seed uint64) []engine.Move {
	t.Helper()
	player := quick(t, level).New()
	all := engine.AllSeats(s.Rules().Players)
	var made []engine.Move
	turn := s.Turn
	for n := uint64(0); s.End == epidemic.Running && s.Turn == turn && s.Asking() == epidemic.QuestionAction && n < 40; n++ {
		a := ask(player, s, all, seed+n)
		made = append(made, a.Move)
		s.Play(a.Move, nil)
	}
	return made
}

// At every level, a seat next to a station finds a cure if it holds the cards.
func TestCuresAreFound(t *testing.T) {
	const text = `clear cubes
turn 1
pawn 1 atlanta
hand 1 paris london madrid milan
actions 4`
	for _, level := range levels {
		for seed := range uint64(6) {
			_, s := arranged(t, text)
			turnOf(t, level, &s, 1000*seed)
			if s.Cured == 0 {
				t.Errorf("%s, seed %d: the cure was not found", level, seed)
			}
		}
	}
}

// No level discards a card that is needed for a cure.
func TestCardsOfACureAreKept(t *testing.T) {
	const text = `turn 1
actions 1
hand 1 paris london madrid milan cairo lima tokyo airlift`
	for _, level := range levels {
		player := quick(t, level).New()
		met := 0
		for seed := range uint64(12) {
			_, s := arranged(t, text)
			all := engine.AllSeats(4)
			s.Play(engine.Move{Seat: 1, Verb: verb(t, s.Rules(), "draw")}, nil)
			for n := uint64(0); s.End == epidemic.Running && s.Active == 1 && n < 60; n++ {
				a := ask(player, &s, all, 100*seed+n)
				if a.Move.Verb == verb(t, s.Rules(), "discard") && a.Move.Seat == 1 {
					met++
					if c := epidemic.Card(a.Move.Arg[0]); c.IsCity() && s.Rules().Colour(epidemic.City(c)) == 0 {
						t.Errorf("%s, seed %d discards %s", level, seed, s.Rules().Vocabulary().Move(a.Move))
					}
				}
				s.Play(a.Move, nil)
			}
		}
		if met == 0 {
			t.Errorf("%s never had to discard", level)
		}
	}
}

// Every level prevents a certain loss if a single treatment can do so.
func TestSureLossIsPrevented(t *testing.T) {
	const text = `clear cubes
turn 0
outbreaks 7
pawn 0 paris
pawn 1 tokyo
pawn 2 lima
pawn 3 sydney
hand 0 cairo lagos
cubes paris blue 3
infection top paris london
actions 1`
	for _, level := range levels {
		for seed := range uint64(8) {
			_, s := arranged(t, text)
			// All seats know the card, because a forecast put it on top.
			for i := range 2 {
				s.Seen[int(s.InfectionLen)-1-i] = engine.Everyone
			}
			turnOf(t, level, &s, 1000*seed)
			if s.CubesAt(city(t, s.Rules(), "paris"), 0) >= 3 && s.End == epidemic.Running || s.End == epidemic.LostOutbreaks {
				t.Errorf("%s, seed %d lets Paris break out", level, seed)
			}
		}
	}
}

func verb(t *testing.T, r *epidemic.Rules, name string) engine.Verb {
	t.Helper()
	v, ok := r.Vocabulary().Verb(name)
	if !ok {
		t.Fatal("no verb " + name)
	}
	return v
}

func city(t *testing.T, r *epidemic.Rules, id string) epidemic.City {
	t.Helper()
	c, ok := r.City.Parse(id)
	if !ok {
		t.Fatal("no city " + id)
	}
	return epidemic.City(c)
}

// Named rejects unknown levels, and applies the changes that a name contains.
func TestNamed(t *testing.T) {
	for _, bad := range []string{"", "champion", "expert,rollouts", "expert,colour=3", "steady,w.nothing=1"} {
		if _, err := bots.Named(bad); err == nil {
			t.Errorf("%q is a level", bad)
		}
	}
	if l, err := bots.Named("expert,rollouts=3,w.out=2"); err != nil || l.New() == nil {
		t.Error(err)
	}
}

// If another seat agrees to what a plan asks, the bot continues the plan without a new search.
func TestPlansGoOnAfterConsent(t *testing.T) {
	const text = `clear cubes
turn 2
pawn 1 atlanta
pawn 2 atlanta
hand 1 paris london madrid
hand 2 milan lima
actions 4`
	_, s := arranged(t, text)
	mine := engine.SeatsOf(2, 3) // people play the other seats
	player := quick(t, "steady,rollouts=24").New()
	var memo []byte
	gave := false
	for n := uint64(0); s.End == epidemic.Running && s.Turn == 1 && s.Active == 2 && n < 30; n++ {
		owing := s.Decision().Owing()
		if (owing & mine).Empty() {
			person := owing.First()
			list := s.AppendMoves(nil, person)
			s.Play(list[0], nil) // the other seat agrees
			gave = true
			continue
		}
		v := s.Knows(mine)
		a := player.Choose(&ai.Question{Seats: mine, View: &v, Moves: moves(&s, mine), Owing: owing & mine, Seed: n, Memo: memo})
		if gave && len(memo) > 2 {
			if first := memo[3]; byte(a.Move.Verb) != first {
				t.Errorf("after they agreed it makes another move than planned")
			}
			return
		}
		memo = a.Memo
		if !engine.Listed(moves(&s, mine), a.Move) {
			t.Fatal("a move that is not listed")
		}
		s.Play(a.Move, nil)
	}
	if !gave {
		t.Error("nobody was asked")
	}
}

// A player used at several tables in turn plays at each as if it knew no other.
func TestPlayersGoFromTableToTable(t *testing.T) {
	const level = "steady,rollouts=8,width=8,plans=3,turns=1"
	veteran := quick(t, level).New()
	for i, at := range []table{
		{world.Game, settings("players", "4", "epidemics", "5", "hands", "open")},
		{iberia.Game, settings("players", "3")},
		{world.Game, settings("players", "2", "epidemics", "6", "hands", "hidden")},
		{world.Game, settings("players", "3", "epidemics", "5", "hands", "open", "box", "lab", "lab", "on")},
		{world.Game, settings("players", "4", "epidemics", "4", "hands", "open")},
	} {
		rules := at.rules(t)
		var s epidemic.State
		chance, _ := engine.NumberedSeed(uint64(i)).Rand()
		rules.Deal(&s, chance, nil)
		newcomer := quick(t, level).New()
		for n := uint64(0); n < 30 && s.End == epidemic.Running; n++ {
			seats := engine.SeatsOf(s.Decision().Owing().First())
			a, b := ask(veteran, &s, seats, n), ask(newcomer, &s, seats, n)
			if a.Move != b.Move {
				t.Fatalf("%v: %q, and without other tables %q", at.settings, rules.Vocabulary().Move(a.Move), rules.Vocabulary().Move(b.Move))
			}
			s.Play(a.Move, nil)
		}
	}
}

// The reason fits the move. The bot does not explain a treatment by a meeting, and the reason for moving to a
// meeting names the seat to meet.
func TestReasonsFitTheAct(t *testing.T) {
	treat, give := 0, 0
	for seed := range uint64(12) {
		at := table{world.Game, settings("players", "4", "epidemics", "5", "hands", "open")}
		rules := at.rules(t)
		var s epidemic.State
		chance, _ := engine.NumberedSeed(seed).Rand()
		rules.Deal(&s, chance, nil)
		player, all := quick(t, "steady,rollouts=0").New(), engine.AllSeats(4)
		var memo []byte
		for n := uint64(0); s.End == epidemic.Running && n < 400; n++ {
			v := s.Knows(all)
			a := player.Choose(question(&s, &v, all, n, memo))
			memo = a.Memo
			args := map[string]string{}
			for _, x := range a.Reason.Args {
				args[x[0]] = x[1]
			}
			name := rules.Vocabulary().Move(a.Move)
			switch {
			case strings.HasPrefix(name, "treat "):
				treat++
				if here := rules.City.Text(uint8(s.Pawns[s.Active])); a.Reason.Key != "bot.treat" && a.Reason.Key != "bot.contain" || args["city"] != here {
					t.Errorf("deal %d, %q in %s: %v", seed, name, here, a.Reason)
				}
			case name == "build" && a.Reason.Key != "bot.station":
				t.Errorf("deal %d, %q: %v", seed, name, a.Reason)
			case a.Reason.Key == "bot.meet-role":
				give++
				if args["role"] == rules.Role.Text(s.Roles[s.Active]) {
					t.Errorf("deal %d, %q: it meets itself", seed, name)
				}
			}
			s.Play(a.Move, nil)
		}
	}
	if treat < 50 || give < 5 {
		t.Errorf("only %d treatments and %d meetings", treat, give)
	}
}

package main

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
	"theriac/internal/shape/shapetest"
)

// TestViewShape compares viewShape with the views of many games. Every member that a view contains
// is in the shape, and every member of the shape occurs in some view. The test compares facts and
// questions in the same way.
func TestViewShape(t *testing.T) {
	for _, m := range maps() {
		t.Run(m.Game, func(t *testing.T) { watchGames(t, m) })
	}
}

func watchGames(t *testing.T, m mapGame) {
	w := shapetest.New(t, m, viewShape(m.Ruleset), chanceShape(m.Ruleset))
	w.Closely = []engine.QuestionKind{epidemic.QuestionConsent, epidemic.QuestionRoles}
	chance := rand.New(rand.NewPCG(7, 7))
	variants := m.Variants()
	every := 4 * (1 + len(variants)/300)
	for round := range 4 {
		for i, set := range variants {
			if len(variants) > 60 && i%every != round*every/4 {
				continue // with many modes, each round tests only some
			}
			set, err := engine.Resolve(m.Options(), set)
			if err != nil {
				t.Fatal(err)
			}
			s, err := m.New(engine.Header{
				Game: m.Game, Revision: m.Revision(), Settings: set, Seats: make([]string, set.Int("players")),
				Seed: engine.NumberedSeed(uint64(1000*round + i)),
			})
			if err != nil {
				t.Fatal(err)
			}
			w.Tell(s.Opening())
			players := set.Int("players")
			w.Look(s, players)
			state, _ := engine.At[epidemic.State](s)
			if round%2 == 1 { // changes the position to one that is rare in play
				epidemictest.Scramble(state, chance.IntN)
			}
			choose := shapetest.ByChance(s, chance)
			if i/2%2 == 1 {
				choose = eagerly(s, chance)
			}
			w.Play(s, players, choose)
			rare(m.Ruleset, state, chance)
			w.Look(s, players)
		}
	}
	if tells(m.Ruleset, "event-removed") { // random games seldom remove an event, so replay the scenarios, too
		w.Scenarios("../../games/"+m.Game+"/testdata", func(s engine.Session, text string) error {
			state, _ := engine.At[epidemic.State](s)
			return epidemictest.Arrange(state, text)
		})
	}
	w.All(facts(m.Ruleset), steps(m.Ruleset))
}

// eagerly returns a function that chooses moves like a player who wants to win.
func eagerly(s engine.Session, chance *rand.Rand) func(engine.Decision) engine.Move {
	bot := bots.Eager{Dice: ai.Dice(chance.Uint64())}
	return func(d engine.Decision) engine.Move {
		seat := d.Owing().First()
		return bot.Choose(s.View(engine.SeatsOf(seat)).(*epidemic.View), s.AppendMoves(nil, seat))
	}
}

// rare changes a position to one that random play rarely reaches. Examples are an eradication, a question
// during a chain of outbreaks, and a refused request.
func rare(t *epidemic.Ruleset, state *epidemic.State, chance *rand.Rand) {
	for n, v := range t.Verbs() {
		if len(v.Args) == 2 && v.City == nil && v.Choice == nil {
			state.Refused[0], state.RefusedN = [4]uint8{uint8(n), 1, 1, 1}, 1
		}
	}
	state.Spread = epidemic.Spread{Left: 1 << chance.IntN(48), Disease: 3, Done: 1, N: 2, Floor: 1, City: [8]epidemic.City{5, 40}}
	if tells(t, "arranged") {
		epidemictest.MakeRecall(state, 0, []epidemic.City{epidemic.City(chance.IntN(48))}, 3)
	}
	if !t.Lasting {
		state.Eradicated = 1 << chance.IntN(4)
	}
	if echoes(t) {
		state.Echo, state.EchoOf = 1<<chance.IntN(48), 1
	}
	if overflows(t) {
		state.Fled = 1 << chance.IntN(48)
	}
	for n, v := range t.Verbs() {
		if len(v.Keeps) == engine.Operands { // use a verb whose open question stores the maximum number of operands
			state.Stack[0], state.Depth = epidemic.Frame{ID: 1, Question: epidemic.QuestionCube, Verb: engine.Verb(n)}, 1
		}
	}
	if state.Rules().Plays(epidemic.TeamMode) {
		state.Teams.Left = 1
	}
	if state.Rules().Plays(epidemic.MutationMode) {
		state.PendingMutation = epidemic.PendingMutation{Also: 1 << chance.IntN(48), Bottoms: 2, Cubes: 1, By: 17, Incidents: [2]uint8{18, 19}}
	}
}

// TestShapesFindFaults checks that comparing views with a shape detects members that are missing, unknown or
// malformed.
func TestShapesFindFaults(t *testing.T) {
	declared := viewShape(world.Game)
	good := `{"seats-at-table":[{"role":"medic","pawn":"paris"}],"stage":"` + world.Game.Stages()[0] + `","hands":[{}]}`
	for text, want := range map[string]string{
		good: "",
		strings.Replace(good, "paris", "atlantis", 1):                 "atlantis",
		strings.Replace(good, `"stage"`, `"other"`, 1):                "no stage",
		strings.Replace(good, `"hands":[{}]`, `"hands":[1]`, 1):       "no object",
		strings.Replace(good, `"hands"`, `"turn":"x","hands"`, 1):     "no number",
		strings.Replace(good, `"hands"`, `"used":{"x":1},"hands"`, 1): "not true",
	} {
		var view any
		if err := json.Unmarshal([]byte(text), &view); err != nil {
			t.Fatal(err)
		}
		faults := strings.Join(declared.Faults("view", view, map[string]bool{}), "\n")
		if (want == "") != (faults == "") || !strings.Contains(faults, want) {
			t.Errorf("%s: %q, want %q", text, faults, want)
		}
	}
}

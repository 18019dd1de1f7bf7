package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"theriac/ai"
	"theriac/bots"
	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/games"
	"theriac/games/epidemic"
	"theriac/games/epidemic/epidemictest"
	"theriac/games/world"
)

// TestViewShape holds the declared form of a view against the views of many
// games: everything that is written is declared, and everything that is declared
// is written by some position. So with the facts that are told and the questions
// that are asked.
func TestViewShape(t *testing.T) {
	for _, m := range games.Maps {
		t.Run(m.Game, func(t *testing.T) { watchGames(t, m) })
	}
}

// watched is what was met in the games of one kind.
type watched struct {
	t                *testing.T
	table            *epidemic.Table
	declared, chance object
	members          map[string]bool
	facts, steps     map[string]bool
}

func watchGames(t *testing.T, m games.Map) {
	w := &watched{
		t: t, table: m.Table, declared: viewShape(m.Table), chance: chanceShape(m.Table),
		members: map[string]bool{}, facts: map[string]bool{}, steps: map[string]bool{},
	}
	chance := rand.New(rand.NewPCG(7, 7))
	variants := m.Variants()
	every := 4 * (1 + len(variants)/300)
	for round := range 4 {
		for i, set := range variants {
			if len(variants) > 60 && i%every != round*every/4 {
				continue // where there are many ways to play, a part of them in each round
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
			w.tell(s.Opening())
			players := set.Int("players")
			w.look(s, players)
			state, _ := engine.At[epidemic.State](s)
			if round%2 == 1 { // a position that play seldom comes to
				epidemictest.Scramble(state, chance.IntN)
			}
			w.play(s, players, chance, i/2%2 == 1)
			rare(m.Table, state, chance)
			w.look(s, players)
		}
	}
	if tells(m.Table, "event-removed") { // cards that a transcript has no use for are removed
		w.scenarios("../../games/" + m.Game + "/testdata")
	}
	w.all()
}

// scenarios looks at every position of the transcripts, which come to what games
// seldom come to.
func (w *watched) scenarios(dir string) {
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "frozen":
			return filepath.SkipDir
		case filepath.Ext(path) != ".txt":
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		tr, err := transcript.Parse(string(text))
		if err != nil {
			return err
		}
		players := len(tr.Header.Seats)
		note := func(s engine.Session) {
			w.steps[w.table.Vocabulary().Steps[s.Decision().Step]] = true
			w.look(s, players)
		}
		_, err = tr.Fold(w.table, transcript.Watcher{
			Arrange: func(s engine.Session, text string) error {
				state, _ := engine.At[epidemic.State](s)
				return state.Arrange(text)
			},
			Before: func(s engine.Session, _ engine.Move) { note(s) },
			After: func(s engine.Session, _ engine.Move, facts []engine.Fact, _ engine.Effect) {
				w.tell(facts)
				note(s)
			},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		return nil
	})
	if err != nil {
		w.t.Error(err)
	}
}

// rare makes what random play seldom comes to: an eradication, a question in the
// middle of a chain of outbreaks, cards seen before they were mixed, a refused
// request.
func rare(t *epidemic.Table, state *epidemic.State, chance *rand.Rand) {
	for n, v := range t.Verbs() {
		if len(v.Args) == 2 && v.City == nil && v.Choice == nil {
			state.Refused[0], state.RefusedN = [4]uint8{uint8(n), 1, 1, 1}, 1
		}
	}
	state.Spread = epidemic.Spread{Left: 1 << chance.IntN(48), Disease: 3, Done: 1, N: 2, Floor: 1, City: [8]epidemic.City{5, 40}}
	if tells(t, "arranged") {
		state.Recall[0], state.RecallTo[0] = 1<<chance.IntN(48), 3
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
		if len(v.Keeps) == engine.Operands { // a question that remembers as much as any can
			state.Stack[0], state.Depth = epidemic.Frame{ID: 1, Step: epidemic.StepCube, Verb: engine.Verb(n)}, 1
		}
	}
	if state.Rules().Plays(epidemic.Teaming) {
		state.Teams.Left = 1
	}
	if state.Rules().Plays(epidemic.Mutating) {
		state.Coming = epidemic.Coming{Also: 1 << chance.IntN(48), Bottoms: 2, Cubes: 1, By: 17, Incidents: [2]uint8{18, 19}}
	}
}

// look holds every seat's view of a position against its form.
func (w *watched) look(s engine.Session, players int) {
	w.t.Helper()
	watchers := []engine.Seats{0, engine.AllSeats(players)}
	for seat := range players {
		watchers = append(watchers, 1<<seat)
	}
	for _, by := range watchers {
		v := s.View(by)
		hold(w.t, w.declared, engine.AppendCode(nil, v.Code), w.members)
		hold(w.t, w.chance, engine.AppendCode(nil, v.(engine.Reckoner).Chances), w.members)
	}
}

func (w *watched) tell(facts []engine.Fact) {
	for _, f := range facts {
		w.facts[w.table.Vocabulary().Facts[f.Kind].Name] = true
	}
}

// all compares what was met with what is declared.
func (w *watched) all() {
	t := w.t
	for _, name := range append(allMembers(w.declared, map[string]bool{}), allMembers(w.chance, map[string]bool{})...) {
		if !w.members[name] {
			t.Errorf("%s is declared, and no position wrote it", name)
		}
	}
	var told []string
	for _, f := range facts(w.table) {
		told = append(told, f.Name)
	}
	same(t, "fact", told, w.facts)
	same(t, "question", steps(w.table), w.steps)
}

func same(t *testing.T, what string, declared []string, met map[string]bool) {
	for _, name := range declared {
		if !met[name] {
			t.Errorf("the %s %s is declared and was not met", what, name)
		}
	}
	for name := range met {
		if !slices.Contains(declared, name) {
			t.Errorf("the %s %s was met and is not declared", what, name)
		}
	}
}

// hold holds what was written against its form.
func hold(t *testing.T, declared object, text []byte, seen map[string]bool) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if faults := declared.faults(declared.alias, value, seen); len(faults) > 0 {
		t.Fatalf("%s\n%s", strings.Join(faults, "\n"), text)
	}
}

// play makes moves, at random or as somebody who wants to win, and looks at every
// few positions.
func (w *watched) play(s engine.Session, players int, chance *rand.Rand, eager bool) {
	var list []engine.Move
	bot := bots.Eager{Dice: ai.Dice(chance.Uint64())}
	every := 4
	if testing.Short() {
		every = 16
	}
	for n := 0; ; n++ {
		d := s.Decision()
		w.steps[w.table.Vocabulary().Steps[d.Step]] = true
		if n%every == 0 || d.Over || d.Step == epidemic.StepConsent || d.Step == epidemic.StepRoles {
			w.look(s, players)
		}
		if d.Over || n > 2000 {
			return
		}
		list = list[:0]
		for seat := range (d.All | d.Any | d.May).Each {
			list = s.AppendMoves(list, seat)
		}
		move := list[chance.IntN(len(list))]
		if eager {
			list = s.AppendMoves(list[:0], d.Owing().First())
			move = bot.Choose(s.View(engine.SeatsOf(d.Owing().First())).(*epidemic.View), list)
		}
		facts, _, err := s.Play(move)
		if err != nil {
			w.t.Fatal(err)
		}
		w.tell(facts)
	}
}

func allMembers(s shape, done map[string]bool) []string {
	switch s := s.(type) {
	case object:
		if done[s.alias] {
			return nil
		}
		done[s.alias] = true
		var all []string
		for _, m := range s.members {
			all = append(append(all, s.alias+"."+m.name), allMembers(m.shape, done)...)
		}
		return all
	case listOf:
		return allMembers(s.item, done)
	case byName:
		return allMembers(s.item, done)
	}
	return nil
}

// TestShapesFindFaults shows that the comparison can fail.
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
		faults := strings.Join(declared.faults("view", view, map[string]bool{}), "\n")
		if (want == "") != (faults == "") || !strings.Contains(faults, want) {
			t.Errorf("%s: %q, want %q", text, faults, want)
		}
	}
}

// Package shapetest compares the declared form of a game's views with the views in many games. Every member
// that a view contains must be declared, and every declared member must occur in some position.
//
// By design it refuses to know any particular game: the caller passes the game and its declared form.
package shapetest

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

	"theriac/engine"
	"theriac/engine/transcript"
	"theriac/internal/shape"
)

// Watch records what occurred in the examined games of one kind.
type Watch struct {
	t                *testing.T
	game             engine.Game
	declared, chance shape.Object
	Every            int                   // examine one of this many positions
	Closely          []engine.QuestionKind // examine every position that asks one of these questions
	members          map[string]bool
	facts, steps     map[string]bool
}

// New returns a Watch for a game, with the declared forms of its views and of its odds, if it has any.
func New(t *testing.T, game engine.Game, declared, chance shape.Object) *Watch {
	w := &Watch{
		t: t, game: game, declared: declared, chance: chance, Every: 4,
		members: map[string]bool{}, facts: map[string]bool{}, steps: map[string]bool{},
	}
	if testing.Short() {
		w.Every = 16
	}
	return w
}

// Scenarios examines every position of the transcripts in dir, which reach situations that are rare in games.
func (w *Watch) Scenarios(dir string, arrange func(engine.Session, string) error) {
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
			w.Ask(s.Decision())
			w.Look(s, players)
		}
		_, err = tr.Fold(w.game, transcript.Watcher{
			Arrange: arrange,
			Before:  func(s engine.Session, _ engine.Move) { note(s) },
			After: func(s engine.Session, _ engine.Move, facts []engine.Fact, _ engine.Effect) {
				w.Tell(facts)
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

// Look checks every seat's view of a position against the declared form.
func (w *Watch) Look(s engine.Session, players int) {
	w.t.Helper()
	watchers := []engine.Seats{0, engine.AllSeats(players)}
	for seat := range players {
		watchers = append(watchers, 1<<seat)
	}
	for _, by := range watchers {
		v := s.View(by)
		hold(w.t, w.declared, engine.AppendCode(nil, v.Code), w.members)
		if r, reckons := v.(engine.OddsView); reckons {
			hold(w.t, w.chance, engine.AppendCode(nil, r.Chances), w.members)
		}
	}
}

// Tell records that facts occurred.
func (w *Watch) Tell(facts []engine.Fact) {
	for _, f := range facts {
		w.facts[w.game.Vocabulary().Facts[f.Kind].Name] = true
	}
}

// Ask records that a question occurred.
func (w *Watch) Ask(d engine.Decision) { w.steps[w.game.Vocabulary().Questions[d.Question]] = true }

// All fails the test if a declared member, fact or question did not occur. It also fails the test if an
// undeclared fact or question occurred.
func (w *Watch) All(facts []engine.Word, steps []string) {
	t := w.t
	for _, name := range append(Members(w.declared, map[string]bool{}), Members(w.chance, map[string]bool{})...) {
		if !w.members[name] {
			t.Errorf("%s is declared, and no position wrote it", name)
		}
	}
	var told []string
	for _, f := range facts {
		told = append(told, f.Name)
	}
	same(t, "fact", told, w.facts)
	same(t, "question", steps, w.steps)
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

// hold checks JSON text against the declared form.
func hold(t *testing.T, declared shape.Object, text []byte, seen map[string]bool) {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if faults := declared.Faults(declared.Alias, value, seen); len(faults) > 0 {
		t.Fatalf("%s\n%s", strings.Join(faults, "\n"), text)
	}
}

// Play plays a game and examines one in every few positions.
func (w *Watch) Play(s engine.Session, players int, choose func(engine.Decision) engine.Move) {
	for n := 0; ; n++ {
		d := s.Decision()
		w.Ask(d)
		if n%w.Every == 0 || d.Over || slices.Contains(w.Closely, d.Question) {
			w.Look(s, players)
		}
		if d.Over || n > 2000 {
			return
		}
		facts, _, err := s.Play(choose(d))
		if err != nil {
			w.t.Fatal(err)
		}
		w.Tell(facts)
	}
}

// ByChance returns a function that chooses a random legal move, of any seat that may make one.
func ByChance(s engine.Session, chance *rand.Rand) func(engine.Decision) engine.Move {
	var list []engine.Move
	return func(d engine.Decision) engine.Move {
		list = list[:0]
		for seat := range (d.All | d.Any | d.May).Each {
			list = s.AppendMoves(list, seat)
		}
		return list[chance.IntN(len(list))]
	}
}

// Members lists the members of a form and of all forms in it, each prefixed by the name of its interface.
func Members(s shape.Shape, done map[string]bool) []string {
	switch s := s.(type) {
	case shape.Object:
		if done[s.Alias] {
			return nil
		}
		done[s.Alias] = true
		var all []string
		for _, m := range s.Members {
			all = append(append(all, s.Alias+"."+m.Name), Members(m.Shape, done)...)
		}
		return all
	case shape.ListOf:
		return Members(s.Item, done)
	case shape.ByName:
		return Members(s.Item, done)
	}
	return nil
}

package maplab

import (
	"slices"
	"strings"
	"testing"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/mapgame"
	"theriac/games/epidemic/proof"
	"theriac/games/world"
	"theriac/internal/sim"
)

// The search finds puzzles. For one seed, it finds the same ones however it is split into pieces. Games with
// random decks confirm each proof.
func TestFindPuzzles(t *testing.T) {
	find := func(from, games int) []puzzle.Puzzle {
		all, err := findPuzzles(world.Game, sim.Config{
			Header: engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{{Name: "consent", Value: "trust"}}},
			Bot:    "novice", From: from, Games: games, Seed: 1, Workers: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := find(0, 1)
	if len(all) == 0 {
		t.Fatal("the game has no puzzle")
	}
	if again := find(0, 1); puzzle.Write(again) != puzzle.Write(all) {
		t.Error("a second search found others")
	}
	drawn := 0
	for i := range all {
		p := &all[i]
		begun, err := p.Begin(world.Game)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := engine.At[epidemic.State](begun)
		j := proof.Ask(p.Kind, at, proof.NewOrders(at.Rules()))
		if !j.Drawn() || p.Kind == proof.KindRelay {
			continue
		}
		drawn++
		good, spoiled := sample(t, &j, p, p.Plan[:len(p.Plan)-1]), sample(t, &j, p, nil)
		if good != samples {
			t.Errorf("%s: after the plan %d of %d decks were good", p.ID, good, samples)
		}
		if spoiled == samples {
			t.Errorf("%s: without the plan no deck of %d was bad", p.ID, samples)
		}
	}
	if drawn == 0 {
		t.Error("no puzzle is about what is drawn")
	}
}

const samples = 400

// sample plays the end of a turn many times with random decks. It returns how often the puzzle's goal was
// reached.
func sample(t *testing.T, j *proof.Question, p *puzzle.Puzzle, plan []string) (good int) {
	s, err := p.Begin(world.Game)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range plan {
		if _, err := puzzle.Play(s, text); err != nil {
			t.Fatal(err)
		}
	}
	at, _ := engine.At[epidemic.State](s)
	view := at.Knows(engine.AllSeats(at.Rules().Players))
	chance, _ := engine.NumberedSeed(7).Rand()
	for range samples {
		x := view.Position(&chance)
		turn := x.Turn
		x.Play(engine.Move{Seat: x.Active, Verb: j.Draw}, nil)
		for x.End == epidemic.Running && x.Turn == turn {
			x.Play(x.Default(x.Decision().Owing().First()), nil)
		}
		if j.Good(&x) {
			good++
		}
	}
	return good
}

// The solution of a relay (a puzzle over two turns) works for any deck: random games are always won in the
// second turn. Ending the first turn immediately fails, and so does a second turn that does not win.
func TestRelays(t *testing.T) {
	all, err := findPuzzles(world.Game, sim.Config{
		Header: engine.Header{Game: "world", Revision: world.Revision, Settings: engine.Settings{
			{Name: "consent", Value: "trust"}, {Name: "epidemics", Value: "4"}, {Name: "players", Value: "2"}, {Name: "roles", Value: "researcher,scientist"},
		}},
		Bot: "novice", Kind: proof.KindRelay, From: 75, Games: 1, Seed: 18, Workers: 1,
	})
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	for i := range all {
		p := &all[i]
		follow := func(moves []string) (verdict puzzle.Verdict) {
			begun, err := mapgame.Entry(world.Game, nil).Judge(p)
			if err != nil {
				t.Fatal(err)
			}
			for _, text := range moves {
				m, err := puzzle.ParseMove(world.Game.Vocabulary(), text)
				if err == nil {
					verdict, err = begun.Play(m)
				}
				if err != nil {
					t.Fatal(p.ID, text, err)
				}
			}
			return verdict
		}
		ends := slices.IndexFunc(p.Plan, func(text string) bool { return strings.HasSuffix(text, " draw") })
		if v := follow(p.Plan[:ends+1]); v != puzzle.Open {
			t.Errorf("%s: after the first turn it is %s", p.ID, v)
		}
		if v := follow(p.Plan); v != puzzle.Solved {
			t.Errorf("%s: after both turns it is %s", p.ID, v)
		}
		if v := follow(p.Plan[ends : ends+1]); v != puzzle.Failed {
			t.Errorf("%s: after a turn that ends at once it is %s", p.ID, v)
		}
		second := ends + slices.IndexFunc(p.Plan[ends:], func(text string) bool { return text[0] != p.Plan[ends][0] })
		wasted := append(slices.Clone(p.Plan[:second]), p.Plan[second][:1]+" draw")
		if v := follow(wasted); v != puzzle.Failed {
			t.Errorf("%s: after a second turn that ends at once it is %s", p.ID, v)
		}
		begun, err := p.Begin(world.Game)
		if err != nil {
			t.Fatal(err)
		}
		at, _ := engine.At[epidemic.State](begun)
		j := proof.Ask(p.Kind, at, proof.NewOrders(at.Rules()))
		for _, text := range p.Plan[:ends] {
			if _, err := puzzle.Play(begun, text); err != nil {
				t.Fatal(err)
			}
		}
		at, _ = engine.At[epidemic.State](begun)
		view, w := at.Knows(engine.AllSeats(at.Rules().Players)), j.Win(at)
		chance, _ := engine.NumberedSeed(7).Rand()
		for range samples {
			x := view.Position(&chance)
			j.Draws(&x, func(engine.Move) {})
			for x.End == epidemic.Running && x.Asking() != epidemic.QuestionAction {
				x.Play(x.Default(x.Decision().Owing().First()), nil)
			}
			if !proof.Wins(&x, w.Moves) {
				t.Fatalf("%s: some decks spoil it", p.ID)
			}
		}
	}
}

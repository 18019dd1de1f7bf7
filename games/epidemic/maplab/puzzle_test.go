package maplab

import (
	"testing"

	"theriac/ai/puzzle"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/epidemic/proof"
	"theriac/games/world"
	"theriac/internal/sim"
)

// A search finds puzzles, the same ones from the same seed in whatever pieces; what an exact
// proof says is also what games with decks drawn at random show.
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
		j := &proof.Question{Kind: p.Kind, Start: *at, Orders: proof.NewOrders(at.Rules())}
		if !j.Drawn() {
			continue
		}
		drawn++
		good, spoiled := sample(t, j, p, p.Plan[:len(p.Plan)-1]), sample(t, j, p, nil)
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

// sample plays the end of a turn with decks that are drawn at random, and counts the good ones.
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

package ai_test

import (
	"math"
	"testing"

	"theriac/ai"
	"theriac/engine"
)

func TestWilson(t *testing.T) {
	for _, c := range []struct {
		wins, n   int
		low, high float64
	}{
		{54, 70, 0.660, 0.854}, {0, 10, 0, 0.278}, {10, 10, 0.722, 1}, {0, 0, 0, 1},
	} {
		low, high := ai.Wilson(c.wins, c.n)
		if math.Abs(low-c.low) > 0.001 || math.Abs(high-c.high) > 0.001 {
			t.Errorf("%d of %d: [%.3f, %.3f]", c.wins, c.n, low, high)
		}
	}
}

func TestSignTest(t *testing.T) {
	for _, c := range []struct {
		a, b int
		want float64
	}{{13, 3, 0.0213}, {5, 5, 1}, {0, 0, 1}, {6, 0, 0.03125}} {
		if got := ai.SignTest(c.a, c.b); math.Abs(got-c.want) > 0.0005 {
			t.Errorf("%d against %d: %.4f", c.a, c.b, got)
		}
		if ai.SignTest(c.a, c.b) != ai.SignTest(c.b, c.a) {
			t.Errorf("%d against %d is not that the other way round", c.a, c.b)
		}
	}
}

// digits is a toy domain. A position is a number, an action adds 1, 3 or 7, and a turn has four actions. The
// best result is the largest number up to 17.
type digits struct{ n, left int }

type digitsDomain struct {
	plays int
	child digits
	moves [1]engine.Move
}

func (d *digitsDomain) Expand(s *digits, b *ai.Beam[digits]) {
	for _, add := range []int{1, 3, 7} {
		d.child = *s
		d.moves[0] = engine.Move{Verb: engine.Verb(add)}
		d.Play(&d.child, d.moves[0])
		b.Offer(&d.child, d.moves[:])
	}
}

func (d *digitsDomain) Key(s *digits) ai.Key { return ai.Key{A: uint64(s.n), C: uint64(s.left)} }

func (d *digitsDomain) Value(s *digits, _ ai.Key) float64 {
	if s.n > 17 {
		return -float64(s.n)
	}
	return float64(s.n)
}

func (d *digitsDomain) Left(s *digits) int { return s.left }

func (d *digitsDomain) Play(s *digits, m engine.Move) {
	d.plays++
	s.n += int(m.Verb)
	s.left--
}

// Beam finds the best final position even if the best single actions do not lead to it, and returns the moves
// to it.
func TestBeam(t *testing.T) {
	d := &digitsDomain{}
	b := ai.Beam[digits]{Game: d, Width: 8}
	root := digits{left: 4}
	order := b.Search(&root)
	best := &b.Nodes[order[0]]
	if best.State.n != 17 {
		t.Fatalf("the best end is %d", best.State.n)
	}
	sum := 0
	for _, m := range best.Moves {
		sum += int(m.Verb)
	}
	if sum != 17 {
		t.Fatalf("the moves lead to %d", sum)
	}
	for i := 1; i < len(order); i++ {
		if b.Nodes[order[i]].Value > b.Nodes[order[i-1]].Value {
			t.Fatal("the ends are not sorted")
		}
	}
	if n := testing.AllocsPerRun(50, func() { b.Search(&root) }); n > 0 {
		t.Errorf("a search allocates %.0f times", n)
	}
}

// Halving finds the best arm and gives it most of the trials. Within a round, all arms get trials with the
// same numbers.
func TestHalving(t *testing.T) {
	means := []float64{0.2, 0.5, 0.45, 0.7, 0.1, 0.65}
	h := ai.Halving{Budget: 600}
	seen := map[int]float64{}
	h.Rate = func(arm int) float64 { return h.Sum[arm] / float64(max(1, h.N[arm])) }
	h.Try = func(arm, trial int) float64 {
		dice := ai.Dice(trial)
		luck := float64(dice.N(1000)) / 1000
		if old, again := seen[trial]; again && old != luck {
			t.Fatal("two arms met different chances in one trial")
		}
		seen[trial] = luck
		return means[arm] + 0.3*luck
	}
	if best := h.Best(len(means), nil); best != 3 {
		t.Errorf("arm %d is the best", best)
	}
	if h.N[3] <= h.N[4] {
		t.Errorf("the best arm got %d trials, the worst %d", h.N[3], h.N[4])
	}
	if best := h.Best(len(means), func(arm int) bool { return arm == 3 }); best != 5 {
		t.Errorf("without the best, arm %d is the best", best)
	}
	h.Keep = func(arm int) bool { return arm == 4 }
	if best := h.Best(len(means), nil); best != 3 || h.N[4] != h.N[3] {
		t.Errorf("arm %d is the best with %d trials, and the worst, which is kept, had %d", best, h.N[best], h.N[4])
	}
	asked := 0
	h.Stop = func() bool { asked++; return asked > 2 }
	if best := h.Best(len(means), nil); best < 0 || best >= len(means) {
		t.Errorf("stopped early it answers %d", best)
	}
}

package world_test

import (
	"testing"
	"unsafe"

	"theriac/ai"
	"theriac/engine"
	"theriac/games/epidemic"
	"theriac/games/world"
)

func rules(t testing.TB, set ...string) *epidemic.Rules {
	t.Helper()
	h := engine.Header{Game: "world", Revision: 1}
	for i := 0; i < len(set); i += 2 {
		h.Settings = append(h.Settings, engine.Setting{Name: set[i], Value: set[i+1]})
	}
	r, err := world.Game.Compile(h)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A position takes at most 1,536 bytes, and playing does not allocate memory.
func TestPlayingIsFree(t *testing.T) {
	if n := unsafe.Sizeof(epidemic.State{}); n > 1536 {
		t.Errorf("a position has %d bytes", n)
	}
	if n := unsafe.Sizeof(engine.Move{}); n != 8 {
		t.Errorf("a move has %d bytes", n)
	}
	for _, set := range variants() {
		r, err := world.Game.Compile(engine.Header{Game: "world", Revision: world.Revision, Settings: set})
		if err != nil {
			t.Fatal(err)
		}
		var s epidemic.State
		var buf [2 * engine.MaxMoves]engine.Move
		chance, dice := engine.Rand{}, ai.Dice(1)
		games := testing.AllocsPerRun(20, func() {
			r.Deal(&s, chance.Fork(), nil)
			ai.Playout[epidemic.State](&s, &dice, buf[:0])
		})
		if games != 0 {
			t.Errorf("%v: a game allocates %.1f times", set, games)
		}
	}
}

// The benchmark plays a whole random game: the deal, the lists of moves and the moves.
func BenchmarkPlayout(b *testing.B) {
	r := rules(b, "players", "4", "epidemics", "5")
	var s epidemic.State
	var buf [2 * engine.MaxMoves]engine.Move
	chance, dice, moves := engine.Rand{}, ai.Dice(1), 0
	b.ReportAllocs()
	for b.Loop() {
		r.Deal(&s, chance.Fork(), nil)
		moves += ai.Playout[epidemic.State](&s, &dice, buf[:0])
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
}

// The benchmark copies 1,024 bytes, for comparison with the other benchmarks.
func BenchmarkCopy(b *testing.B) {
	var x, y [1024]byte
	for b.Loop() {
		x[3]++
		y = x
	}
	_ = y
}

// The benchmark sets up a new game, including the shuffling.
func BenchmarkDeal(b *testing.B) {
	r := rules(b, "players", "4", "epidemics", "5")
	var s epidemic.State
	for b.Loop() {
		r.Deal(&s, engine.Rand{}, nil)
	}
}

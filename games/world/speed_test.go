package world_test

import (
	"testing"
	"unsafe"

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

func BenchmarkRandomMove(b *testing.B) {
	r := rules(b, "players", "4", "epidemics", "5")
	var s epidemic.State
	chance := engine.Rand{}
	x := uint64(1)
	games := 0
	r.Deal(&s, chance.Fork(), nil)
	var buf [2 * engine.MaxMoves]engine.Move
	b.ReportAllocs()
	b.ReportMetric(float64(unsafe.Sizeof(s)), "state-bytes")
	for b.Loop() {
		d := s.Decision()
		if d.Over {
			games++
			r.Deal(&s, chance.Fork(), nil)
			continue
		}
		list := buf[:0]
		for set := d.Asked(); set != 0; set &= set - 1 {
			list = s.AppendMoves(list, set.First())
		}
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
		s.Play(list[x%uint64(len(list))], nil)
	}
	b.ReportMetric(float64(b.N)/float64(games), "moves/game")
}

func BenchmarkCopy(b *testing.B) {
	var x, y [1024]byte
	for b.Loop() {
		x[3]++
		y = x
	}
	_ = y
}

func BenchmarkDeal(b *testing.B) {
	r := rules(b, "players", "4", "epidemics", "5")
	var s epidemic.State
	for b.Loop() {
		r.Deal(&s, engine.Rand{}, nil)
	}
}

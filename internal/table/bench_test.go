package table_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/table"
)

// BenchmarkUpdate measures what one move costs for one subscriber.
func BenchmarkUpdate(b *testing.B) {
	st := jetstreamtest.One(b)
	clock := newClock()
	reg := table.NewRegistry(table.Config{Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: silent{}, Alone: true})
	defer reg.Close()
	h := header(b, 1, "players", "4")
	if err := reg.Begin(b.Context(), "tablebench", h, time.Hour); err != nil {
		b.Fatal(err)
	}
	tb, err := reg.Open(b.Context(), "tablebench")
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		if _, err := tb.Do(b.Context(), "", answer(tb.State(), r)); err != nil {
			b.Fatal(err)
		}
	}
	s := tb.State()
	buf := make([]byte, 0, 1<<16)
	b.ReportAllocs()
	for b.Loop() {
		buf = s.AppendUpdate(buf[:0], table.Viewer{Seats: engine.SeatsOf(1)}, s.N-1)
	}
	b.ReportMetric(float64(len(buf)), "bytes")
}

// silent observes nothing.
type silent struct{}

func (silent) Appended(time.Duration)       {}
func (silent) Broken(string, error)         {}
func (silent) Failed(string, string, error) {}

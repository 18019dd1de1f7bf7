package table_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/store/memstore"
	"theriac/internal/table"
)

// BenchmarkUpdate measures what it costs to send one move to one subscriber.
func BenchmarkUpdate(b *testing.B) {
	st := memstore.New()
	clock := newClock()
	reg := table.NewRegistry(table.Config{Log: st.Log(), Feed: st.Feed(), Clock: clock, Observe: silent{}, Standalone: true})
	defer reg.Close()
	h := header(b, 1, "players", "4")
	if err := reg.Begin(b.Context(), "tablebench", h, table.Limit{Each: time.Hour}); err != nil {
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

// silent is an Observer that ignores everything.
type silent struct{}

func (silent) Appended(time.Duration)       {}
func (silent) Broken(string, error)         {}
func (silent) Failed(string, string, error) {}

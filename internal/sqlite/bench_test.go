package sqlite_test

import (
	"fmt"
	"sync"
	"testing"

	"theriac/internal/store"
)

// BenchmarkAppend appends to as many tables at once as it has writers.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 200} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			s := open(b, b.TempDir())
			benchAppend(b, s.Log(), writers)
			commits, ops := s.Counts()
			b.ReportMetric(float64(ops)/float64(commits), "ops/commit")
		})
	}
}

func benchAppend(b *testing.B, l store.Log, writers int) {
	data := make([]byte, 236)
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i, at := w, uint64(0); i < b.N; i += writers {
				var err error
				if at, err = l.Append(b.Context(), fmt.Sprint("t", w), at, fmt.Sprint(i), data); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
}

package sqlite_test

import (
	"fmt"
	"sync"
	"testing"

	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// BenchmarkAppend appends to as many tables at once as it has writers, beside a cluster's
// store on one node.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 200} {
		b.Run(fmt.Sprintf("file/%d", writers), func(b *testing.B) {
			s := open(b, b.TempDir())
			appends(b, s.Log(), writers)
			commits, ops := s.Counts()
			b.ReportMetric(float64(ops)/float64(commits), "ops/commit")
		})
		b.Run(fmt.Sprintf("streams/%d", writers), func(b *testing.B) { appends(b, jetstreamtest.One(b).Log(), writers) })
	}
}

func appends(b *testing.B, l store.Log, writers int) {
	data := make([]byte, 236)
	b.ResetTimer()
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

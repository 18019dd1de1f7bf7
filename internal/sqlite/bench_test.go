package sqlite_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"theriac/internal/cpu"
	"theriac/internal/replica/replicatest"
	"theriac/internal/state"
	"theriac/internal/store"
)

// BenchmarkAppend appends to many tables in parallel, with one writer each.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 200} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			s := open(b, b.TempDir())
			appends(b, s.Log(), writers)
			commits, ops := s.Counts()
			b.ReportMetric(float64(ops)/float64(commits), "ops/commit")
		})
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

// BenchmarkCluster appends to three files that apply the same log. The log stores each frame immediately.
func BenchmarkCluster(b *testing.B) {
	for _, writers := range []int{1, 60, 240} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) {
			log := replicatest.New(1, state.Mark{Epoch: 1})
			log.Calm = true
			all := make([]*member, 3)
			for i := range all {
				all[i] = &member{dir: b.TempDir()}
				all[i].start(b, i, 3, log)
				defer all[i].close()
			}
			var next atomic.Int64
			var wg sync.WaitGroup
			began, data := cpu.ProcessTime(), make([]byte, 300)
			b.ResetTimer()
			for w := range writers {
				wg.Go(func() {
					l, table, at := all[w%3].Log(), fmt.Sprint("t", w), uint64(0)
					for next.Add(1) <= int64(b.N) {
						var err error
						if at, err = l.Append(b.Context(), table, at, fmt.Sprint(at), data); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64((cpu.ProcessTime()-began).Microseconds())/float64(b.N), "cpu-us/op")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
			b.ReportMetric(float64(b.N)/float64(log.Len()), "ops/frame")
		})
	}
}

//go:build unix

package bus_test

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"theriac/internal/store"
)

// BenchmarkAppend measures appends by writers that are spread over three nodes. Each writer waits for one
// append before it starts the next.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 60} {
		b.Run(fmt.Sprint(writers), func(b *testing.B) { appends(b, realStores(b), writers, 0) })
	}
}

// BenchmarkRate measures the processor time of a cluster that writes a given number of times per second. This
// includes the time that idle nodes need.
func BenchmarkRate(b *testing.B) {
	for _, rate := range []int{30, 300} {
		b.Run(fmt.Sprint(rate), func(b *testing.B) { appends(b, realStores(b), 60, rate) })
	}
}

// realStores starts three nodes with the settings of a real server, and returns their stores.
func realStores(b *testing.B) (stores []store.Store) {
	c := stoppedNodes(b, 3, time.Hour)
	for i := range c.conf {
		c.conf[i].Server.NoSync = false
		c.conf[i].Resend, c.conf[i].Checkpoint, c.conf[i].Beat = 0, 0, 0
		c.start(b, i)
	}
	for _, n := range c.list {
		stores = append(stores, n.Store())
	}
	return stores
}

// appends measures b.N appends of 300 bytes each. If rate is not 0, it makes that many appends per second.
func appends(b *testing.B, stores []store.Store, writers, rate int) {
	for i, s := range stores { // every node serves
		must(s.Log().Append(b.Context(), fmt.Sprint("first", i), 0, "k", nil))(b)
	}
	data := make([]byte, 300)
	var left atomic.Int64
	left.Store(int64(b.N))
	before, began := processorTime(b), time.Now()
	b.ResetTimer()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			l, table, at := stores[w%len(stores)].Log(), fmt.Sprint("bench", w), uint64(0)
			var err error
			for k := 0; left.Add(-1) >= 0; k++ {
				if rate > 0 {
					time.Sleep(time.Until(began.Add(time.Duration(k*writers+w) * time.Second / time.Duration(rate))))
				}
				if at, err = l.Append(b.Context(), table, at, strconv.Itoa(k), data); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
	b.ReportMetric(float64((processorTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/append")
}

func processorTime(b *testing.B) time.Duration {
	var r syscall.Rusage
	ok(b, syscall.Getrusage(syscall.RUSAGE_SELF, &r))
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

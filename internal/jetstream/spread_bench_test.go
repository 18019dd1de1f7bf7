//go:build unix

package jetstream_test

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// cpuTime is the processor time of this process.
func cpuTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Reminders at three nodes, each of which sets some: in one stream and spread over four.
func BenchmarkRemind(b *testing.B) {
	for _, n := range []*jetstreamtest.Nodes{{Layout: "4"}, {Shards: 4}} {
		n.Wait = 15 * time.Second
		name := map[bool]string{true: "one stream", false: "spread"}[n.Layout != ""]
		b.Run(name, func(b *testing.B) {
			jetstreamtest.Start(b, n, 3)
			var logs []store.Log
			for i := range 3 {
				logs = append(logs, n.Open(b, i).Log())
			}
			at := time.Now().Add(time.Hour)
			var who atomic.Int64
			b.SetParallelism(appenders / 2)
			before := cpuTime(b)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				w := int(who.Add(1))
				for i := 0; pb.Next(); i++ {
					if err := logs[w%3].Remind(b.Context(), fmt.Sprint("bench", w, "-", i), at); err != nil {
						b.Error(err)
						return
					}
				}
			})
			b.StopTimer()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "reminders/s")
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
			led := map[int]int{}
			for _, stream := range []string{"DUE", "DUE-0", "DUE-1", "DUE-2", "DUE-3"} {
				if (stream == "DUE") == (n.Layout != "") {
					led[n.Leader(b, stream)]++
				}
			}
			b.ReportMetric(float64(len(led)), "leading-nodes")
		})
	}
}

// A round of the reminders where nothing is new.
func BenchmarkDue(b *testing.B) {
	for _, shards := range []int{1, 4, 16, 64} {
		b.Run(fmt.Sprint(shards), func(b *testing.B) {
			l, now := jetstreamtest.Start(b, &jetstreamtest.Nodes{Shards: shards}, 1).Open(b, 0).Log(), time.Now()
			for i := range 6 { // as many slots as are open at a time
				if _, err := l.Due(b.Context(), now.Add(time.Duration(i)*time.Minute)); err != nil {
					b.Fatal(err)
				}
			}
			before := cpuTime(b)
			b.ResetTimer()
			for range b.N {
				if _, err := l.Due(b.Context(), now.Add(5*time.Minute)); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((cpuTime(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
		})
	}
}

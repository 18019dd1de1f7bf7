package serve

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	releaseEvery = 2 * time.Second
	// releaseSlack is how much memory an idle server may hold beyond the live heap plus a sixteenth.
	releaseSlack = 8 << 20
	// releaseAgain is how many rounds to wait before memory that could not be released, because it is
	// fragmented, is tried again.
	releaseAgain = 30
)

// releaseMemory returns memory to the operating system after a burst of work. The Go runtime would keep twice
// the live heap for the next burst, although a server with only idle streams does not need it.
func releaseMemory(ctx context.Context) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/gc/cycles/total:gc-cycles"},
	}
	tick := time.NewTicker(releaseEvery)
	defer tick.Stop()
	cycles, best, wait := uint64(0), uint64(0), 0 // best is how much memory was held after the last release
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		metrics.Read(samples)
		value := func(i int) uint64 { return samples[i].Value.Uint64() }
		held, lives := value(0)-value(1), value(2)+value(3)
		quiet := value(4) == cycles
		wait--
		if cycles = value(4); quiet && held > lives+lives/16+releaseSlack && (wait < 0 || held > best+best/16) {
			debug.FreeOSMemory()
			metrics.Read(samples)
			cycles, best, wait = value(4), value(0)-value(1), releaseAgain
		}
	}
}

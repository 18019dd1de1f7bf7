package serve

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	releaseEvery = 2 * time.Second
	// releaseSlack is how much more than what lives a quiet house may hold, beside a
	// sixteenth of it.
	releaseSlack = 8 << 20
	// releaseAgain is how long it waits before it tries once more for the same: what
	// is scattered cannot be given back.
	releaseAgain = 30
)

// releaseMemory gives memory back once a burst is over. The runtime would keep room for
// twice what lives, because the next burst might come; a house whose streams are
// open and quiet can do without.
func releaseMemory(ctx context.Context) {
	samples := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"},
		{Name: "/gc/heap/live:bytes"}, {Name: "/memory/classes/heap/stacks:bytes"}, {Name: "/gc/cycles/total:gc-cycles"},
	}
	tick := time.NewTicker(releaseEvery)
	defer tick.Stop()
	cycles, best, wait := uint64(0), uint64(0), 0 // best is what tidying up came down to
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

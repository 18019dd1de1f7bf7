package serve

import (
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"theriac/internal/metrics"
	"theriac/internal/store"
	"theriac/internal/table"
)

// tableObserver passes what happens at the tables to the log and the metrics, and
// knows which tables are broken now.
type tableObserver struct {
	meters *metrics.Meters
	log    *slog.Logger

	mu     sync.Mutex
	broken map[string]string // why, by table
	newer  map[string]bool   // tables whose newest entries this version does not know
}

func newTableObserver(m *metrics.Meters, log *slog.Logger) *tableObserver {
	return &tableObserver{meters: m, log: log, broken: map[string]string{}, newer: map[string]bool{}}
}

// mostBroken bounds the memory for names when a whole disk is gone.
const mostBroken = 10_000

// Appended observes how long an entry took to reach the disk.
func (o *tableObserver) Appended(took time.Duration) { o.meters.Appended(took) }

// Broken observes that a table is read-only from now on. It raises one alarm, however
// often the table is opened again.
func (o *tableObserver) Broken(id string, err error) {
	if errors.Is(err, table.ErrNewer) {
		o.newerVersion(id, err)
		return
	}
	o.mu.Lock()
	_, known := o.broken[id]
	if !known && len(o.broken) < mostBroken {
		o.broken[id] = err.Error()
	}
	o.mu.Unlock()
	if known {
		return
	}
	o.meters.Broken()
	attrs := []any{"table", id, "err", err}
	var at *table.BrokenError
	if errors.As(err, &at) {
		attrs = append(attrs, "entry", at.N)
	}
	o.log.Error("a table is broken and read-only until an operator repairs it", attrs...)
}

// newerVersion notes a table that a newer version has played on. That is no damage,
// and nobody has to repair anything.
func (o *tableObserver) newerVersion(id string, err error) {
	o.mu.Lock()
	known := o.newer[id]
	if !known && len(o.newer) < mostBroken {
		o.newer[id] = true
	}
	o.mu.Unlock()
	if !known {
		o.log.Warn("a newer version of the program has played on at a table; here it is read-only", "table", id, "err", err)
	}
}

// newerCount is how many tables are read-only here for that reason.
func (o *tableObserver) newerCount() float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return float64(len(o.newer))
}

// wrote observes that a table took an entry: if it was broken, it is repaired.
func (o *tableObserver) wrote(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.broken, id)
	delete(o.newer, id)
}

// brokenCount is how many tables are broken now.
func (o *tableObserver) brokenCount() float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return float64(len(o.broken))
}

// list is the tables that are broken now.
func (o *tableObserver) list() []store.Damage {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := make([]store.Damage, 0, len(o.broken))
	for _, id := range slices.Sorted(maps.Keys(o.broken)) {
		out = append(out, store.Damage{Where: "table " + id, What: o.broken[id]})
	}
	return out
}

// Failed observes what failed. It will be tried again.
func (o *tableObserver) Failed(doing, id string, err error) {
	o.meters.Failed(doing)
	o.log.Warn("could not "+doing, "table", id, "err", err)
}

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

// tableObserver records events at tables in the log and the metrics. It remembers which tables are broken.
type tableObserver struct {
	meters *metrics.Meters
	log    *slog.Logger

	mu     sync.Mutex
	broken map[string]string // why each broken table is broken
	newer  map[string]bool   // tables that only a newer version of the program can continue
}

func newTableObserver(m *metrics.Meters, log *slog.Logger) *tableObserver {
	return &tableObserver{meters: m, log: log, broken: map[string]string{}, newer: map[string]bool{}}
}

// mostBroken is how many broken tables are remembered, to limit memory if a whole disk is lost.
const mostBroken = 10_000

// Appended records in the metrics how long an entry took to reach the disk.
func (o *tableObserver) Appended(took time.Duration) { o.meters.Appended(took) }

// Broken records that a table is broken and now read-only. It alerts the operator only once per table, however
// often the table is opened.
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

// newerVersion records a table that a newer version of the program has continued. The table is not damaged and
// needs no repair.
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

// newerCount returns how many tables are read-only here because a newer version has continued them.
func (o *tableObserver) newerCount() float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return float64(len(o.newer))
}

// wrote records that a table accepted an entry. If the table was broken, it has been repaired.
func (o *tableObserver) wrote(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.broken, id)
	delete(o.newer, id)
}

// brokenCount returns how many tables are now broken.
func (o *tableObserver) brokenCount() float64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return float64(len(o.broken))
}

// list returns the broken tables in the form in which the store reports damage.
func (o *tableObserver) list() []store.Damage {
	o.mu.Lock()
	defer o.mu.Unlock()
	out := make([]store.Damage, 0, len(o.broken))
	for _, id := range slices.Sorted(maps.Keys(o.broken)) {
		out = append(out, store.Damage{Where: "table " + id, What: o.broken[id]})
	}
	return out
}

// Failed records a failure of background work, which will be retried.
func (o *tableObserver) Failed(doing, id string, err error) {
	o.meters.Failed(doing)
	o.log.Warn("could not "+doing, "table", id, "err", err)
}

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
func (w *tableObserver) Appended(took time.Duration) { w.meters.Appended(took) }

// Broken observes that a table is read-only from now on. It raises one alarm, however
// often the table is opened again.
func (w *tableObserver) Broken(id string, err error) {
	if errors.Is(err, table.ErrNewer) {
		w.newerVersion(id, err)
		return
	}
	w.mu.Lock()
	_, known := w.broken[id]
	if !known && len(w.broken) < mostBroken {
		w.broken[id] = err.Error()
	}
	w.mu.Unlock()
	if known {
		return
	}
	w.meters.Broken()
	attrs := []any{"table", id, "err", err}
	var at *table.BrokenError
	if errors.As(err, &at) {
		attrs = append(attrs, "entry", at.N)
	}
	w.log.Error("a table is broken and read-only until an operator repairs it", attrs...)
}

// newerVersion notes a table that a newer version has played on. That is no damage,
// and nobody has to repair anything.
func (w *tableObserver) newerVersion(id string, err error) {
	w.mu.Lock()
	known := w.newer[id]
	if !known && len(w.newer) < mostBroken {
		w.newer[id] = true
	}
	w.mu.Unlock()
	if !known {
		w.log.Warn("a newer version of the program has played on at a table; here it is read-only", "table", id, "err", err)
	}
}

// newerCount is how many tables are read-only here for that reason.
func (w *tableObserver) newerCount() float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return float64(len(w.newer))
}

// wrote observes that a table took an entry: if it was broken, it is repaired.
func (w *tableObserver) wrote(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.broken, id)
	delete(w.newer, id)
}

// brokenCount is how many tables are broken now.
func (w *tableObserver) brokenCount() float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return float64(len(w.broken))
}

// list is the tables that are broken now.
func (w *tableObserver) list() []store.Damage {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]store.Damage, 0, len(w.broken))
	for _, id := range slices.Sorted(maps.Keys(w.broken)) {
		out = append(out, store.Damage{Where: "table " + id, What: w.broken[id]})
	}
	return out
}

// Failed observes what failed. It will be tried again.
func (w *tableObserver) Failed(doing, id string, err error) {
	w.meters.Failed(doing)
	w.log.Warn("could not "+doing, "table", id, "err", err)
}

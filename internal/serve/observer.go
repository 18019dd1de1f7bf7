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

// tableObserver tells the log and the meters what happens at the tables, and knows
// which of them are broken now.
type tableObserver struct {
	meters *metrics.Meters
	log    *slog.Logger

	mu     sync.Mutex
	broken map[string]string // why, by table
	newer  map[string]bool   // tables that go on in a way that is not known here
}

func newTableObserver(m *metrics.Meters, log *slog.Logger) *tableObserver {
	return &tableObserver{meters: m, log: log, broken: map[string]string{}, newer: map[string]bool{}}
}

// mostBroken bounds what is remembered by name when a whole disk is gone.
const mostBroken = 10_000

// Appended is told how long an entry took to be safe.
func (w *tableObserver) Appended(took time.Duration) { w.meters.Appended(took) }

// Broken is told of a table that is read-only from now on. The alarm is raised
// once, however often the table is opened again.
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

// newerVersion notes a table that was played on by a newer version. It is no damage, and
// nobody has to repair anything.
func (w *tableObserver) newerVersion(id string, err error) {
	w.mu.Lock()
	known := w.newer[id]
	if !known && len(w.newer) < mostBroken {
		w.newer[id] = true
	}
	w.mu.Unlock()
	if !known {
		w.log.Warn("a table was played on by a newer version of the program; here it can only be read", "table", id, "err", err)
	}
}

// newerCount is how many tables can only be read here.
func (w *tableObserver) newerCount() float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	return float64(len(w.newer))
}

// wrote is told that a table took an entry: it was repaired, if it was broken.
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

// Failed is told what could not be done. It will be tried again.
func (w *tableObserver) Failed(doing, id string, err error) {
	w.meters.Failed(doing)
	w.log.Warn("could not "+doing, "table", id, "err", err)
}

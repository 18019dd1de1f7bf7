package jetstream

import (
	"sync"

	"theriac/internal/store"
)

// written is what this program last wrote into the buckets of its own server, where it
// stands alone: nobody else writes there, so that is the newest, and need not be read.
// All stores of the server share it.
type written struct {
	mu      sync.Mutex
	records map[string]lastWrite // by their subjects
	writing map[string]int       // writes that have no answer yet
	cleared int                  // how often records was
}

// lastWrite is the newest write of a subject that is known to have an effect.
type lastWrite struct {
	seq  uint64
	data []byte // nil: it deleted the record
	ask  bool   // what is there now is not known: it has to be read
}

// maxWritten bounds the records that are remembered, maxWrittenData the size of each: most
// have some hundred bytes.
const (
	maxWritten     = 20_000
	maxWrittenData = 4 << 10
)

func newWritten() *written {
	return &written{records: map[string]lastWrite{}, writing: map[string]int{}}
}

// get is the newest record of a subject, if that is known. It is not while one is being
// written: whoever watches the bucket may have seen that one before its writer has an
// answer, and must not read the one before it.
func (w *written) get(subject string) (lastWrite, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	r, ok := w.records[subject]
	return r, ok && !r.ask && w.writing[subject] == 0
}

// begin is called before a write of a subject, and end once its result is noted. The
// moment is passed to note: what was forgotten since might have been newer.
func (w *written) begin(subject string) (moment int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.writing[subject]++
	return w.cleared
}

func (w *written) end(subject string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.writing[subject]--; w.writing[subject] == 0 {
		delete(w.writing, subject)
	}
}

// note remembers a write, unless a newer one is known. Two that end in the other order
// than they were written leave the newer one.
func (w *written) note(subject string, r lastWrite, moment int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cleared != moment || w.records[subject].seq > r.seq {
		return
	}
	if len(w.records) >= maxWritten {
		w.clear()
	}
	w.records[subject] = r
}

// doubt notes that a write may or may not have had an effect. The record is read until a
// write that begins later succeeds: all writes of a subject go through one connection in
// their order, so that one decides it. This is rare, and forgets everything.
func (w *written) doubt(subject string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clear()
	w.records[subject] = lastWrite{ask: true}
}

// forget forgets everything: records were written without notes.
func (w *written) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clear()
}

// clear holds mu.
func (w *written) clear() {
	clear(w.records)
	w.cleared++
}

// conflict forgets a record if a write that was to follow it was refused: it is not the
// newest.
func (w *written) conflict(subject string, after uint64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.records[subject].seq == after {
		delete(w.records, subject)
	}
}

// record is the record as a reader gets it.
func (r lastWrite) record(key string) (store.Record, error) {
	if r.data == nil {
		return store.Record{}, store.ErrAbsent
	}
	return store.Record{Key: key, Version: r.seq, Data: r.data}, nil
}

package jetstream

import (
	"errors"
	"testing"

	"theriac/internal/store"
)

// What is remembered of a record is its newest write, in whatever order the writers get
// their answers, and nothing where that is not known.
func TestWrittenIsTheNewest(t *testing.T) {
	w := newWritten()
	want := func(seq uint64, data string) {
		t.Helper()
		got, ok := w.get("k.a.b")
		switch r, err := got.record("b"); {
		case seq == 0 && ok:
			t.Errorf("%+v is taken for the newest", got)
		case seq == 0:
		case !ok || got.seq != seq:
			t.Errorf("%+v, %v instead of %d", got, ok, seq)
		case data == "" && !errors.Is(err, store.ErrAbsent), data != "" && (err != nil || string(r.Data) != data || r.Version != seq || r.Key != "b"):
			t.Errorf("%+v, %v instead of %q", r, err, data)
		}
	}
	begin := func() int { // a write that ends at once
		defer w.end("k.a.b")
		return w.begin("k.a.b")
	}
	want(0, "")
	early, late := begin(), begin()
	w.note("k.a.b", lastWrite{seq: 5, data: []byte("five")}, late)
	w.note("k.a.b", lastWrite{seq: 4, data: []byte("four")}, early)
	want(5, "five")
	w.conflict("k.a.b", 4) // it was to follow an older one
	want(5, "five")
	w.note("k.a.b", lastWrite{seq: 6}, begin()) // deleted
	w.note("k.a.b", lastWrite{seq: 5, data: []byte("five")}, early)
	want(6, "")
	w.note("k.a.b", lastWrite{seq: 7, data: []byte("for a time"), ask: true}, begin())
	want(0, "")
	w.note("k.a.b", lastWrite{seq: 8, data: []byte("eight")}, begin())
	want(8, "eight")
	w.conflict("k.a.b", 8) // somebody else wrote, whoever that is
	want(0, "")
	before := begin()
	w.doubt("k.a.b")
	w.note("k.a.b", lastWrite{seq: 9, data: []byte("nine")}, before) // that in doubt may have followed it
	want(0, "")
	w.note("k.a.b", lastWrite{seq: 11, data: []byte("eleven")}, begin())
	want(11, "eleven")
}

// It is bounded, and what was forgotten does not come back.
func TestWrittenIsBounded(t *testing.T) {
	w := newWritten()
	begin := func() int {
		defer w.end("k.a.b")
		return w.begin("k.a.b")
	}
	before := begin()
	for i := range maxWritten + 1 {
		w.note(string(rune(i+1)), lastWrite{seq: uint64(i + 1)}, begin())
	}
	if len(w.records) > maxWritten {
		t.Errorf("%d are kept", len(w.records))
	}
	w.note("k.a.b", lastWrite{seq: 1, data: []byte("x")}, before)
	if _, ok := w.get("k.a.b"); ok {
		t.Error("a newer one may have been forgotten")
	}
}

// While a record is being written, the one before it is not taken for the newest: a watch
// may bring what is written before its writer has an answer.
func TestWrittenWhileWriting(t *testing.T) {
	w := newWritten()
	moment := w.begin("k.a.b")
	w.note("k.a.b", lastWrite{seq: 1, data: []byte("one")}, moment)
	w.end("k.a.b")
	first, second := w.begin("k.a.b"), w.begin("k.a.b")
	for _, writer := range []struct {
		moment int
		seq    uint64
	}{{second, 3}, {first, 2}} {
		if r, ok := w.get("k.a.b"); ok {
			t.Errorf("%+v is taken for the newest while one is written", r)
		}
		w.note("k.a.b", lastWrite{seq: writer.seq, data: []byte("x")}, writer.moment)
		w.end("k.a.b")
	}
	if r, ok := w.get("k.a.b"); !ok || r.seq != 3 || len(w.writing) > 0 {
		t.Errorf("afterwards %+v, %v; %d are being written", r, ok, len(w.writing))
	}
}

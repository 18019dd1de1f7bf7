package lobby_test

import (
	"context"
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// counted counts the reads of records.
type counted struct {
	store.KV
	reads *int
}

func (c counted) Get(ctx context.Context, key string) (store.Record, error) {
	*c.reads++
	return c.KV.Get(ctx, key)
}

// A stranger who asks for a private table is refused after the same reads as for a table that does not exist. It makes no
// difference whether this node knows the table already.
func TestSeenTakesOnePath(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host := h.guest()
	gathers := h.table(lobby.Draft{}, host)
	runs := h.table(lobby.Draft{}, host, host, host)
	h.ok(h.Start(t.Context(), host, runs.ID))
	over := h.table(lobby.Draft{}, host, host, host)
	h.ok(h.Start(t.Context(), host, over.ID))
	h.ok(h.Finish(t.Context(), over.ID, lobby.Outcome{Cause: "end/cures"}, h.now()))
	reads := 0
	n := lobby.New(lobby.Config{
		KV: func(bucket string) store.KV { return counted{st.KV(bucket), &reads} }, Do: st.Do, People: h.people, Now: h.now, Begin: h.begun.begin,
		OnError: func(err error) { t.Error(err) },
	})
	want := 0
	for _, id := range []string{"zzzzzzzzzzzz", gathers.ID, runs.ID, over.ID, gathers.ID, runs.ID, over.ID} {
		reads = 0
		_, err := n.Seen(t.Context(), id)
		h.refused(err, lobby.NoSuchTable)
		if want == 0 {
			want = reads
		}
		if reads == 0 || reads != want {
			t.Errorf("%s: %d reads, want %d", id, reads, want)
		}
	}
	h.ok(h.Release(t.Context(), host, over.ID, true))
	if got := h.ok(n.Seen(t.Context(), over.ID)); got.Host != "" || len(lobby.Mentions(got)) != 0 || !got.Released {
		t.Errorf("%+v", got)
	}
}

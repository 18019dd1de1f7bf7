package lobby_test

import (
	"context"
	"crypto/rand"
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// lagging is a bucket whose pages are from an earlier time, like those of a node that lags.
type lagging struct {
	store.KV
	old  map[string]store.Record
	gets int // how often the current record was read
}

func (l *lagging) Get(ctx context.Context, key string) (store.Record, error) {
	l.gets++
	return l.KV.Get(ctx, key)
}

func (l *lagging) Page(_ context.Context, prefix, _ string, _ int) ([]store.Record, error) {
	if r, ok := l.old[prefix]; ok {
		return []store.Record{r}, nil
	}
	return nil, nil
}

// catchUp copies the current record of a table to the lagging node.
func (l *lagging) catchUp(t *testing.T, table string) {
	t.Helper()
	r, err := l.KV.Get(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	l.old[table] = r
}

// A node that lags never overwrites a newer record, and refuses nothing because of an old one. A node that does not
// lag reads no record twice.
func TestLaggingNodeChanges(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	lag := &lagging{KV: st.KV(lobby.BucketTables), old: map[string]store.Record{}}
	there := lobby.New(lobby.Config{KV: st.Instead(lobby.BucketTables, lag), Do: st.Do, People: h.people, Now: h.now, Random: rand.Reader})
	host, a, b := h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true, Settings: players("3")}, host, host).ID
	stand := func(seat int) { h.ok(there.StandUp(t.Context(), a, table, seat)) }

	h.must(h.Sit(t.Context(), a, table, 1, ""))
	stand(1) // the node does not know the table
	lag.catchUp(t, table)
	h.must(h.Sit(t.Context(), a, table, 1, ""))
	stand(1) // the node thinks that no one sits there
	lag.catchUp(t, table)

	h.must(h.Sit(t.Context(), a, table, 1, ""))
	_, _, err := there.Sit(t.Context(), b, table, 1, "") // the node thinks that the seat is free
	h.refused(err, lobby.SeatTaken)
	got := h.must(there.Sit(t.Context(), b, table, lobby.AnySeat, ""))
	if got.Seats[0].Holder != host.ID || got.Seats[1].Holder != a.ID || got.Seats[2].Holder != b.ID {
		t.Errorf("%+v", got.Seats)
	}

	lag.catchUp(t, table)
	lag.gets = 0
	stand(1)
	if lag.gets != 0 {
		t.Errorf("%d reads of the current record", lag.gets)
	}
	if got, err := there.SetNonce(t.Context(), b, table, 2, ""); err != nil || !got.Held(a.ID).Empty() || lag.gets != 1 {
		t.Errorf("%+v, %d reads, %v", got.Seats, lag.gets, err) // nothing to write, but the result is current
	}
	h.listsFit(st)
}

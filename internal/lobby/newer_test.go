package lobby_test

import (
	"bytes"
	"errors"
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// If a record has unknown fields, this program uses the fields that it knows. It does not write the record,
// because that would lose the unknown fields. A record that the program cannot interpret at all counts as
// newer, not as damaged. Repairs leave both kinds of records alone. This guards against audit finding S7.
func TestNewerRecord(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	host := h.guest()
	change := func(old, with string) (lobby.Table, []byte) {
		t.Helper()
		tab := h.table(lobby.Draft{Game: "world", Settings: players("2"), Public: true}, host)
		rec, err := st.KV("tables").Get(t.Context(), tab.ID)
		if err != nil {
			t.Fatal(err)
		}
		data := bytes.Replace(rec.Data, []byte(old), []byte(with), 1)
		if bytes.Equal(data, rec.Data) {
			t.Fatalf("no %s in %s", old, rec.Data)
		}
		if _, err := st.KV("tables").Put(t.Context(), tab.ID, rec.Version, data); err != nil {
			t.Fatal(err)
		}
		h.Reread(tab.ID)
		return tab, data
	}
	tab, data := change(`{`, `{"shelter":"cellar",`)
	if got, err := h.Get(t.Context(), tab.ID); err != nil || got.Host != host.ID {
		t.Errorf("a record with a newer field cannot be read: %v", err)
	}
	if _, err := h.Close(t.Context(), host, tab.ID); !errors.Is(err, store.ErrNewer) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("a record with a newer field was changed: %v", err)
	}
	paused, pausedData := change(`"status":"gathering"`, `"status":"paused"`)
	if _, err := h.Get(t.Context(), paused.ID); !errors.Is(err, store.ErrNewer) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("a newer status: %v", err)
	}
	h.advance(2 * lobby.Deserted)
	if err := h.Tend(t.Context()); err != nil {
		t.Error("tending minds:", err)
	}
	for id, want := range map[string][]byte{tab.ID: data, paused.ID: pausedData} {
		if rec, err := st.KV("tables").Get(t.Context(), id); err != nil || !bytes.Equal(rec.Data, want) {
			t.Errorf("%s was written: %v", id, err)
		}
	}
}

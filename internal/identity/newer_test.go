package identity_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// S7: this program can read records with fields that a newer version added, but does not change
// them, because that would lose the unknown fields.
func TestNewerRecords(t *testing.T) {
	st := memstore.New()
	c := newClock()
	p := open(t, config(st, c))
	who, token := guest(t, p, "Ada")
	link, err := p.DeviceLink(t.Context(), who.ID)
	if err != nil {
		t.Fatal(err)
	}
	later := map[string]map[string][]byte{}
	for _, bucket := range []string{"people", "sessions", "links"} {
		list, err := st.KV(bucket).List(t.Context(), "")
		if err != nil || len(list) != 1 {
			t.Fatal(bucket, list, err)
		}
		data := bytes.Replace(list[0].Data, []byte("{"), []byte(`{"portrait":"x",`), 1)
		if _, err := st.KV(bucket).Put(t.Context(), list[0].Key, list[0].Version, data); err != nil {
			t.Fatal(err)
		}
		later[bucket] = map[string][]byte{list[0].Key: data}
	}
	c.advance(48 * time.Hour) // after a day, a program usually stores the session's last use again
	other := open(t, config(st, c))
	if got, err := other.Authenticate(t.Context(), token); err != nil || got.Name != "Ada" {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := other.SetName(t.Context(), who.ID, "Eve"); !errors.Is(err, store.ErrNewer) || errors.Is(err, store.ErrDamaged) {
		t.Errorf("a newer person was renamed: %v", err)
	}
	c.advance(-48 * time.Hour)
	if _, err := open(t, config(st, c)).Redeem(t.Context(), link.Secret); !errors.Is(err, store.ErrNewer) {
		t.Errorf("a newer link was used: %v", err)
	}
	for bucket, records := range later {
		for key, want := range records {
			if rec, err := st.KV(bucket).Get(t.Context(), key); err != nil || !bytes.Equal(rec.Data, want) {
				t.Errorf("%s was written: %s, %v", bucket, rec.Data, err)
			}
		}
	}
}

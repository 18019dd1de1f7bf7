package serve

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"theriac/internal/order"
)

// The moderation log of a server's folder and of its backup verifies. A changed entry is found in both.
func TestVerifyOrder(t *testing.T) {
	data, backup := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	s := open(t, Options{Data: data, Trusted: []string{"127.0.0.0/8", "::1"}})
	ada := arrive(t, s.URL())
	var me struct{ ID string }
	ada.ask(http.MethodGet, "/api/me", nil, &me)
	for i, what := range []string{order.Warn, order.Mute} {
		r := order.Ruling{About: me.ID, What: what, Reason: "hurtful", Words: "be kind", Open: i == 1, Key: what}
		if _, err := s.services.order.Decide(t.Context(), strings.Repeat("a", 20), r); err != nil {
			t.Fatal(err)
		}
	}
	check := func(path string, want order.Findings) {
		t.Helper()
		got, err := VerifyOrder(t.Context(), path)
		if err != nil || got.Entries != want.Entries || got.Words != want.Words || !slices.Equal(got.Broken, want.Broken) || got.Sound() != want.Sound() {
			t.Errorf("%+v, %v", got, err)
		}
	}
	check(data, order.Findings{Entries: 2, Words: 2})
	kv := s.storage.Store.KV(order.BucketLog)
	rec, err := kv.Get(t.Context(), "entry.000000001")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := kv.Put(t.Context(), rec.Key, rec.Version, []byte(strings.Replace(string(rec.Data), order.Warn, order.None, 1))); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), data, backup, nil); err != nil {
		t.Fatal(err)
	}
	check(backup, order.Findings{Entries: 1, Words: 1, Broken: []int{1}})
	if !HasOrder(data) || !HasOrder(backup) || HasOrder(filepath.Join(data, "operator-key")) || HasOrder("nothing") {
		t.Error("files are taken for what they are not")
	}
	if _, err := VerifyOrder(t.Context(), t.TempDir()); err == nil {
		t.Error("an empty folder verifies")
	}
}

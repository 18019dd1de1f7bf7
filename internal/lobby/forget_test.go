package lobby_test

import (
	"encoding/json"
	"strings"
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// everything returns all keys and all data of all buckets as one text. Tests search the text for a person.
func everything(t *testing.T, st *memstore.Store) string {
	t.Helper()
	var all strings.Builder
	for _, name := range buckets {
		list, err := st.KV(name).List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range list {
			all.WriteString(name + " " + rec.Key + " " + string(rec.Data) + "\n")
		}
	}
	return all.String()
}

// A forgotten person is in no record and in no list, whatever they did at tables before. The tables remain.
func TestForgetLeavesNoTrace(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	me, a, op := h.guest(), h.guest(), h.operator()
	hosted := h.table(lobby.Draft{Public: true}, me, me, a)
	h.ok(h.SetHooks(t.Context(), me, hosted.ID, 0, []lobby.Hook{{URL: "https://example.org/mine", Form: "json", On: "turn"}}))
	if _, err := h.HandOver(t.Context(), me, hosted.ID, 0); err != nil {
		t.Fatal(err)
	}
	alone := h.table(lobby.Draft{Public: true}, me, me)
	running := h.table(lobby.Draft{Public: true}, a, a, me)
	h.ok(h.Start(t.Context(), a, running.ID))
	over := h.played(lobby.Draft{Public: true}, me, me, a)
	banned := h.table(lobby.Draft{Public: true}, a)
	h.ok(h.Kick(t.Context(), a, banned.ID, me.ID, true))
	muted := h.table(lobby.Draft{Public: true}, a)
	h.ok(h.Mute(t.Context(), a, muted.ID, me.ID))
	guest := h.table(lobby.Draft{}, a, me)
	h.ok(h.StandUp(t.Context(), me, guest.ID, 0))
	down := h.table(lobby.Draft{}, me, me)
	h.ok(h.TakeDown(t.Context(), op, down.ID, "x"))

	out, err := h.Export(t.Context(), me.ID)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []lobby.Table{hosted, alone, running, over, banned, muted, guest, down} {
		if !strings.Contains(string(text), table.ID) {
			t.Errorf("%s is not in the export", table.ID)
		}
	}
	for _, part := range []string{"https://example.org/mine", `"banned":true`, `"muted":true`, `"guest":true`, `"hosted":true`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	if !strings.Contains(everything(t, st), me.ID) {
		t.Error("the search finds nothing at all")
	}
	for range 2 {
		if err := h.Forget(t.Context(), me.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.people.Forget(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	all := everything(t, st)
	for _, trace := range []string{me.ID, "example.org/mine"} {
		if i := strings.Index(all, trace); i >= 0 {
			t.Errorf("%s is left in …%s…", trace, all[max(0, i-200):min(len(all), i+100)])
		}
	}
	if got := h.ok(h.Get(t.Context(), hosted.ID)); got.Host != a.ID || got.Taken() != 1 || got.Status != lobby.Gathering {
		t.Errorf("%+v", got)
	}
	if got := h.ok(h.Get(t.Context(), alone.ID)); got.Status != lobby.Closed {
		t.Errorf("%+v", got)
	}
	if got := h.ok(h.Get(t.Context(), running.ID)); got.Status != lobby.Playing || got.Seats[1].Holder != "" {
		t.Errorf("%+v", got)
	}
	if h.trouble.Load() != 0 {
		t.Error("a list is out of step")
	}
}

package lobby_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/lobby/lists"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// everything is all keys and data of all buckets.
func everything(t *testing.T, st *memstore.Store) string {
	t.Helper()
	var all strings.Builder
	for _, name := range buckets {
		list, err := st.KV(name).List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range list {
			text, err := string(rec.Data), error(nil)
			switch name {
			case "volumes":
				text, _, err = volumeText(rec.Data)
			case "years":
				text, err = yearText(rec.Data)
			}
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(text) {
				all.WriteString(name + " " + rec.Key + " " + strings.TrimSuffix(line, "\n") + "\n")
			}
		}
	}
	return all.String()
}

// A forgotten person is in no record and no list any more, whatever they had to do
// with tables; the tables go on.
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
	h.ok(h.Stand(t.Context(), me, guest.ID, 0))
	down := h.table(lobby.Draft{}, me, me)
	if _, err := h.Report(t.Context(), me, running.ID, a.ID, 0, "what I wrote"); err != nil {
		t.Fatal(err)
	}
	about, err := h.Report(t.Context(), a, running.ID, me.ID, 0, "what was written of me")
	if err != nil {
		t.Fatal(err)
	}
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
	for _, part := range []string{"what I wrote", "https://example.org/mine", `"banned":true`, `"muted":true`, `"guest":true`, `"hosted":true`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	if strings.Contains(string(text), "what was written of me") {
		t.Error("the export has what is another's")
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
	for _, trace := range []string{me.ID, "what I wrote", "example.org/mine"} {
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
	list, err := h.Reports(t.Context(), op, true, 0, 50)
	if err != nil || len(list) != 1 || list[0].ID != about.ID || list[0].About != "" {
		t.Errorf("%+v, %v", list, err)
	}
	if h.trouble.Load() != 0 {
		t.Error("a list is out of step")
	}
}

// single is a bucket with one record.
type single struct {
	store.KV
	data  []byte
	below bool // another one was asked for
}

func (s *single) Get(_ context.Context, key string) (store.Record, error) {
	if key == "v" {
		return store.Record{Key: key, Version: 1, Data: s.data}, nil
	}
	s.below = true
	return store.Record{}, store.ErrAbsent
}

func (s *single) List(_ context.Context, prefix string) ([]store.Record, error) {
	if s.data != nil && prefix == nobody {
		return []store.Record{{Key: prefix + ".2026", Version: 1, Data: s.data}}, nil
	}
	return nil, nil
}

const nobody = "aaaaaaaaaaaaaaaaaaaa"

// volumeText is all that a volume holds, as text, and whether it is split.
func volumeText(data []byte) (text string, split bool, err error) {
	kv := &single{data: data}
	var all strings.Builder
	err = lists.EachVolume(context.Background(), kv, func(table string, rec []byte) error {
		all.WriteString(table + " " + string(rec) + "\n")
		return nil
	})
	return all.String(), kv.below, err
}

// yearText is all that a list by year holds, as text.
func yearText(data []byte) (string, error) {
	notes, err := lists.NewNotes(&single{}, &single{data: data}).Of(context.Background(), nobody)
	return fmt.Sprintf("%+v", notes), err
}

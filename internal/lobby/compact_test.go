package lobby_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

const day = 24 * time.Hour

// compacted moves everything that is a day old.
func (h *harness) compacted() int {
	h.t.Helper()
	n, err := h.Compact(h.t.Context(), h.now().Add(-day))
	if err != nil {
		h.t.Fatal(err)
	}
	return n
}

// remembered is what a person sees and gets of their tables.
type remembered struct {
	Mine     []lobby.Own
	Finished []lobby.Table
	Export   lobby.Export
}

func (h *harness) remembered(person identity.Person) (r remembered) {
	h.t.Helper()
	var err error
	if r.Mine, _, err = h.Mine(h.t.Context(), person.ID, 0, lobby.MaxPage); err != nil {
		h.t.Fatal(err)
	}
	if r.Finished, _, err = h.FinishedOf(h.t.Context(), person.ID, 100); err != nil {
		h.t.Fatal(err)
	}
	if r.Export, err = h.Export(h.t.Context(), person.ID); err != nil {
		h.t.Fatal(err)
	}
	for i := range r.Mine { // a version is a place in the store
		r.Mine[i].Version = 0
	}
	for i := range r.Export.Tables {
		r.Export.Tables[i].Version = 0
	}
	return r
}

// same says that two values say the same: one that was stored has no empty lists.
func same(a, b any) bool {
	one, err := json.Marshal(a)
	other, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(one, other)
}

// ofIdentity says that a line of everything is not the lobby's.
func ofIdentity(line string) bool {
	bucket, _, _ := strings.Cut(line, " ")
	return slices.Contains([]string{"people", "sessions", "links", "owned"}, bucket)
}

func keysOf(t *testing.T, st *memstore.Store, bucket string) (keys []string) {
	t.Helper()
	list, err := st.KV(bucket).List(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range list {
		keys = append(keys, rec.Key)
	}
	return keys
}

// What tables leave that are over goes into volumes and lists, and everybody sees the same
// as before.
func TestCompact(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	h.SplitAbove(3)
	a, b, op := h.guest(), h.guest(), h.operator()
	var old []lobby.Table
	for i := range 24 {
		old = append(old, h.played(lobby.Draft{Public: i%2 == 0, Title: fmt.Sprint("game ", i)}, a, a, b))
		h.advance(time.Minute)
	}
	down := h.played(lobby.Draft{}, b, b, a)
	h.ok(h.TakeDown(t.Context(), op, down.ID, "x"))
	muted := h.played(lobby.Draft{Public: true}, b, b, op)
	h.ok(h.Mute(t.Context(), b, muted.ID, a.ID)) // a bare note
	running := h.table(lobby.Draft{}, a, a, b)
	h.advance(2 * day)
	young := h.played(lobby.Draft{}, a, a, b)
	before := []remembered{h.remembered(a), h.remembered(b)}

	if n := h.compacted(); n != len(old)+2 {
		t.Fatalf("%d tables were moved, want %d", n, len(old)+2)
	}
	want := []string{running.ID, young.ID}
	slices.Sort(want)
	if got := keysOf(t, st, "tables"); !slices.Equal(got, want) {
		t.Errorf("the bucket of tables has %v, want %v", got, want)
	}
	if got := keysOf(t, st, "mine"); len(got) != 4 {
		t.Errorf("the bucket of notes has %v, want those of two tables", got)
	}
	if got := keysOf(t, st, "years"); len(got) != 3 { // a, b and the operator
		t.Errorf("lists by year: %v", got)
	}
	if got := keysOf(t, st, "volumes"); len(got) < 8 {
		t.Errorf("volumes: %v: none was split", got)
	}
	for _, node := range []*harness{h, h.node(st)} {
		for _, tab := range old {
			if got, err := node.Get(t.Context(), tab.ID); err != nil || !same(got, tab) {
				t.Errorf("table %s is another: %v", tab.ID, err)
			}
		}
		for i, who := range []identity.Person{a, b} {
			if got := node.remembered(who); !same(got, before[i]) {
				t.Errorf("what %s has is another", who.ID)
			}
		}
		if _, err := node.Get(t.Context(), "aaaaaaaaaaaa"); lobby.Refused(err) != lobby.NoSuchTable {
			t.Errorf("a table that never was: %v", err)
		}
		if _, err := node.Access(t.Context(), a, down.ID); lobby.Refused(err) != lobby.TakenDownHere {
			t.Errorf("a table that was taken down: %v", err)
		}
	}
	if n := h.compacted(); n != 0 {
		t.Errorf("%d tables were moved again", n)
	}
	// A table that is made once more under its id is the one that there is.
	if got, err := h.Create(t.Context(), a, lobby.Draft{ID: old[0].ID, Game: "world"}); err != nil || got.Status != lobby.Finished {
		t.Errorf("made once more: %v, %v", got.Status, err)
	}
}

// A game is found among those that somebody has played though their note of it still says that
// it gathers: whoever ended it was lost before the notes were written.
func TestFinishedWithANoteBehind(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	a, b := h.guest(), h.guest()
	over := h.played(lobby.Draft{}, a, a, b)
	h.table(lobby.Draft{}, a, a, b) // one that gathers
	mine := st.KV("mine")
	note, err := mine.Get(t.Context(), b.ID+"."+over.ID)
	if err != nil {
		t.Fatal(err)
	}
	behind := bytes.Replace(note.Data, []byte(`"finished"`), []byte(`"gathering"`), 1)
	if bytes.Equal(behind, note.Data) {
		t.Fatalf("%s", note.Data)
	}
	if _, err := mine.Put(t.Context(), note.Key, note.Version, behind); err != nil {
		t.Fatal(err)
	}
	if list, more, err := h.FinishedOf(t.Context(), b.ID, 10); err != nil || more || len(list) != 1 || list[0].ID != over.ID {
		t.Errorf("%v, %v, %v", list, more, err)
	}
}

// A table that was moved can be changed, and its old record is gone from the volume.
func TestChangeAfterCompact(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	a, b, op := h.guest(), h.guest(), h.operator()
	over := h.played(lobby.Draft{Public: true}, a, a, b)
	other := h.played(lobby.Draft{Public: true}, a, a, b)
	h.advance(2 * day)
	if n := h.compacted(); n != 2 {
		t.Fatal(n)
	}
	next := h.ok(h.Rematch(t.Context(), b, over.ID))
	if got := h.ok(h.node(st).Get(t.Context(), over.ID)); got.Next != next.ID {
		t.Errorf("the rematch is %q, want %q", got.Next, next.ID)
	}
	if text := everything(t, st); strings.Count(text, `{"id":"`+over.ID) != 1 || strings.Count(text, `{"id":"`+other.ID) != 1 {
		t.Errorf("the record is there twice, or not at all:\n%s", text)
	}
	h.advance(2 * day)
	h.compacted()
	h.ok(h.TakeDown(t.Context(), op, over.ID, "x"))
	h.advance(2 * day)
	h.compacted()
	if got := h.ok(h.Get(t.Context(), over.ID)); got.Next != next.ID || got.Status != lobby.TakenDown {
		t.Errorf("%+v", got)
	}
	if mine, n, err := h.Mine(t.Context(), a.ID, 0, 50); err != nil || n != 3 || len(mine) != 3 {
		t.Errorf("%d of %d tables, %v", len(mine), n, err)
	}
}

// A forgotten person is in no volume and no list, and a guest who signs in takes the old games along.
func TestForgetAfterCompact(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	h.SplitAbove(2)
	me, a, guest, signed := h.guest(), h.guest(), h.guest(), h.guest()
	for range 6 {
		h.played(lobby.Draft{}, me, me, a)
	}
	brought := h.played(lobby.Draft{}, a, a, guest)
	h.advance(2 * day)
	if n := h.compacted(); n != 7 {
		t.Fatal(n)
	}
	if !strings.Contains(everything(t, st), me.ID) {
		t.Fatal("the test sees nothing")
	}
	if err := h.Forget(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Bring(t.Context(), guest.ID, signed.ID, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for line := range strings.Lines(everything(t, st)) {
			if strings.Contains(line, me.ID) && !ofIdentity(line) {
				t.Errorf("a trace of who was forgotten: %s", line)
			}
			if strings.Contains(line, guest.ID) && (strings.HasPrefix(line, "volumes ") || strings.HasPrefix(line, "years ") || strings.HasPrefix(line, "tables ")) {
				t.Errorf("the guest is still there: %s", line)
			}
		}
		h.advance(2 * day)
		h.compacted()
	}
	if got := h.ok(h.Get(t.Context(), brought.ID)); got.Held(signed.ID).Empty() {
		t.Errorf("%+v", got)
	}
	if mine, _, err := h.Mine(t.Context(), a.ID, 0, 50); err != nil || len(mine) != 7 {
		t.Errorf("%d tables, %v", len(mine), err)
	}
}

// Whatever changes between the steps is kept, and leaves no copy of what was before.
func TestChangeDuringCompact(t *testing.T) {
	for _, step := range []string{"noted", "written", "note dropped"} {
		t.Run(step, func(t *testing.T) {
			st := memstore.New()
			h := newHarness(t, st)
			me, a := h.guest(), h.guest()
			over, other := h.played(lobby.Draft{}, a, a, me), h.played(lobby.Draft{}, a, a, me)
			h.advance(2 * day)
			elsewhere, done := h.node(st), false
			h.StopAt(func(at string) error {
				if at == step && !done {
					done = true
					if err := elsewhere.Forget(t.Context(), me.ID); err != nil {
						t.Error(err)
					}
				}
				return nil
			})
			h.compacted()
			for range 2 {
				for _, id := range []string{over.ID, other.ID} {
					if got := h.ok(h.Get(t.Context(), id)); got.Seats[1].Holder != "" || got.Seats[0].Holder != a.ID {
						t.Errorf("%+v", got)
					}
				}
				for line := range strings.Lines(everything(t, st)) {
					if strings.Contains(line, me.ID) && !ofIdentity(line) {
						t.Errorf("a trace of who was forgotten: %s", line)
					}
				}
				if mine, _, err := h.Mine(t.Context(), a.ID, 0, 50); err != nil || len(mine) != 2 {
					t.Errorf("%d tables, %v", len(mine), err)
				}
				h.advance(2 * day)
				if n := h.compacted(); n > 2 {
					t.Errorf("%d", n)
				}
			}
			if left := keysOf(t, st, "tables"); len(left) != 0 {
				t.Errorf("%v are still keys", left)
			}
		})
	}
}

// A server that is killed between two steps has lost nothing, and the next one goes on.
func TestKillDuringCompact(t *testing.T) {
	for _, step := range []string{"noted", "written", "note dropped"} {
		t.Run(step, func(t *testing.T) {
			st := memstore.New()
			h := newHarness(t, st)
			h.SplitAbove(2)
			a, b := h.guest(), h.guest()
			var all []lobby.Table
			for range 5 {
				all = append(all, h.played(lobby.Draft{Public: true}, a, a, b))
			}
			h.advance(2 * day)
			before := h.remembered(a)
			h.StopAt(func(at string) error {
				if at == step {
					return lobby.ErrStopped
				}
				return nil
			})
			if _, err := h.Compact(t.Context(), h.now().Add(-day)); !errors.Is(err, lobby.ErrStopped) {
				t.Fatal(err)
			}
			again := h.node(st.Peer())
			check := func() {
				t.Helper()
				for _, tab := range all {
					if got, err := again.Get(t.Context(), tab.ID); err != nil || !same(got, tab) {
						t.Errorf("table %s is another: %v", tab.ID, err)
					}
				}
				if got := again.remembered(a); !same(got, before) {
					t.Error("what a person has is another")
				}
			}
			check()
			again.compacted()
			check()
			if left := append(keysOf(t, st, "tables"), keysOf(t, st, "mine")...); len(left) != 0 {
				t.Errorf("%v are still keys", left)
			}
		})
	}
}

// brokenKV refuses the writes of some keys.
type brokenKV struct {
	store.KV
	refuse func(key string, data []byte) bool
}

func (b *brokenKV) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	if b.refuse != nil && b.refuse(key, data) {
		return 0, store.ErrUnavailable
	}
	return b.KV.Put(ctx, key, version, data)
}

// A split that broke off leaves copies below, where nobody looks: who is forgotten is not in
// them, and the next split writes them anew.
func TestSplitBreaksOff(t *testing.T) {
	st := memstore.New()
	kv := &brokenKV{KV: st.KV("volumes")}
	h := newHarness(t, st)
	h.volumes = kv
	h = h.node(st)
	h.SplitAbove(4)
	me, a := h.guest(), h.guest()
	var all []lobby.Table
	play := func() {
		for range 4 {
			all = append(all, h.played(lobby.Draft{}, a, a, me))
		}
		h.advance(2 * day)
	}
	play()
	h.compacted()
	play()
	kv.refuse = func(_ string, data []byte) bool {
		_, split, err := volumeText(data)
		return err == nil && split
	}
	if _, err := h.Compact(t.Context(), h.now().Add(-day)); !errors.Is(err, store.ErrUnavailable) {
		t.Fatal(err)
	}
	if got := keysOf(t, st, "volumes"); len(got) < 2 {
		t.Fatalf("%v: nothing was split", got)
	}
	if err := h.Forget(t.Context(), me.ID); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(everything(t, st)) {
		if strings.HasPrefix(line, "volumes ") && strings.Contains(line, me.ID) {
			t.Errorf("a trace of who was forgotten: %s", line)
		}
	}
	kv.refuse = nil
	h.advance(2 * day)
	h.compacted()
	for _, tab := range all {
		if got := h.ok(h.Get(t.Context(), tab.ID)); got.Seats[1].Holder != "" {
			t.Errorf("%+v", got)
		}
	}
	if left := keysOf(t, st, "tables"); len(left) != 0 {
		t.Errorf("%v are still keys", left)
	}
}

// Two nodes may do it at once.
func TestCompactAtOnce(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	a, b := h.guest(), h.guest()
	var all []lobby.Table
	for range 20 {
		all = append(all, h.played(lobby.Draft{}, a, a, b))
	}
	h.advance(2 * day)
	before := h.remembered(b)
	errs := make(chan error)
	for range 3 {
		node := h.node(st)
		node.SplitAbove(3)
		go func() {
			_, err := node.Compact(t.Context(), node.now().Add(-day))
			errs <- err
		}()
	}
	for range 3 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
	h.compacted()
	for _, tab := range all {
		if got, err := h.Get(t.Context(), tab.ID); err != nil || !same(got, tab) {
			t.Errorf("table %s is another: %v", tab.ID, err)
		}
	}
	if got := h.remembered(b); !same(got, before) {
		t.Error("what a person has is another")
	}
	if left := append(keysOf(t, st, "tables"), keysOf(t, st, "mine")...); len(left) != 0 {
		t.Errorf("%v are still keys", left)
	}
}

// Nothing is moved before every node can read it.
func TestCompactWaitsForTheForm(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	on := false
	h.writes = func(form string) bool { return form != lobby.FormVolume || on }
	h = h.node(st)
	a, b := h.guest(), h.guest()
	h.played(lobby.Draft{}, a, a, b)
	h.advance(2 * day)
	if n := h.compacted(); n != 0 {
		t.Fatal(n)
	}
	on = true
	if n := h.compacted(); n != 1 {
		t.Fatal(n)
	}
}

// A node that stood still for days between two steps does not bring an old version back.
func TestCompactAfterAPause(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	me, a := h.guest(), h.guest()
	over := h.played(lobby.Draft{}, a, a, me)
	h.advance(2 * day)
	elsewhere, done := h.node(st), false
	h.StopAt(func(step string) error {
		if step == "noted" && !done {
			done = true
			if err := elsewhere.Forget(t.Context(), me.ID); err != nil {
				t.Error(err)
			}
			elsewhere.advance(2 * day)
			if n := elsewhere.compacted(); n != 1 {
				t.Errorf("%d", n)
			}
		}
		return nil
	})
	if n := h.compacted(); n != 0 || !done {
		t.Errorf("%d", n)
	}
	if got := h.ok(h.Get(t.Context(), over.ID)); got.Seats[1].Holder != "" {
		t.Errorf("%+v", got)
	}
	for line := range strings.Lines(everything(t, st)) {
		if strings.Contains(line, me.ID) && !ofIdentity(line) {
			t.Errorf("a trace of who was forgotten: %s", line)
		}
	}
}

package lobby_test

import (
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// A guest who signs in keeps their seats at all tables, before, during and after the game. Their role as host or
// spectator moves with them, and so do bans against them. A table stays with the guest if both the guest and the
// member already have a part in it.
func TestBring(t *testing.T) {
	st := memstore.New()
	h := newHarness(t, st)
	guest, me, other := h.guest(), h.guest(), h.guest()
	hosted := h.table(lobby.Draft{Public: true}, guest, guest, other)
	running := h.table(lobby.Draft{}, other, other, guest)
	h.ok(h.Start(t.Context(), other, running.ID))
	over := h.played(lobby.Draft{Public: true}, other, other, guest)
	banned := h.table(lobby.Draft{Public: true}, other)
	h.ok(h.Kick(t.Context(), other, banned.ID, guest.ID, true))
	stood := h.table(lobby.Draft{}, other, other, guest)
	h.ok(h.StandUp(t.Context(), guest, stood.ID, 1))
	both := h.table(lobby.Draft{}, me, me, guest)

	got, err := h.Bring(t.Context(), guest.ID, me.ID, nil)
	if err != nil || got != (lobby.Brought{Tables: 4, Left: 1}) {
		t.Fatalf("%+v, %v", got, err)
	}
	again, err := h.Bring(t.Context(), guest.ID, me.ID, nil)
	if err != nil || again != (lobby.Brought{Left: 1}) {
		t.Errorf("the second time: %+v, %v", again, err)
	}
	for id, seat := range map[string]int{hosted.ID: 0, running.ID: 1, over.ID: 1} {
		r, err := h.Get(t.Context(), id)
		if err != nil || r.Seats[seat].Holder != me.ID {
			t.Errorf("%s: %+v, %v", id, r.Seats, err)
		}
	}
	if r, err := h.Get(t.Context(), both.ID); err != nil || r.Seats[0].Holder != me.ID || r.Seats[1].Holder != guest.ID {
		t.Errorf("%+v, %v", r.Seats, err)
	}
	if r, err := h.Get(t.Context(), hosted.ID); err != nil || r.Host != me.ID {
		t.Errorf("the host is %q, %v", r.Host, err)
	}
	_, _, err = h.Sit(t.Context(), me, banned.ID, lobby.AnySeat, "")
	h.refused(err, lobby.BannedHere)
	mine, total, err := h.Mine(t.Context(), me.ID, 0, 50)
	if err != nil || total != 5 || len(mine) != 5 {
		t.Errorf("%d of %d tables are mine, %v", len(mine), total, err)
	}
	left, _, err := h.Mine(t.Context(), guest.ID, 0, 50)
	if err != nil || len(left) != 1 || left[0].Summary.Table != both.ID {
		t.Errorf("the guest has %+v, %v", left, err)
	}
	done, _, err := h.FinishedOf(t.Context(), me.ID, 10)
	if err != nil || len(done) != 1 || done[0].ID != over.ID {
		t.Errorf("I have played %+v, %v", done, err)
	}
	for _, pair := range [][2]string{{guest.ID, guest.ID}, {"", me.ID}, {guest.ID, "x"}} {
		if _, err := h.Bring(t.Context(), pair[0], pair[1], nil); err == nil {
			t.Errorf("%v was accepted", pair)
		}
	}
}

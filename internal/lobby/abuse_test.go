package lobby_test

import (
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// The hand of a kicked player is not for the host, nor for another player.
func TestKickedSeatIsForSomebodyNew(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b, c := h.guest(), h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true}, host, a, b)
	h.ok(h.Start(t.Context(), b, table.ID))
	h.ok(h.Kick(t.Context(), host, table.ID, a.ID, false))
	link, err := h.SeatLink(t.Context(), host, table.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = h.Follow(t.Context(), host, link, "")
	h.refused(err, lobby.KickedSeat)
	_, _, err = h.Follow(t.Context(), b, link, "")
	h.refused(err, lobby.KickedSeat)
	if got, seat, err := h.Follow(t.Context(), c, link, ""); err != nil || seat != 0 || got.Seats[0].Holder != c.ID || got.Seats[0].Kicked {
		t.Fatalf("%+v, %v", got.Seats, err)
	}
}

// A ban from a table that a person never saw fills nobody's list and takes nobody's
// tables away; and Forget finds it all the same.
func TestBansFillNobodysLists(t *testing.T) {
	h := newHarness(t, memstore.New())
	victim, own := h.guest(), 0
	var table lobby.Table
	for range 12 {
		host := h.guest()
		table = h.table(lobby.Draft{}, host)
		h.ok(h.Kick(t.Context(), host, table.ID, victim.ID, true))
	}
	list, total, err := h.Mine(t.Context(), victim.ID, 0, 50)
	if err != nil || len(list) != own || total != own {
		t.Fatalf("%d of %d: %v", len(list), total, err)
	}
	if err := h.Forget(t.Context(), victim.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Get(t.Context(), table.ID); err != nil || len(got.Banned) != 0 {
		t.Fatalf("%v, %v", got.Banned, err)
	}
}

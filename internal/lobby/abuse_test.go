package lobby_test

import (
	"testing"

	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// After a kick, neither the host nor another player at the table can take over the kicked player's hand.
func TestKickedSeatIsForSomebodyNew(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b, c := h.guest(), h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true}, host, a, b)
	h.ok(h.Start(t.Context(), host, table.ID))
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

// A ban from a table that a person never saw does not appear in that person's list of tables and takes up no space
// there. Forget still finds the ban.
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

package lobby_test

import (
	"testing"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

// New options, standing up and the start end that a player is ready.
func TestReady(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b := h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true, Settings: engine.Settings{{Name: "players", Value: "2"}}}, host, host, a)
	_, err := h.SetReady(t.Context(), b, table.ID, true)
	h.refused(err, lobby.NotSeated)
	ready := func(want bool) {
		t.Helper()
		got, err := h.Get(t.Context(), table.ID)
		if err != nil || got.IsReady(a.ID) != want {
			t.Fatalf("%v: %+v, %v", want, got.Ready, err)
		}
	}
	h.ok(h.SetReady(t.Context(), a, table.ID, true))
	h.ok(h.SetReady(t.Context(), a, table.ID, true))
	ready(true)
	h.ok(h.SetReady(t.Context(), a, table.ID, false))
	ready(false)
	h.ok(h.SetReady(t.Context(), a, table.ID, true))
	h.ok(h.SetUp(t.Context(), host, table.ID, engine.Settings{{Name: "players", Value: "2"}, {Name: "epidemics", Value: "6"}}, nil))
	ready(false)
	h.ok(h.SetReady(t.Context(), a, table.ID, true))
	h.ok(h.StandUp(t.Context(), a, table.ID, 1))
	h.must(h.Sit(t.Context(), a, table.ID, 1, ""))
	ready(false)
	h.ok(h.SetReady(t.Context(), a, table.ID, true))
	_, err = h.Start(t.Context(), a, table.ID)
	h.refused(err, lobby.NotHost)
	h.ok(h.Start(t.Context(), host, table.ID))
	ready(false)
	_, err = h.SetReady(t.Context(), a, table.ID, true)
	h.refused(err, lobby.NotGathering)
}

// A person who sits at a private table invites others, as long as they sit there and the host allows it. Their
// links do not readmit a person whom the host has removed.
func TestEverybodySeatedInvites(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b, c := h.guest(), h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Settings: engine.Settings{{Name: "players", Value: "4"}}}, host, host, a)
	hosts, err := h.InviteLink(t.Context(), host, table.ID)
	if err != nil {
		t.Fatal(err)
	}
	link, err := h.InviteLink(t.Context(), a, table.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.must(h.Follow(t.Context(), b, link, ""))
	_, err = h.InviteLink(t.Context(), b, table.ID) // a guest without a seat
	h.refused(err, lobby.NotHost)
	h.must(h.Sit(t.Context(), b, table.ID, lobby.AnySeat, ""))
	h.must(h.Follow(t.Context(), c, hosts, "")) // the host's own link still works

	h.ok(h.Kick(t.Context(), host, table.ID, b.ID, false))
	_, _, err = h.Follow(t.Context(), b, link, "")
	h.refused(err, lobby.RemovedHere)
	again, err := h.InviteLink(t.Context(), a, table.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = h.Follow(t.Context(), b, again, "")
	h.refused(err, lobby.RemovedHere)

	_, err = h.SetInvites(t.Context(), a, table.ID, false)
	h.refused(err, lobby.NotHost)
	h.ok(h.SetInvites(t.Context(), host, table.ID, false))
	_, _, err = h.Follow(t.Context(), h.guest(), again, "")
	h.refused(err, lobby.LinkVoid)
	_, err = h.InviteLink(t.Context(), a, table.ID)
	h.refused(err, lobby.NotHost)
	h.ok(h.SetInvites(t.Context(), host, table.ID, true))
	_, _, err = h.Follow(t.Context(), h.guest(), again, "")
	h.refused(err, lobby.LinkVoid) // opening it again brings no old link back

	last, err := h.InviteLink(t.Context(), a, table.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.must(h.Follow(t.Context(), h.guest(), last, ""))
	h.ok(h.StandUp(t.Context(), a, table.ID, 1))
	h.must(h.Sit(t.Context(), a, table.ID, 1, ""))
	_, _, err = h.Follow(t.Context(), h.guest(), last, "")
	h.refused(err, lobby.LinkVoid)
}

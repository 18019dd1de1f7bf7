package lobby_test

import (
	"strings"
	"testing"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

func TestKickMuteClose(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b := h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true}, host, a, b)
	_, err := h.Kick(t.Context(), a, table.ID, b.ID, false)
	h.refused(err, lobby.NotHost)
	_, err = h.Kick(t.Context(), host, table.ID, host.ID, false)
	h.refused(err, lobby.HostStays)
	_, err = h.Kick(t.Context(), host, h.table(lobby.Draft{}, host).ID, h.guest().ID, false)
	h.refused(err, lobby.NotHere)
	_, err = h.Kick(t.Context(), host, table.ID, "x", true)
	h.refused(err, lobby.NotHere)
	if got := h.ok(h.Kick(t.Context(), host, table.ID, a.ID, false)); got.Seats[0].Holder != "" || got.Knows(a.ID) != got.Public {
		t.Errorf("%+v", got)
	}
	h.ok(h.Unban(t.Context(), host, table.ID, a.ID))
	h.must(h.Sit(t.Context(), a, table.ID, 0, ""))
	h.ok(h.Start(t.Context(), host, table.ID))
	link, err := h.SeatLink(t.Context(), a, table.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := h.ok(h.Kick(t.Context(), host, table.ID, a.ID, true)); got.Seats[0].Holder != "" || got.Status != lobby.Playing {
		t.Errorf("%+v", got)
	}
	_, _, err = h.Follow(t.Context(), a, link, "")
	h.refused(err, lobby.BannedHere)
	_, err = h.Access(t.Context(), a, table.ID)
	h.refused(err, lobby.BannedHere)
	h.ok(h.Unban(t.Context(), host, table.ID, a.ID))
	_, _, err = h.Follow(t.Context(), a, link, "")
	h.refused(err, lobby.LinkVoid)

	_, err = h.Mute(t.Context(), b, table.ID, a.ID)
	h.refused(err, lobby.NotHost)
	_, err = h.Mute(t.Context(), host, table.ID, host.ID)
	h.refused(err, lobby.HostStays)
	_, err = h.Mute(t.Context(), host, table.ID, "")
	h.refused(err, lobby.NotHere)
	h.ok(h.Mute(t.Context(), host, table.ID, b.ID))
	if got, err := h.Access(t.Context(), b, table.ID); err != nil || !got.Muted {
		t.Errorf("%+v, %v", got, err)
	}
	h.ok(h.Unmute(t.Context(), host, table.ID, b.ID))
	if got, err := h.Access(t.Context(), b, table.ID); err != nil || got.Muted {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = h.Close(t.Context(), host, table.ID)
	h.refused(err, lobby.NotGathering)
	other := h.table(lobby.Draft{}, host)
	for range 2 {
		if got := h.ok(h.Close(t.Context(), host, other.ID)); got.Status != lobby.Closed {
			t.Errorf("%+v", got)
		}
	}
	_, _, err = h.Sit(t.Context(), host, other.ID, 0, "")
	h.refused(err, lobby.NotGathering)
	_, err = h.Kick(t.Context(), host, other.ID, a.ID, true)
	h.refused(err, lobby.NotRunning)
}

// During a game, the host can let spectators see less, but never more.
func TestWatch(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true}, host, host, host)
	set := func(w lobby.Watch, by identity.Person) error {
		_, err := h.SetWatch(t.Context(), by, table.ID, w)
		return err
	}
	h.refused(set(lobby.WatchOpen, a), lobby.NotHost)
	h.refused(set("some", host), lobby.BadWatch)
	for _, w := range []lobby.Watch{lobby.WatchOpen, lobby.WatchNobody, lobby.WatchDelayed} {
		if err := set(w, host); err != nil {
			t.Error(err)
		}
		if got, err := h.Access(t.Context(), a, table.ID); err != nil || got.Watch != w {
			t.Errorf("%+v, %v", got, err)
		}
	}
	h.ok(h.Start(t.Context(), host, table.ID))
	h.refused(set(lobby.WatchOpen, host), lobby.WatchNarrower)
	if err := set(lobby.WatchHidden, host); err != nil {
		t.Error(err)
	}
	h.refused(set(lobby.WatchDelayed, host), lobby.WatchNarrower)
}

func TestHooks(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{}, host, host, a)
	good := lobby.Hook{URL: "https://example.org/turn?x=1", Form: "discord", On: "owed"}
	_, err := h.SetHooks(t.Context(), host, table.ID, 1, []lobby.Hook{good})
	h.refused(err, lobby.NotHolder)
	for name, change := range map[string]func(*lobby.Hook){
		"scheme": func(k *lobby.Hook) { k.URL = "ftp://example.org" },
		"host":   func(k *lobby.Hook) { k.URL = "https:///x" },
		"user":   func(k *lobby.Hook) { k.URL = "https://a:b@example.org" },
		"long":   func(k *lobby.Hook) { k.URL += strings.Repeat("x", 500) },
		"space":  func(k *lobby.Hook) { k.URL = "https://example.org/a b" },
		"form":   func(k *lobby.Hook) { k.Form = "xml" },
		"on":     func(k *lobby.Hook) { k.On = "" },
	} {
		bad := good
		change(&bad)
		_, err := h.SetHooks(t.Context(), a, table.ID, 1, []lobby.Hook{bad})
		if lobby.Refused(err) != lobby.BadHook {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err = h.SetHooks(t.Context(), a, table.ID, 1, []lobby.Hook{good, good, good, good})
	h.refused(err, lobby.ListFull)
	got := h.ok(h.SetHooks(t.Context(), a, table.ID, 1, []lobby.Hook{good, good}))
	if len(got.Webhooks) != 2 || got.Webhooks[0].Seat != 1 || got.Webhooks[0].ID == got.Webhooks[1].ID {
		t.Errorf("%+v", got.Webhooks)
	}
	h.ok(h.SetHooks(t.Context(), host, table.ID, 0, []lobby.Hook{good}))
	if got = h.ok(h.StandUp(t.Context(), a, table.ID, 1)); len(got.Webhooks) != 1 || got.Webhooks[0].Seat != 0 {
		t.Errorf("%+v", got.Webhooks)
	}
}

func TestAccess(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b, guest, stranger, op := h.guest(), h.guest(), h.guest(), h.guest(), h.guest(), h.operator()
	for _, public := range []bool{false, true} {
		table := h.table(lobby.Draft{Public: public, Watch: lobby.WatchDelayed, Settings: players("3")}, host, a, b, a)
		invite, err := h.InviteLink(t.Context(), host, table.ID)
		if err != nil {
			t.Fatal(err)
		}
		h.must(h.Follow(t.Context(), guest, invite, ""))
		for _, tc := range []struct {
			name  string
			who   identity.Person
			seats engine.Seats
			host  bool
			watch lobby.Watch
			open  bool // the person has access only if the table is public
			op    bool // if the table is not public, the person has access only as an operator
		}{
			{"host", host, 0, true, lobby.WatchDelayed, false, false},
			{"two seats", a, engine.SeatsOf(0, 2), false, lobby.WatchNobody, false, false},
			{"one seat", b, engine.SeatsOf(1), false, lobby.WatchNobody, false, false},
			{"guest", guest, 0, false, lobby.WatchDelayed, false, false},
			{"stranger", stranger, 0, false, lobby.WatchDelayed, true, false},
			{"no session", identity.Person{}, 0, false, lobby.WatchDelayed, true, false},
			{"operator", op, 0, false, lobby.WatchDelayed, false, true},
		} {
			got, err := h.Access(t.Context(), tc.who, table.ID)
			if tc.open && !public {
				h.refused(err, lobby.NoSuchTable)
				continue
			}
			if tc.op && !public {
				tc.watch = lobby.WatchNobody
			}
			if err != nil || got.Seats != tc.seats || got.Host != tc.host || got.Watch != tc.watch || got.Operator != (tc.op && !public) {
				t.Errorf("%s, public %v: %+v, %v", tc.name, public, got, err)
			}
		}
	}
	_, err := h.Access(t.Context(), a, strings.Repeat("a", 12))
	h.refused(err, lobby.NoSuchTable)
}

func TestTakeDown(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, op := h.guest(), h.guest(), h.operator()
	table := h.table(lobby.Draft{Title: "insults"}, host, host, a)
	_, err := h.TakeDown(t.Context(), host, table.ID, "")
	h.refused(err, lobby.NeedsRole)
	if err := h.RemoveTitle(t.Context(), table.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := h.Get(t.Context(), table.ID); err != nil || got.Title != "" {
		t.Errorf("%+v, %v", got, err)
	}
	link, err := h.SeatLink(t.Context(), host, table.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := h.ok(h.TakeDown(t.Context(), op, table.ID, "insults")); got.Status != lobby.TakenDown || got.Reason != "insults" {
		t.Errorf("%+v", got)
	}
	_, err = h.Access(t.Context(), host, table.ID)
	h.refused(err, lobby.TakenDownHere)
	_, err = h.Start(t.Context(), host, table.ID)
	h.refused(err, lobby.TakenDownHere)
	_, _, err = h.Follow(t.Context(), a, link, "")
	h.refused(err, lobby.TakenDownHere)
	_, err = h.Access(t.Context(), h.guest(), table.ID)
	h.refused(err, lobby.NoSuchTable)
	if got, err := h.Access(t.Context(), op, table.ID); err != nil || !got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
}

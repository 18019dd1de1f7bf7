package lobby_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

func TestCreate(t *testing.T) {
	h := newHarness(t, memstore.New())
	host := h.guest()
	got, err := h.Create(t.Context(), host, lobby.Draft{Game: "world", Settings: players("3"), Title: "  After  dinner "})
	if err != nil {
		t.Fatal(err)
	}
	if got.Title != "After dinner" || len(got.Seats) != 3 || got.Status != lobby.Gathering || got.Watch != lobby.WatchHidden ||
		got.Clock != (lobby.Clock{Kind: "slow", Limit: 72 * time.Hour}) || got.Host != host.ID || len(got.Commitment) != 64 ||
		got.Settings.Get("epidemics") != "4" {
		t.Errorf("%+v", got)
	}
	if again, err := h.Get(t.Context(), got.ID); err != nil || again.Commitment != got.Commitment {
		t.Errorf("%+v, %v", again, err)
	}
	live := h.table(lobby.Draft{Clock: lobby.Clock{Kind: "live"}}, host)
	if live.Clock.Limit != 2*time.Minute {
		t.Errorf("%+v", live.Clock)
	}
	for name, tc := range map[string]struct {
		draft lobby.Draft
		want  string
	}{
		"game":        {lobby.Draft{Game: "chess"}, lobby.NoSuchGame},
		"long title":  {lobby.Draft{Title: strings.Repeat("x", 41)}, lobby.BadTitle},
		"bidi title":  {lobby.Draft{Title: "a\u202eb"}, lobby.BadTitle},
		"watch":       {lobby.Draft{Watch: "all"}, lobby.BadWatch},
		"clock":       {lobby.Draft{Clock: lobby.Clock{Kind: "none"}}, lobby.BadClock},
		"fast clock":  {lobby.Draft{Clock: lobby.Clock{Kind: "live", Limit: 14 * time.Second}}, lobby.BadClock},
		"slow clock":  {lobby.Draft{Clock: lobby.Clock{Kind: "slow", Limit: 15 * 24 * time.Hour}}, lobby.BadClock},
		"half second": {lobby.Draft{Clock: lobby.Clock{Kind: "live", Limit: 20*time.Second + 1}}, lobby.BadClock},
		"bare limit":  {lobby.Draft{Clock: lobby.Clock{Limit: time.Hour}}, lobby.BadClock},
	} {
		if tc.draft.Game == "" {
			tc.draft.Game = "world"
		}
		_, err := h.Create(t.Context(), host, tc.draft)
		if lobby.Refused(err) != tc.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	var parse *engine.ParseError
	var rule *engine.Refusal
	_, err = h.Create(t.Context(), host, lobby.Draft{Game: "world", Settings: engine.Settings{{Name: "weather", Value: "wet"}}})
	if !errors.As(err, &parse) {
		t.Errorf("an unknown option: %v", err)
	}
	_, err = h.Create(t.Context(), host, lobby.Draft{Game: "world", Settings: engine.Settings{{Name: "hands", Value: "hidden"}}})
	if !errors.As(err, &rule) || rule.Rule != "hand/open" {
		t.Errorf("an excluded option: %v", err)
	}
	_, err = h.Create(t.Context(), host, lobby.Draft{Game: "world", Settings: engine.Settings{{Name: "roles", Value: "medic"}}})
	if err == nil {
		t.Error("one role for two seats was accepted")
	}
	for err == nil || lobby.Refused(err) == "" {
		_, err = h.Create(t.Context(), host, lobby.Draft{Game: "world"})
	}
	h.refused(err, lobby.TooManyTables)
}

func TestSitAndStand(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b := h.guest(), h.guest(), h.guest()
	open := h.table(lobby.Draft{Public: true, Settings: players("3")}, host)
	sit := func(p identity.Person, table string, seat int, nonce string) error {
		_, _, err := h.Sit(t.Context(), p, table, seat, nonce)
		return err
	}
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"seat 3":      {sit(a, open.ID, 3, ""), lobby.NoSuchSeat},
		"seat -2":     {sit(a, open.ID, -2, ""), lobby.NoSuchSeat},
		"table":       {sit(a, strings.Repeat("a", 12), 0, ""), lobby.NoSuchTable},
		"bad table":   {sit(a, "*", 0, ""), lobby.NoSuchTable},
		"nobody":      {sit(identity.Person{}, open.ID, 0, ""), lobby.NoSuchTable},
		"long nonce":  {sit(a, open.ID, 0, strings.Repeat("n", 65)), lobby.BadNonce},
		"nonce space": {sit(a, open.ID, 0, "a b"), lobby.BadNonce},
		"nonce line":  {sit(a, open.ID, 0, "a\n"), lobby.BadNonce},
		"private":     {sit(a, h.table(lobby.Draft{}, host).ID, 0, ""), lobby.NoSuchTable},
	} {
		if lobby.Refused(tc.err) != tc.want {
			t.Errorf("%s: %v", name, tc.err)
		}
	}
	got, seat, err := h.Sit(t.Context(), a, open.ID, lobby.AnySeat, "n1")
	if err != nil || seat != 0 || got.Seats[0].Holder != a.ID || got.Seats[0].Nonce != "n1" {
		t.Errorf("%+v %d %v", got.Seats, seat, err)
	}
	h.refused(sit(b, open.ID, 0, ""), lobby.SeatTaken)
	if got, seat, err = h.Sit(t.Context(), a, open.ID, 0, "n2"); err != nil || seat != 0 || got.Seats[0].Nonce != "n2" {
		t.Errorf("%+v %v", got.Seats, err)
	}
	// At a public table, one person holds several seats only with the host's permission.
	h.refused(sit(a, open.ID, lobby.AnySeat, ""), lobby.OnePersonOnly)
	h.ok(h.LetHelp(t.Context(), host, open.ID, a.ID, true))
	if got, seat, err = h.Sit(t.Context(), a, open.ID, lobby.AnySeat, ""); err != nil || seat != 1 || got.Held(a.ID).Len() != 2 {
		t.Errorf("%+v %v", got.Seats, err)
	}
	h.must(h.Sit(t.Context(), b, open.ID, 2, ""))
	_, _, err = h.Sit(t.Context(), host, open.ID, lobby.AnySeat, "")
	h.refused(err, lobby.NoFreeSeat)

	_, err = h.SetNonce(t.Context(), b, open.ID, 0, "x")
	h.refused(err, lobby.NotHolder)
	if got = h.ok(h.SetNonce(t.Context(), b, open.ID, 2, "x")); got.Seats[2].Nonce != "x" {
		t.Errorf("%+v", got.Seats)
	}
	_, err = h.SetNonce(t.Context(), b, open.ID, 2, "ü")
	h.refused(err, lobby.BadNonce)

	_, err = h.StandUp(t.Context(), b, open.ID, 1)
	h.refused(err, lobby.NotHolder)
	_, err = h.StandUp(t.Context(), b, open.ID, 9)
	h.refused(err, lobby.NoSuchSeat)
	if got = h.ok(h.StandUp(t.Context(), a, open.ID, 0)); got.Seats[0] != (lobby.Seat{ID: open.Seats[0].ID}) || got.Taken() != 2 {
		t.Errorf("%+v", got.Seats)
	}

	rivals := h.table(lobby.Draft{Public: true, OnePerson: true}, host)
	h.must(h.Sit(t.Context(), a, rivals.ID, 0, ""))
	h.refused(sit(a, rivals.ID, 1, ""), lobby.OnePersonOnly)
	h.must(h.Sit(t.Context(), b, rivals.ID, 1, ""))

	h.ok(h.Start(t.Context(), host, rivals.ID))
	h.refused(sit(h.guest(), rivals.ID, 0, ""), lobby.NotGathering)
	_, err = h.SetNonce(t.Context(), b, rivals.ID, 1, "late")
	h.refused(err, lobby.NotGathering)
	if got = h.ok(h.StandUp(t.Context(), a, rivals.ID, 0)); got.Seats[0].Holder != "" || got.Status != lobby.Playing {
		t.Errorf("%+v", got)
	}
	if h.trouble.Load() != 0 {
		t.Error("a list is out of step")
	}
}

// A player who stands up during the game may come back to that seat, but not to another. That right ends when
// another person takes the seat, or when the player has seen another hand.
func TestReturnToSeat(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b, c := h.guest(), h.guest(), h.guest(), h.guest()
	sit := func(p identity.Person, table string, seat int) error {
		_, _, err := h.Sit(t.Context(), p, table, seat, "late")
		return err
	}
	link := func(table string, seat int) string {
		t.Helper()
		secret, err := h.SeatLink(t.Context(), host, table, seat)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	begun := func(d lobby.Draft) string {
		t.Helper()
		table := h.table(d, host, a, b)
		h.ok(h.Start(t.Context(), host, table.ID))
		return table.ID
	}
	table := begun(lobby.Draft{Public: true})
	nonce := h.ok(h.Get(t.Context(), table)).Seats[0].Nonce
	if got := h.ok(h.StandUp(t.Context(), a, table, 0)); got.Back(a.ID) != engine.SeatsOf(0) || !got.Back(b.ID).Empty() || !got.Back("").Empty() {
		t.Errorf("%+v", got.Seats)
	}
	for _, p := range []identity.Person{host, b, c} {
		h.refused(sit(p, table, 0), lobby.NotGathering)
		h.refused(sit(p, table, lobby.AnySeat), lobby.NotGathering)
	}
	h.refused(sit(a, table, 1), lobby.NotGathering)
	h.refused(sit(a, table, 300), lobby.NotGathering)
	for _, seat := range []int{lobby.AnySeat, 0} { // in the second round, the player already holds the seat
		got, at, err := h.Sit(t.Context(), a, table, seat, "late")
		if err != nil || at != 0 || got.Seats[0].Holder != a.ID || got.Seats[0].Nonce != nonce || !got.Back(a.ID).Empty() {
			t.Errorf("%+v, %d, %v", got.Seats, at, err)
		}
	}

	// A player cannot come back if another person has taken the seat in the meantime.
	h.ok(h.StandUp(t.Context(), a, table, 0))
	h.must(h.Follow(t.Context(), c, link(table, 0), ""))
	h.refused(sit(a, table, 0), lobby.NotGathering)
	h.ok(h.StandUp(t.Context(), c, table, 0))
	h.refused(sit(a, table, 0), lobby.NotGathering)

	// A player who has seen another hand in the meantime cannot come back.
	h.ok(h.StandUp(t.Context(), b, table, 1))
	h.must(h.Follow(t.Context(), b, link(table, 0), ""))
	h.refused(sit(b, table, 1), lobby.NotGathering)
	h.ok(h.StandUp(t.Context(), b, table, 0))
	h.refused(sit(b, table, 1), lobby.NotGathering)

	// A player who was kicked, has left or was forgotten cannot come back.
	h.ok(h.Kick(t.Context(), host, table, b.ID, false))
	h.refused(sit(b, table, 0), lobby.RemovedHere)
	for _, goes := range []func(string) error{
		func(table string) error { _, err := h.Leave(t.Context(), b, table); return err },
		func(string) error { return h.Forget(t.Context(), b.ID) },
	} {
		table := begun(lobby.Draft{Public: true})
		h.ok(h.StandUp(t.Context(), b, table, 1))
		if err := goes(table); err != nil {
			t.Fatal(err)
		}
		h.refused(sit(b, table, 1), lobby.NotGathering)
		if got := h.ok(h.Get(t.Context(), table)); got.Seats[1].Stood != "" {
			t.Errorf("%+v", got.Seats)
		}
	}

	// A player who stands up while spectators see hands has seen all hands, even if the host hides them later. No
	// one can come back to a finished game.
	for _, w := range []lobby.Watch{lobby.WatchOpen, lobby.WatchDelayed, lobby.WatchHidden} {
		table := begun(lobby.Draft{Watch: w})
		h.ok(h.StandUp(t.Context(), a, table, 0))
		h.ok(h.SetWatch(t.Context(), host, table, lobby.WatchNobody))
		if w == lobby.WatchHidden {
			h.ok(h.Finish(t.Context(), table, lobby.Outcome{}, time.Now()))
		}
		h.refused(sit(a, table, 0), lobby.NotGathering)
	}
}

func TestLeave(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{}, host, a)
	_, err := h.Leave(t.Context(), host, table.ID)
	h.refused(err, lobby.HostStays)
	_, err = h.Leave(t.Context(), h.guest(), table.ID)
	h.refused(err, lobby.NoSuchTable)
	if got := h.ok(h.Leave(t.Context(), a, table.ID)); got.Taken() != 0 || got.Knows(a.ID) {
		t.Errorf("%+v", got)
	}
	if list, _, err := h.Mine(t.Context(), a.ID, 0, 50); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
	h.ok(h.Close(t.Context(), host, table.ID))
	h.ok(h.Leave(t.Context(), host, table.ID))
	if list, _, err := h.Mine(t.Context(), host.ID, 0, 50); err != nil || len(list) != 0 {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestLinks(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a, b := h.guest(), h.guest(), h.guest()
	table := h.table(lobby.Draft{}, host)
	link := func(secret string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	follow := func(p identity.Person, secret string) error {
		_, _, err := h.Follow(t.Context(), p, secret, "")
		return err
	}
	_, err := h.InviteLink(t.Context(), a, table.ID)
	h.refused(err, lobby.NoSuchTable)
	first := link(h.InviteLink(t.Context(), host, table.ID))
	h.must(h.Follow(t.Context(), a, first, ""))
	_, err = h.InviteLink(t.Context(), a, table.ID)
	h.refused(err, lobby.NotHost)
	second := link(h.InviteLink(t.Context(), host, table.ID))
	h.refused(follow(b, first), lobby.LinkVoid)
	h.refused(follow(b, "nonsense"), lobby.LinkVoid)
	h.refused(follow(identity.Person{}, second), lobby.LinkVoid)

	// The link of a seat gives the seat to one person, who can use the link repeatedly. While that person
	// holds the seat, no one else can use the link.
	_, err = h.SeatLink(t.Context(), a, table.ID, 0)
	h.refused(err, lobby.NotHolder)
	_, err = h.SeatLink(t.Context(), host, table.ID, 7)
	h.refused(err, lobby.NoSuchSeat)
	old := link(h.SeatLink(t.Context(), host, table.ID, 1))
	seat := link(h.SeatLink(t.Context(), host, table.ID, 1))
	h.refused(follow(b, old), lobby.LinkVoid)
	for range 2 {
		got, at, err := h.Follow(t.Context(), b, seat, "n")
		if err != nil || at != 1 || got.Seats[1].Holder != b.ID || got.Seats[1].Nonce != "n" {
			t.Errorf("%+v, %d, %v", got.Seats, at, err)
		}
	}
	h.refused(follow(a, seat), lobby.SeatTaken)

	// The first person who follows a hand-over link replaces the holder. The link works once, even during the
	// game.
	h.must(h.Sit(t.Context(), a, table.ID, 0, ""))
	_, err = h.HandOver(t.Context(), host, table.ID, 1)
	h.refused(err, lobby.NotHolder)
	h.ok(h.Start(t.Context(), host, table.ID))
	offer := link(h.HandOver(t.Context(), b, table.ID, 1))
	h.must(h.Follow(t.Context(), b, offer, "")) // for the holder, the hand-over link changes nothing
	c := h.guest()
	got, at, err := h.Follow(t.Context(), c, offer, "mine")
	if err != nil || at != 1 || got.Seats[1].Holder != c.ID || got.Seats[1].Nonce != "n" {
		t.Errorf("%+v, %d, %v", got.Seats, at, err)
	}
	h.refused(follow(h.guest(), offer), lobby.LinkVoid)
	h.refused(follow(b, seat), lobby.LinkVoid)
	if got, err := h.Access(t.Context(), b, table.ID); err != nil || !got.Seats.Empty() {
		t.Errorf("who handed over: %+v, %v", got, err)
	}

	// During the game, a person can take a seat that was given up through its link.
	h.ok(h.StandUp(t.Context(), c, table.ID, 1))
	free := link(h.SeatLink(t.Context(), host, table.ID, 1))
	if got, _, err := h.Follow(t.Context(), b, free, ""); err != nil || got.Seats[1].Holder != b.ID {
		t.Errorf("%+v, %v", got.Seats, err)
	}
	_, err = h.Finish(t.Context(), table.ID, lobby.Outcome{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	h.refused(follow(h.guest(), free), lobby.NotRunning)
	_, err = h.SeatLink(t.Context(), host, table.ID, 1)
	h.refused(err, lobby.NotRunning)
}

// Peek changes nothing. Without a person it answers as for a person new to the table. An empty person must
// not match a seat without a holder or a table without a host.
func TestPeek(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Settings: players("2")}, host, host)
	nobody := identity.Person{}
	link := func(seat int) string {
		t.Helper()
		secret, err := h.SeatLink(t.Context(), host, table.ID, seat)
		if err != nil {
			t.Fatal(err)
		}
		return secret
	}
	peek := func(p identity.Person, secret string) error {
		_, _, err := h.Peek(t.Context(), p, secret)
		return err
	}
	seat, before := link(1), h.ok(h.Get(t.Context(), table.ID))
	for _, p := range []identity.Person{nobody, a, host} {
		if got, at, err := h.Peek(t.Context(), p, seat); err != nil || at != 1 || !reflect.DeepEqual(got, before) {
			t.Errorf("%+v, %d, %v", got, at, err)
		}
	}
	if after := h.ok(h.Get(t.Context(), table.ID)); !reflect.DeepEqual(after, before) {
		t.Errorf("to look changed %+v to %+v", before, after)
	}
	h.refused(peek(nobody, link(0)), lobby.SeatTaken)
	h.refused(peek(nobody, "nonsense"), lobby.LinkVoid)

	// Only a person new to the table can get a kicked player's hand.
	h.must(h.Follow(t.Context(), a, seat, ""))
	h.ok(h.Start(t.Context(), host, table.ID))
	h.ok(h.Kick(t.Context(), host, table.ID, a.ID, true))
	kicked := link(1)
	h.refused(peek(host, kicked), lobby.KickedSeat)
	h.refused(peek(a, kicked), lobby.BannedHere)
	if err := peek(nobody, kicked); err != nil {
		t.Error(err)
	}
	h.ok(h.Finish(t.Context(), table.ID, lobby.Outcome{}, time.Now()))
	h.refused(peek(nobody, kicked), lobby.NotRunning)
}

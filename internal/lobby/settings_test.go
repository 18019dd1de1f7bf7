package lobby_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

func settings(pairs ...string) engine.Settings {
	var s engine.Settings
	for i := 0; i < len(pairs); i += 2 {
		s = append(s, engine.Setting{Name: pairs[i], Value: pairs[i+1]})
	}
	return s
}

// holders returns the holder of each seat, or "bot" for a bot.
func holders(t lobby.Table) []string {
	var list []string
	for _, s := range t.Seats {
		who := s.Holder
		if s.Bot != "" {
			who = "bot"
		}
		list = append(list, who)
	}
	return list
}

// The host can change the options until the game begins. All seated people keep a seat, with its nonce and
// links.
func TestSetUp(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true, Settings: players("4")}, host, host)
	h.must(h.Sit(t.Context(), a, table.ID, 3, "mine"))
	h.ok(h.SetHooks(t.Context(), a, table.ID, 3, []lobby.Hook{{URL: "https://example.org/", Form: lobby.FormatJSON, On: lobby.OnOwed}}))
	h.ok(h.GiveSeats(t.Context(), host, table.ID, []lobby.BotSeat{{Seat: 2, Level: lobby.Levels("world")[0]}}))
	offer, err := h.HandOver(t.Context(), a, table.ID, 3)
	if err != nil {
		t.Fatal(err)
	}
	free, err := h.SeatLink(t.Context(), host, table.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	set := func(by identity.Person, pairs ...string) (lobby.Table, error) {
		return h.SetUp(t.Context(), by, table.ID, settings(pairs...), nil)
	}
	_, err = set(a, "players", "3")
	h.refused(err, lobby.NotHost)
	_, err = set(h.guest(), "players", "3")
	h.refused(err, lobby.NotHost)
	var bad *engine.ParseError
	if _, err = set(host, "players", "9"); !errors.As(err, &bad) {
		t.Errorf("nine players: %v", err)
	}
	var ruled *engine.Refusal
	if _, err = set(host, "players", "4", "lab", "on"); !errors.As(err, &ruled) {
		t.Errorf("a challenge of another box: %v", err)
	}
	if _, err = h.SetUp(t.Context(), host, table.ID, players("4"), &lobby.Clock{Kind: "sundial"}); lobby.Refused(err) != lobby.BadClock {
		t.Errorf("a sundial: %v", err)
	}

	// If only three seats are left, the free seat is removed together with its link.
	got := h.ok(set(host, "players", "3", "epidemics", "6"))
	if !slices.Equal(holders(got), []string{host.ID, "bot", a.ID}) || got.Settings.Int("epidemics") != 6 || got.Commitment != table.Commitment {
		t.Errorf("three: %+v", got)
	}
	if s := got.Seats[2]; s.ID != table.Seats[3].ID || s.Nonce != "mine" || len(got.Webhooks) != 1 || got.Webhooks[0].Seat != 2 {
		t.Errorf("what belongs to a seat did not move with it: %+v", got)
	}
	_, _, err = h.Follow(t.Context(), h.guest(), free, "")
	h.refused(err, lobby.LinkVoid)

	// If only two seats are left, the bot is removed. The link to a person's seat still works.
	got = h.ok(set(host))
	if !slices.Equal(holders(got), []string{host.ID, a.ID}) || got.Settings.Int("epidemics") == 6 {
		t.Errorf("two: %+v", got)
	}
	if mine, _, err := h.Mine(t.Context(), host.ID, 0, 9); err != nil || len(mine) != 1 || mine[0].Seats != 2 {
		t.Errorf("the list still has %+v, %v", mine, err)
	}
	b := h.guest()
	if got = h.must(h.Follow(t.Context(), b, offer, "")); got.Seats[1].Holder != b.ID {
		t.Errorf("handed over: %+v", got.Seats)
	}

	// One seat is too few for two people, so nothing changes.
	_, err = set(host, "box", "lab", "mode", "solo", "players", "1")
	h.refused(err, lobby.TooFewSeats)
	if got = h.ok(h.Get(t.Context(), table.ID)); len(got.Seats) != 2 || got.Settings.Int("players") != 2 {
		t.Errorf("a refused change was written: %+v", got)
	}

	// Additional seats are free and have their own ids. The clock changes in the same call.
	got = h.ok(h.SetUp(t.Context(), host, table.ID, players("4"), &lobby.Clock{Kind: lobby.ClockLive, Limit: time.Minute}))
	ids := map[string]bool{}
	for _, s := range got.Seats {
		ids[s.ID] = s.ID != ""
	}
	if len(ids) != 4 || got.Taken() != 2 || got.Clock != (lobby.Clock{Kind: lobby.ClockLive, Limit: time.Minute}) {
		t.Errorf("four: %+v", got)
	}
	h.ok(set(host))
	if got = h.ok(h.Start(t.Context(), host, table.ID)); got.Clock.Kind != lobby.ClockLive {
		t.Errorf("a change without a clock changed it: %+v", got.Clock)
	}
	_, err = set(host, "players", "3")
	h.refused(err, lobby.NotGathering)
	if head := h.begun.headers[table.ID]; len(head.Seats) != 2 || !slices.Equal(head.Seats, []string{got.Seats[0].ID, got.Seats[1].ID}) {
		t.Errorf("the game began with %v", head.Seats)
	}
}

// A change of options does not put a person who has two seats into two teams. If the host switches teams off,
// the options that need teams go off, too.
func TestSetUpTeams(t *testing.T) {
	h := newHarness(t, memstore.New())
	host, a := h.guest(), h.guest()
	table := h.table(lobby.Draft{Public: true, Settings: players("4")}, host, host)
	h.must(h.Sit(t.Context(), host, table.ID, 2, ""))
	h.must(h.Sit(t.Context(), a, table.ID, 1, ""))
	teams := settings("box", "lab", "mode", "teams")
	_, err := h.SetUp(t.Context(), host, table.ID, teams, nil)
	h.refused(err, lobby.OneTeam)
	h.ok(h.StandUp(t.Context(), host, table.ID, 2))
	if got := h.ok(h.SetUp(t.Context(), host, table.ID, teams, nil)); len(got.Teams()) != 2 {
		t.Errorf("no teams: %+v", got)
	}
	loud := h.table(lobby.Draft{Settings: teams, Listen: true}, host)
	if got := h.ok(h.SetUp(t.Context(), host, loud.ID, nil, nil)); got.Listen {
		t.Error("rivals may read what no team says")
	}
}

// Options change, people take seats and one of them starts the game, all in parallel and on several nodes. The
// game begins with the options of the last acknowledged change, and with the people whose seats were
// acknowledged.
func TestSetUpRaces(t *testing.T) {
	open := memstore.New().Peer
	h := newHarness(t, open())
	nodes := []*harness{h, h.node(open()), h.node(open())}
	host, a, b := h.guest(), h.guest(), h.guest()
	started, changed := 0, 0
	for round := range 6 {
		table := h.table(lobby.Draft{Public: true, Settings: players("2")}, host, host, a)
		var all sync.WaitGroup
		var change, start, sit error
		seat := -1
		all.Go(func() {
			time.Sleep(time.Duration(max(0, round-3)) * time.Millisecond)
			_, change = nodes[0].SetUp(t.Context(), host, table.ID, settings("players", "3", "epidemics", "6"), nil)
		})
		all.Go(func() {
			time.Sleep(time.Duration(max(0, 3-round)) * 4 * time.Millisecond)
			_, start = nodes[1].Start(t.Context(), a, table.ID)
		})
		all.Go(func() { _, seat, sit = nodes[2].Sit(t.Context(), b, table.ID, lobby.AnySeat, "") })
		all.Wait()
		got := h.ok(h.node(open()).Get(t.Context(), table.ID))
		switch {
		case change == nil && (got.Settings.Int("epidemics") != 6 || len(got.Seats) != 3):
			t.Errorf("an acknowledged change is lost: %+v", got)
		case change != nil && lobby.Refused(change) != lobby.NotGathering:
			t.Errorf("the change: %v", change)
		case change != nil && start != nil:
			t.Errorf("neither was done: %v, %v", change, start)
		}
		if sit == nil && (seat < 0 || got.Seats[seat].Holder != b.ID) {
			t.Errorf("somebody who sat down does not sit: seat %d, %+v", seat, got.Seats)
		}
		if got.Held(host.ID).Empty() || got.Held(a.ID).Empty() {
			t.Errorf("somebody lost a seat: %+v", got.Seats)
		}
		head, begun := h.begun.headers[table.ID]
		if begun != (start == nil) {
			t.Errorf("begun %v, start %v", begun, start)
		}
		if begun && (len(head.Seats) != len(got.Seats) || !slices.Equal(head.Settings, got.Settings)) {
			t.Errorf("the game began with %v, the table says %v", head.Settings, got.Settings)
		}
		if begun {
			started++
		}
		if change == nil {
			changed++
		}
	}
	t.Logf("%d of 6 began, %d were changed", started, changed)
}

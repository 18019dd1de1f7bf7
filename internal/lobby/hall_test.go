package lobby_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

var inside = lobby.From{}

// take grants a wish and waits until the list has the table.
func (h *harness) take(p identity.Person, w lobby.Wish) lobby.Found {
	h.t.Helper()
	f, err := h.Take(h.t.Context(), p, inside, w, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return f
}

// Every level of every game can be played, with hidden and with open hands.
func TestLevelsCanBePlayed(t *testing.T) {
	for _, e := range games.Entries {
		if len(e.Levels) == 0 {
			t.Errorf("%s has no level", e.Rules.Name())
		}
		for _, level := range e.Levels {
			for _, open := range []engine.Settings{nil, e.OpenHands} {
				h := newHarness(t, memstore.New())
				made := h.table(lobby.Draft{Game: e.Rules.Name(), Settings: append(slices.Clone(level.Settings), open...)}, h.guest())
				if open != nil && made.Asks() {
					t.Errorf("%s, %s: hands are hidden", e.Rules.Name(), level.Name)
				}
			}
		}
	}
}

// Three people with the same wish meet at one table. The first opens it, the others take bots' seats.
func TestStrangersMeet(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b, c, d := h.guest(), h.guest(), h.guest(), h.guest()
	wish := lobby.Wish{Game: "world", Level: "first", Languages: []string{"en", "fr"}, Pace: lobby.ClockLive}
	first := h.take(a, wish)
	if first.Way != lobby.Opened || first.Table.Status != lobby.Playing || first.Table.Held(a.ID).Len() != 1 || first.Table.Taken() != len(first.Table.Seats) {
		t.Fatalf("%+v", first)
	}
	other := h.take(d, lobby.Wish{Game: "world", Level: "hard", Pace: lobby.ClockLive})
	if other.Way != lobby.Opened || other.Table.ID == first.Table.ID {
		t.Fatalf("a wish that does not fit led to %+v", other)
	}
	for _, p := range []identity.Person{b, c} {
		f := h.take(p, lobby.Wish{Level: "first", Languages: []string{"fr"}})
		if f.Way != lobby.Kept || f.Table.ID != first.Table.ID {
			t.Fatalf("%+v", f)
		}
		now := h.ok(h.DropIn(t.Context(), p, inside, f.Table.ID, f.Seat))
		if now.Held(p.ID).Len() != 1 || now.Seats[f.Seat].Bot != "" || now.Seats[f.Seat].Kept != nil {
			t.Fatalf("%+v", now.Seats)
		}
		again := h.ok(h.DropIn(t.Context(), p, inside, f.Table.ID, f.Seat)) // the answer was lost
		if again.Held(p.ID).Len() != 1 {
			t.Fatal("the second request changed something")
		}
	}
	h.soon("the list counts them", func() bool {
		list, err := h.Seeking(t.Context(), d, lobby.Wish{}, 10)
		return err == nil && len(list) == 1 && list[0].People == 3
	})
	_, _, err := h.Keep(t.Context(), a, inside, first.Table.ID, lobby.AnySeat)
	h.refused(err, lobby.OnePersonOnly)
}

// A person who takes a seat at a table that is there does not wait for another one whose table is being opened.
func TestNoQueueForASeat(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b, c := h.guest(), h.guest(), h.guest()
	first := h.take(a, lobby.Wish{Game: "world", Level: "first"})
	release := h.HoldOpening()
	got := make(chan lobby.Found, 2)
	take := func(p identity.Person, level string) {
		f, err := h.Take(t.Context(), p, inside, lobby.Wish{Game: "world", Level: level}, "")
		if err != nil {
			t.Error(err)
		}
		got <- f
	}
	go take(c, "hard")
	go take(b, "first")
	if f := <-got; f.Way != lobby.Kept || f.Table.ID != first.Table.ID {
		t.Errorf("%+v", f)
	}
	release()
	if f := <-got; f.Way != lobby.Opened {
		t.Errorf("%+v", f)
	}
}

// A kept seat belongs to one person until they let it go or a minute has passed.
func TestASeatIsKeptForOne(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a := h.guest()
	table := h.take(a, lobby.Wish{Game: "world"}).Table
	var mu sync.Mutex
	var got []int
	var all sync.WaitGroup
	people := []identity.Person{h.guest(), h.guest(), h.guest(), h.guest(), h.guest()}
	for _, p := range people {
		all.Go(func() {
			_, seat, err := h.Keep(t.Context(), p, inside, table.ID, lobby.AnySeat)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				got = append(got, seat)
			} else if lobby.Refused(err) != lobby.NoFreeSeat {
				t.Error(err)
			}
		})
	}
	all.Wait()
	slices.Sort(got)
	if len(got) != 3 || len(slices.Compact(got)) != 3 {
		t.Fatalf("the seats %v are kept", got)
	}
	late := h.guest()
	_, err := h.DropIn(t.Context(), late, inside, table.ID, got[0])
	h.refused(err, lobby.SeatKept)
	h.advance(lobby.KeptFor)
	_, err = h.DropIn(t.Context(), late, inside, table.ID, got[0])
	h.refused(err, lobby.NotKept)
	_, seat, err := h.Keep(t.Context(), late, inside, table.ID, got[0])
	if err != nil || seat != got[0] {
		t.Fatal(seat, err)
	}
	h.ok(h.LetGo(t.Context(), late, table.ID))
	if _, seat, err = h.Keep(t.Context(), people[0], inside, table.ID, got[0]); err != nil || seat != got[0] {
		t.Fatal(seat, err)
	}
	_, err = h.SetShut(t.Context(), late, table.ID, true)
	h.refused(err, lobby.NotHost)
	h.ok(h.SetShut(t.Context(), a, table.ID, true))
	_, err = h.DropIn(t.Context(), people[0], inside, table.ID, got[0])
	h.refused(err, lobby.NoDropIn)
}

// If hands are hidden, those present can refuse for some time, guests cannot ask, and no person asks twice.
func TestHiddenHandsAsk(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b, c := h.guest(), h.guest(), h.guest()
	table := h.take(a, lobby.Wish{Game: "world", Level: "standard", Hidden: true}).Table
	other := h.take(b, lobby.Wish{Game: "world", Level: "hard"}).Table
	if !table.Asks() || other.Asks() {
		t.Fatal("the hands are not as wished")
	}
	_, _, err := h.Keep(t.Context(), c, lobby.From{Guest: func() (bool, error) { return true, nil }}, table.ID, lobby.AnySeat)
	h.refused(err, lobby.MembersOnly)
	_, seat, err := h.Keep(t.Context(), c, inside, table.ID, lobby.AnySeat)
	if err != nil {
		t.Fatal(err)
	}
	_, err = h.DropIn(t.Context(), c, inside, table.ID, seat)
	h.refused(err, lobby.Asking)
	h.advance(lobby.AskedFor / 2)
	if _, seat, err = h.Keep(t.Context(), c, inside, table.ID, seat); err != nil {
		t.Fatal(err)
	}
	h.advance(lobby.AskedFor / 2)
	h.ok(h.DropIn(t.Context(), c, inside, table.ID, seat))
	h.ok(h.GiveToBot(t.Context(), c, table.ID, seat))
	_, _, err = h.Keep(t.Context(), c, inside, table.ID, lobby.AnySeat)
	h.refused(err, lobby.CameBefore)
	d := h.guest()
	if _, _, err = h.Keep(t.Context(), d, inside, table.ID, lobby.AnySeat); err != nil {
		t.Fatal(err)
	}
	_, err = h.TurnAway(t.Context(), d, table.ID, d.ID)
	h.refused(err, lobby.NotSeated)
	h.ok(h.TurnAway(t.Context(), a, table.ID, d.ID))
	h.advance(lobby.AskedFor)
	_, err = h.DropIn(t.Context(), d, inside, table.ID, seat)
	h.refused(err, lobby.CameBefore)
}

// If hands are hidden, a person who had a seat from the beginning takes no other one. They may only come back to theirs.
func TestNoHopping(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b := h.guest(), h.guest()
	table := h.take(a, lobby.Wish{Game: "world", Level: "standard", Hidden: true}).Table
	mine := int(table.Held(a.ID).First())
	_, seat, err := h.Keep(t.Context(), b, inside, table.ID, lobby.AnySeat)
	if err != nil {
		t.Fatal(err)
	}
	h.advance(lobby.AskedFor)
	h.ok(h.DropIn(t.Context(), b, inside, table.ID, seat))
	h.ok(h.GiveToBot(t.Context(), a, table.ID, mine))
	_, _, err = h.Keep(t.Context(), a, inside, table.ID, lobby.AnySeat)
	h.refused(err, lobby.CameBefore)
	h.must(h.Sit(t.Context(), a, table.ID, lobby.AnySeat, ""))
}

// If spectators see hands that players do not see, no person takes a bot's seat.
func TestSpectatorsTakeNoSeat(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b := h.guest(), h.guest()
	for _, c := range []struct {
		watch  lobby.Watch
		hands  string
		letsIn bool
	}{
		{lobby.WatchOpen, "hidden", false}, {lobby.WatchDelayed, "hidden", false}, {lobby.WatchHidden, "hidden", true},
		{lobby.WatchNobody, "hidden", true}, {lobby.WatchOpen, "open", true},
	} {
		made := h.table(lobby.Draft{Settings: append(players("2"), engine.Setting{Name: "epidemics", Value: "5"}, engine.Setting{Name: "hands", Value: c.hands}), Public: true, Watch: c.watch}, a, a)
		h.ok(h.GiveSeats(t.Context(), a, made.ID, []lobby.BotSeat{{Seat: 1, Level: "novice"}}))
		if now := h.ok(h.Start(t.Context(), a, made.ID)); now.LetsIn() != c.letsIn {
			t.Errorf("%s, hands %s: people may come: %v", c.watch, c.hands, now.LetsIn())
		}
		if _, _, err := h.Keep(t.Context(), b, inside, made.ID, 1); !c.letsIn {
			h.refused(err, lobby.NoDropIn)
		} else if err != nil {
			t.Errorf("%s, hands %s: %v", c.watch, c.hands, err)
		}
	}
}

// No person takes a bot's seat at a table with opponents, a private one, or one that shares its deal.
func TestNoDropIn(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b := h.guest(), h.guest()
	card := h.take(a, lobby.Wish{Game: "pharmacy"})
	_, _, err := h.Keep(t.Context(), b, inside, card.Table.ID, lobby.AnySeat)
	h.refused(err, lobby.NoDropIn)
	home := h.table(lobby.Draft{Settings: players("2")}, a, a)
	h.ok(h.GiveSeats(t.Context(), a, home.ID, []lobby.BotSeat{{Seat: 1, Level: "novice"}}))
	h.ok(h.Start(t.Context(), a, home.ID))
	_, _, err = h.Keep(t.Context(), b, inside, home.ID, 1)
	h.refused(err, lobby.NoSuchTable)
}

// A person who leaves with a word hands the seat to a bot, and hosting to the person who has been there longest. A
// person who vanishes loses the seat after three minutes, and takes it again if it is still the bot's.
func TestLeavingAndVanishing(t *testing.T) {
	h := newHarness(t, memstore.New())
	h.run()
	a, b := h.guest(), h.guest()
	table := h.take(a, lobby.Wish{Game: "world"}).Table
	mine := int(table.Held(a.ID).First())
	f := h.take(b, lobby.Wish{Game: "world"})
	h.ok(h.DropIn(t.Context(), b, inside, table.ID, f.Seat))
	from := h.now()
	h.advance(lobby.Grace)
	h.ok(h.Attend(t.Context(), table.ID, h.seen(from, b)))
	h.advance(3 * time.Minute)
	h.ok(h.Attend(t.Context(), table.ID, h.seen(h.now().Add(-time.Second), b)))
	now := h.ok(h.Get(t.Context(), table.ID))
	if now.Seats[mine].Holder != "" || now.Seats[mine].Bot == "" || now.Seats[mine].Stood != a.ID || now.Host != b.ID {
		t.Fatalf("%+v, host %s", now.Seats[mine], now.Host)
	}
	h.must(h.Sit(t.Context(), a, table.ID, lobby.AnySeat, ""))
	now = h.ok(h.GiveToBot(t.Context(), b, table.ID, f.Seat))
	if now.Host != a.ID || now.Held(a.ID).Len() != 1 || now.Seats[f.Seat].Bot == "" {
		t.Fatalf("%+v, host %s", now.Seats, now.Host)
	}
	// No person is left after this one: the table leaves the list, and the seat stays the person's.
	h.advance(lobby.Grace)
	h.ok(h.Attend(t.Context(), table.ID, h.seen(h.now())))
	h.advance(time.Minute)
	h.ok(h.Attend(t.Context(), table.ID, h.seen(h.now().Add(-time.Hour))))
	h.advance(time.Hour)
	now = h.ok(h.Attend(t.Context(), table.ID, h.seen(h.now().Add(-time.Hour))))
	if now.Held(a.ID).Empty() {
		t.Fatal("a lonely person lost the seat")
	}
	h.soon("the table has left the hall", func() bool {
		list, err := h.Seeking(t.Context(), h.guest(), lobby.Wish{}, 10)
		return err == nil && len(list) == 0
	})
}

package lobby_test

import (
	"slices"
	"testing"

	"theriac/engine"
	"theriac/internal/lobby"
	"theriac/internal/store/memstore"
)

func free(level string) []lobby.BotSeat {
	return []lobby.BotSeat{{Seat: lobby.AnySeat, Level: level}}
}

// A bot can fill a free seat. Before the game, any person who sits down replaces the bot. During the game, only a
// person with the link of the seat can replace it.
func TestBotSeats(t *testing.T) {
	h := newHarness(t, memstore.New())
	ctx := t.Context()
	host, friend, third := h.guest(), h.guest(), h.guest()
	tab := h.table(lobby.Draft{Settings: players("3")}, host, host, friend)
	level := lobby.Levels("world")[0]
	_, err := h.GiveSeats(ctx, friend, tab.ID, free(level))
	h.refused(err, lobby.NotHost)
	_, err = h.GiveSeats(ctx, host, tab.ID, free("omniscient"))
	h.refused(err, lobby.UnknownLevel)
	_, err = h.GiveSeats(ctx, host, tab.ID, []lobby.BotSeat{{Seat: 1, Level: level}})
	h.refused(err, lobby.SeatTaken)
	_, err = h.GiveSeats(ctx, host, tab.ID, []lobby.BotSeat{{Seat: 3, Level: level}})
	h.refused(err, lobby.NoSuchSeat)
	tab = h.ok(h.GiveSeats(ctx, host, tab.ID, free(level)))
	if tab.Seats[2].Bot != level || tab.Taken() != 3 || tab.Bots() != engine.SeatsOf(2) {
		t.Fatalf("%+v", tab.Seats)
	}
	_, err = h.GiveSeats(ctx, host, tab.ID, free(level))
	h.refused(err, lobby.NoFreeSeat)
	// Before the game, a person takes the bot's seat. After the person has left, the bot can have the seat
	// again.
	invite, err := h.InviteLink(ctx, host, tab.ID)
	if err != nil {
		t.Fatal(err)
	}
	h.must(h.Follow(ctx, third, invite, ""))
	if tab = h.must(h.Sit(ctx, third, tab.ID, lobby.AnySeat, "")); tab.Seats[2].Holder != third.ID || tab.Seats[2].Bot != "" {
		t.Fatalf("%+v", tab.Seats[2])
	}
	h.ok(h.StandUp(ctx, third, tab.ID, 2))
	h.ok(h.GiveSeats(ctx, host, tab.ID, free(level)))
	tab = h.ok(h.Start(ctx, host, tab.ID))
	if tab.Status != lobby.Playing {
		t.Fatal(tab.Status)
	}
	// During the game, the bot gives up its seat only to a person who uses the link of that seat.
	_, _, err = h.Sit(ctx, third, tab.ID, 2, "")
	h.refused(err, lobby.NotGathering)
	link, err := h.SeatLink(ctx, host, tab.ID, 2)
	if err != nil {
		t.Fatal(err)
	}
	if tab = h.must(h.Follow(ctx, third, link, "")); tab.Seats[2].Holder != third.ID || !tab.Bots().Empty() {
		t.Fatalf("%+v", tab.Seats[2])
	}
	// A rematch begins with the same bots.
	h.ok(h.StandUp(ctx, third, tab.ID, 2))
	h.ok(h.GiveSeats(ctx, host, tab.ID, free(level)))
	h.ok(h.SetPace(ctx, host, tab.ID, lobby.PaceFast))
	h.ok(h.Finish(ctx, tab.ID, lobby.Outcome{Cause: "end/cures"}, h.now()))
	if again := h.ok(h.Rematch(ctx, host, tab.ID)); again.Seats[2].Bot != level || again.BotPace != lobby.PaceFast {
		t.Errorf("%+v", again.Seats)
	}
}

// A bot plays for a person who asks for it or is absent. The person keeps the seat.
func TestStandIns(t *testing.T) {
	h := newHarness(t, memstore.New())
	ctx := t.Context()
	host, friend := h.guest(), h.guest()
	tab := h.table(lobby.Draft{Settings: players("2")}, host, host, friend)
	level := lobby.Levels("world")[0]
	_, err := h.StandIn(ctx, friend, tab.ID, 1, level, false)
	h.refused(err, lobby.NotPlaying)
	h.ok(h.Start(ctx, host, tab.ID))
	_, err = h.StandIn(ctx, host, tab.ID, 1, level, false)
	h.refused(err, lobby.SeatActive)
	_, err = h.StandIn(ctx, friend, tab.ID, 0, level, true)
	h.refused(err, lobby.NotHost)
	tab = h.ok(h.StandIn(ctx, host, tab.ID, 1, level, true))
	if s := tab.Seats[1]; s.Standin != level || s.Holder != friend.ID || s.Level() != level {
		t.Fatalf("%+v", s)
	}
	if tab = h.ok(h.TakeBack(ctx, friend, tab.ID, 1)); !tab.Bots().Empty() {
		t.Fatalf("%+v", tab.Seats[1])
	}
	h.ok(h.StandIn(ctx, friend, tab.ID, 1, level, false))
	if tab = h.ok(h.StandUp(ctx, friend, tab.ID, 1)); !tab.Bots().Empty() {
		t.Errorf("a stand-in for nobody: %+v", tab.Seats[1])
	}
	lesson := h.table(lobby.Draft{Lesson: "first"}, host, host, host)
	h.ok(h.Start(ctx, host, lesson.ID))
	_, err = h.StandIn(ctx, host, lesson.ID, 1, level, true)
	h.refused(err, lobby.LessonAlone)
}

// If the host has set a takeover, a bot plays for a holder whose clock has run out often enough in a row.
func TestTakeover(t *testing.T) {
	h := newHarness(t, memstore.New())
	ctx := t.Context()
	host, friend := h.guest(), h.guest()
	level := lobby.Levels("world")[0]
	tab := h.table(lobby.Draft{Settings: players("2"), Takeover: &lobby.Takeover{Level: level, After: 2}}, host, host, friend)
	h.ok(h.Start(ctx, host, tab.ID))
	late := engine.SeatsOf(1)
	h.ok(h.Missed(ctx, tab.ID, late))
	if tab = h.ok(h.TakeBack(ctx, friend, tab.ID, 1)); tab.Seats[1].Missed != 0 { // the friend plays again
		t.Fatalf("%+v", tab.Seats[1])
	}
	if tab = h.ok(h.Missed(ctx, tab.ID, late)); !tab.Bots().Empty() {
		t.Fatal("taken over too early")
	}
	if tab = h.ok(h.Missed(ctx, tab.ID, late)); tab.Bots() != late {
		t.Fatalf("%+v", tab.Seats[1])
	}
	h.ok(h.TakeBack(ctx, friend, tab.ID, 1))
	h.ok(h.SetTakeover(ctx, host, tab.ID, nil))
	if tab = h.ok(h.Missed(ctx, tab.ID, late)); tab.Seats[1].Missed != 0 {
		t.Errorf("counted without a takeover: %+v", tab.Seats[1])
	}
}

// The bot limit counts a person's bots at all running tables together. Bots of finished games do not count.
func TestBotLimit(t *testing.T) {
	h := newHarness(t, memstore.New())
	ctx := t.Context()
	host := h.guest()
	level := lobby.Levels("world")[0]
	bots := slices.Repeat(free(level), 3)
	var last lobby.Table
	for range mostBots / 3 {
		last = h.table(lobby.Draft{Settings: players("4")}, host, host)
		h.ok(h.GiveSeats(ctx, host, last.ID, bots))
	}
	one := h.table(lobby.Draft{Settings: players("4")}, host, host)
	_, err := h.GiveSeats(ctx, host, one.ID, free(level))
	h.refused(err, lobby.BotLimit)
	h.ok(h.Close(ctx, host, last.ID))
	h.ok(h.GiveSeats(ctx, host, one.ID, bots))
	h.ok(h.FreeSeat(ctx, host, one.ID, 1))
	two := h.table(lobby.Draft{Settings: players("4")}, host, host)
	h.ok(h.GiveSeats(ctx, host, two.ID, free(level)))
	_, err = h.GiveSeats(ctx, host, two.ID, free(level))
	h.refused(err, lobby.BotLimit)
}

// If seats play against each other, a person who has a hand cannot also get a hand that a bot has played.
func TestBotsHandIsAnOpponents(t *testing.T) {
	h := newHarness(t, memstore.New())
	ctx := t.Context()
	host := h.guest()
	tab := h.table(lobby.Draft{Game: "pharmacy", Settings: players("3")}, host, host)
	h.ok(h.GiveSeats(ctx, host, tab.ID, slices.Repeat(free(lobby.Levels("pharmacy")[0]), 2)))
	h.ok(h.Start(ctx, host, tab.ID))
	for _, freed := range []bool{false, true} {
		if freed {
			h.ok(h.FreeSeat(ctx, host, tab.ID, 1))
		}
		link, err := h.SeatLink(ctx, host, tab.ID, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, _, err = h.Follow(ctx, host, link, "")
		h.refused(err, lobby.KickedSeat)
	}
}

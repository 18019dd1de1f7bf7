package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// One request can make and start a table with bots. Before the game, the host can give a seat to a
// bot and remove the bot again. The host can also set the bots' pace and when bots take over for
// absent players.
func TestBotSeats(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	level := lobby.Levels("world")[0]
	four := func(n *NewTable) { n.Settings = map[string]string{"players": "4"} }
	started := b.table(adas, func(n *NewTable) {
		four(n)
		n.Bots, n.Start, n.BotPace = []BotSeat{{Level: level}, {Level: level, Seat: seat(0)}, {Level: level}}, true, "fast"
	})
	if started.Status != "playing" || started.Seats[0].Bot.Level != level || started.Seats[1].Holder == nil || started.Seats[3].Bot == nil ||
		started.BotPace != "fast" || started.Seats[0].Holder != nil {
		t.Errorf("%+v", started.Seats)
	}
	b.ask(adas, http.MethodPost, "/api/tables", NewTable{Game: "world", Bots: []BotSeat{{Level: "omniscient"}}}).refused(http.StatusUnprocessableEntity, "unknown-level")

	gathering := b.table(adas, func(n *NewTable) { four(n); n.Public = true })
	if gathering.BotPace != "normal" {
		t.Errorf("the pace is %s", gathering.BotPace)
	}
	one := path(gathering, "seats/1/bot")
	b.ask(bobs, http.MethodPut, one, wire.Bot{Level: level}).refused(http.StatusForbidden, "not-host")
	b.ask(adas, http.MethodPut, path(gathering, "seats/0/bot"), wire.Bot{Level: level}).refused(http.StatusConflict, "seat-taken")
	b.ask(adas, http.MethodPut, one, wire.Bot{Level: level}).is(http.StatusOK, &gathering)
	if gathering.Seats[1].Bot == nil {
		t.Errorf("%+v", gathering.Seats)
	}
	b.ask(adas, http.MethodDelete, one, nil).is(http.StatusOK, &gathering)
	if gathering.Seats[1].Bot != nil {
		t.Errorf("%+v", gathering.Seats)
	}
	b.ask(adas, http.MethodPut, path(gathering, "pace"), Pace{BotPace: "slow"}).is(http.StatusOK, &gathering)
	b.ask(adas, http.MethodPut, path(gathering, "pace"), Pace{BotPace: "idle"}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(adas, http.MethodPut, path(gathering, "takeover"), wire.Takeover{Level: level}).is(http.StatusOK, &gathering)
	if gathering.BotPace != "slow" || gathering.Takeover == nil || gathering.Takeover.After != 1 {
		t.Errorf("%+v", gathering.Takeover)
	}
	gathering.Takeover = nil
	b.ask(adas, http.MethodDelete, path(gathering, "takeover"), nil).is(http.StatusOK, &gathering)
	if gathering.Takeover != nil {
		t.Errorf("%+v", gathering.Takeover)
	}
	for _, g := range Games() {
		if len(g.BotLevels) == 0 {
			t.Errorf("%s has no bots", g.Name)
		}
	}
}

// The holder of a seat can let a bot play until they make a move again. The host can do the same
// for an absent person.
func TestStandIn(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	level := lobby.Levels("world")[0]
	game := b.table(adas, func(n *NewTable) { n.Public = true })
	b.ask(bobs, http.MethodPost, path(game, "sit"), Sitting{}).is(http.StatusOK)
	b.ask(adas, http.MethodPost, path(game, "start"), nil).is(http.StatusOK, &game)
	b.ask(bobs, http.MethodPut, path(game, "seats/0/standin"), wire.Bot{Level: level}).refused(http.StatusForbidden, "not-host")
	b.ask(adas, http.MethodPut, path(game, "seats/1/standin"), wire.Bot{Level: level}).refused(http.StatusConflict, "seat-active")
	var u Update
	b.ask(adas, http.MethodGet, path(game, "view"), nil).is(http.StatusOK, &u)
	on := append(u.Question.All, u.Question.Any...)[0]
	token := []string{adas, bobs}[on]
	standin := path(game, "seats/"+string(rune('0'+on))+"/standin")
	b.ask(token, http.MethodPut, standin, wire.Bot{Level: level}).is(http.StatusOK, &game)
	if game.Seats[on].Standin == nil || game.Seats[on].Holder == nil {
		t.Fatalf("%+v", game.Seats)
	}
	b.ask(token, http.MethodGet, path(game, "view"), nil).is(http.StatusOK, &u)
	for _, m := range u.Moves {
		if m.Seat == on {
			b.ask(token, http.MethodPost, path(game, "moves"), Move{Seat: on, Question: u.Question.ID, Move: m.List[0], Key: "own"}).is(http.StatusOK)
		}
	}
	b.ask(token, http.MethodGet, "/api/tables/"+game.ID, nil).is(http.StatusOK, &game)
	var after wire.Table
	b.ask(token, http.MethodGet, "/api/tables/"+game.ID, nil).is(http.StatusOK, &after)
	if after.Seats[on].Standin != nil {
		t.Error("the stand-in goes on although its person plays")
	}
	b.clock.pass(2 * time.Minute) // the player who must answer has owed the answer for longer than quietFor
	b.ask(adas, http.MethodGet, path(game, "view"), nil).is(http.StatusOK, &u)
	if on = append(u.Question.All, u.Question.Any...)[0]; on == 1 {
		b.ask(adas, http.MethodPut, path(game, "seats/1/standin"), wire.Bot{Level: level}).is(http.StatusOK, &after)
		b.ask(bobs, http.MethodDelete, path(game, "seats/1/standin"), nil).is(http.StatusOK, &after)
	} else { // the holder can always let a bot play
		b.ask(adas, http.MethodPut, path(game, "seats/0/standin"), wire.Bot{Level: level}).is(http.StatusOK, &after)
		b.ask(adas, http.MethodDelete, path(game, "seats/0/standin"), nil).is(http.StatusOK, &after)
	}
}

// Only the bot's partners get the reason for its move. Everyone sees which bots are thinking.
func TestReasonsAreForOnesOwnSide(t *testing.T) {
	why := table.BotReason{Seat: 1, Entry: 3, Key: "k", To: engine.SeatsOf(0, 1)}
	for _, c := range []struct {
		to, seats engine.Seats
		late      bool
		hears     bool
	}{
		{why.To, engine.SeatsOf(0), false, true}, {why.To, engine.SeatsOf(2), false, false}, {why.To, 0, false, false},
		{why.To, engine.SeatsOf(0, 2), false, false}, // a person who plays both sides gets no reasons
		{why.To | engine.Spectators, 0, false, true}, {why.To | engine.Spectators, 0, true, false},
	} {
		why.To = c.to
		if live.Hears(why, c.seats, c.late) != c.hears {
			t.Errorf("%+v", c)
		}
	}
	b := raise(t)
	_, adas := b.guest("Ada")
	_, eves := b.guest("Eve")
	level := lobby.Levels("world")[0]
	game := b.table(adas, func(n *NewTable) { n.Public, n.Start, n.Bots = true, true, []BotSeat{{Level: level}} })
	ada, eve := b.follow(adas, game.ID, ""), b.follow(eves, game.ID, "")
	ada.next("update")
	eve.next("update")
	why = table.BotReason{Seat: 1, Entry: 3, Key: "bot.why", Args: [][2]string{{"city", "paris"}}, To: engine.SeatsOf(0, 1)}
	b.api.Live.Reason(game.ID, why)
	b.api.Live.Thinking(game.ID, engine.SeatsOf(1))
	if got := ada.next("reason").data; got != `{"seat":1,"entry":3,"key":"bot.why","args":[["city","paris"]]}` {
		t.Errorf("told %s", got)
	}
	for e := range eve.events { // check all later events
		if e.kind == "reason" {
			t.Fatalf("a spectator was told %s", e.data)
		}
		if e.kind == "thinking" && strings.Contains(e.data, "1") {
			return
		}
	}
	t.Error("a spectator is not told whose bots think")
}

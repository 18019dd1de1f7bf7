package httpapi

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"theriac/games"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
)

// wish takes a seat, and the bot's seat that is kept if there is one.
func (b *testAPI) wish(token string, w Wishes) SeatFound {
	b.t.Helper()
	var f SeatFound
	b.ask(token, http.MethodPost, "/api/hall", w).is(http.StatusOK, &f)
	if f.Way == lobby.Kept {
		var got Seated
		b.ask(token, http.MethodPost, "/api/tables/"+f.Table.ID+"/dropin", SeatOnly{Seat: f.Seat}).is(http.StatusOK, &got)
		f.Table = got.Table
	}
	return f
}

func (b *testAPI) hall(token, query string) Hall {
	b.t.Helper()
	var h Hall
	b.ask(token, http.MethodGet, "/api/hall"+query, nil).is(http.StatusOK, &h)
	return h
}

// owing returns the seats that owe an answer at a table.
func (b *testAPI) owing(token, id string) []int {
	u := b.look(token, id)
	return append(u.Question.All, u.Question.Any...)
}

// Strangers meet: the hall shows the table of the first, the second takes a seat that owes nothing, and a seat that
// owes an answer has to wait.
func TestHall(t *testing.T) {
	b := raise(t)
	ada, adaToken := b.guest("Ada")
	_, ben := b.guest("Ben")
	f := b.wish(adaToken, Wishes{Game: "world", Level: "standard", Languages: []string{"en"}})
	if f.Way != lobby.Opened || !f.Table.LetsIn || f.Table.Clock.Kind != lobby.ClockLive {
		t.Fatalf("%+v", f)
	}
	h := b.hall(ben, "?level=standard&languages=en,fr")
	if len(h.Tables) != 1 || !h.Tables[0].Fits || h.Tables[0].Level != "standard" || h.Tables[0].People[f.Seat].Holder.ID != ada.ID || h.People != 1 || len(h.Watch) != 1 {
		t.Fatalf("%+v", h)
	}
	if h = b.hall(ben, "?level=hard"); len(h.Tables) != 1 || h.Tables[0].Fits {
		t.Fatalf("%+v", h)
	}
	id := f.Table.ID
	acting := b.owing(adaToken, id)[0]
	if acting == f.Seat {
		t.Fatal("the deal makes the only person act") // pinned by the harness
	}
	b.ask(ben, http.MethodPost, "/api/tables/"+id+"/keep", KeepSeat{Seat: &acting}).is(http.StatusOK)
	b.ask(ben, http.MethodPost, "/api/tables/"+id+"/dropin", SeatOnly{Seat: acting}).refused(http.StatusConflict, lobby.BotMoves)
	b.ask(ben, http.MethodDelete, "/api/tables/"+id+"/keep", nil).is(http.StatusNoContent)
	free := 0
	for free == acting || free == f.Seat {
		free++
	}
	var kept SeatFound
	b.ask(ben, http.MethodPost, "/api/tables/"+id+"/keep", KeepSeat{Seat: &free}).is(http.StatusOK, &kept)
	if kept.Seat != free || kept.Until.IsZero() || kept.Table.Seats[free].Kept.Person.Name != "Ben" {
		t.Fatalf("%+v", kept)
	}
	if h = b.hall("", ""); !h.Tables[0].People[free].Kept {
		t.Error("the hall does not show that a seat is kept")
	}
	var got Seated
	b.ask(ben, http.MethodPost, "/api/tables/"+id+"/dropin", SeatOnly{Seat: free}).is(http.StatusOK, &got)
	if len(got.Table.You.Seats) != 1 || got.Table.You.Seats[0] != free {
		t.Fatalf("%+v", got.Table.You)
	}
}

// A person who takes a seat sees exactly what the person before them saw there, and no more.
func TestDropInSeesTheSeat(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		b := raise(t)
		_, ada := b.guest("Ada")
		people, tokens := [2]identity.Person{}, [2]string{}
		for i, name := range []string{"Ben", "Cho"} {
			var made Person
			made, tokens[i] = b.guest(name)
			people[i] = identity.Person{ID: made.ID, Name: name}
		}
		_, eve := b.guest("Eve")
		f := b.wish(ada, Wishes{Game: "world", Hidden: hidden, Level: "standard"})
		id, path := f.Table.ID, "/api/tables/"+f.Table.ID
		seat, acting := 0, b.owing(ada, id)[0]
		for seat == acting || seat == f.Seat {
			seat++
		}
		if hidden {
			b.ask(eve, http.MethodPost, path+"/keep", KeepSeat{}).refused(http.StatusConflict, lobby.MembersOnly)
		}
		var views [2]string
		for i, p := range people { // both people count as signed in
			if _, _, err := b.lobby.Keep(t.Context(), p, lobby.From{}, id, seat); err != nil {
				t.Fatal(err)
			}
			if hidden {
				b.clock.pass(lobby.AskedFor)
			}
			if _, err := b.lobby.DropIn(t.Context(), p, lobby.From{}, id, seat); err != nil {
				t.Fatal(err)
			}
			views[i] = viewOf(t, b.ask(tokens[i], http.MethodGet, path+"/view", nil))
			b.ask(tokens[i], http.MethodPost, path+"/givetobot", SeatOnly{Seat: seat}).is(http.StatusOK)
		}
		if views[0] != views[1] {
			t.Errorf("hidden %v: the view of the seat was\n%s\nand is\n%s", hidden, views[0], views[1])
		}
		for who, token := range map[string]string{"a spectator": eve, "a person who has handed over": tokens[1]} {
			if viewOf(t, b.ask(token, http.MethodGet, path+"/view", nil)) == views[0] {
				t.Errorf("%s sees what the seat sees", who)
			}
		}
		b.ask(tokens[1], http.MethodPost, path+"/givetobot", SeatOnly{Seat: seat}).refused(http.StatusForbidden, lobby.NotHolder)
	}
}

func viewOf(t *testing.T, a answer) string {
	t.Helper()
	var u update
	a.is(http.StatusOK, &u)
	var v any
	if err := json.Unmarshal(u.View, &v); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// People who block each other do not find each other's tables, and cannot have a seat kept there.
func TestHallKeepsApart(t *testing.T) {
	b := raise(t)
	ada, adaToken := b.guest("Ada")
	_, ben := b.guest("Ben")
	f := b.wish(adaToken, Wishes{Game: "world"})
	b.ask(ben, http.MethodPut, "/api/me/blocks/"+ada.ID, nil).is(http.StatusNoContent)
	if h := b.hall(ben, ""); len(h.Tables) != 0 || len(h.Watch) != 0 {
		t.Fatalf("%+v", h)
	}
	b.ask(ben, http.MethodPost, "/api/tables/"+f.Table.ID+"/keep", KeepSeat{}).refused(http.StatusConflict, lobby.NoFreeSeat)
	if own := b.wish(ben, Wishes{Game: "world"}); own.Way != lobby.Opened || own.Table.ID == f.Table.ID {
		t.Errorf("%+v", own)
	}
	var shown wire.Table
	b.ask(adaToken, http.MethodPut, "/api/tables/"+f.Table.ID+"/shut", Shutting{Shut: true}).is(http.StatusOK, &shown)
	if !shown.Shut || shown.LetsIn {
		t.Errorf("%+v", shown)
	}
}

// Ten wrong codes a minute are allowed for each address. A right one does not count, so that a classroom comes in
// together.
func TestWrongCodes(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.Code = admit.Rate{} }) // the usual limit
	_, ada := b.guest("Ada")
	_, ben := b.guest("Ben")
	table := b.table(ada, func(n *NewTable) { n.Public = true })
	var shown TableCode
	b.ask(ada, http.MethodPost, "/api/tables/"+table.ID+"/code", nil).is(http.StatusOK, &shown)
	b.ask(ben, http.MethodPost, "/api/tables/"+table.ID+"/code", nil).refused(http.StatusForbidden, lobby.NotSeated)
	use := func(code string) answer { return b.ask(ben, http.MethodPost, "/api/codes", DoorCode{Code: code}) }
	for range 30 {
		var got wire.Table
		use(shown.Code).is(http.StatusOK, &got)
		if got.ID != table.ID {
			t.Fatalf("%+v", got)
		}
	}
	wrong := "BBBBB"
	for range 10 {
		use(wrong).refused(http.StatusNotFound, lobby.NoSuchCode)
	}
	use(wrong).refused(http.StatusTooManyRequests, "slow-down")
	use(shown.Code).refused(http.StatusTooManyRequests, "slow-down") // or the limit would tell which code is right
	b.clock.pass(time.Minute)
	use(shown.Code).is(http.StatusOK)
}

// The hall shows the state of a running game if anyone may watch it, and never what only a hand shows.
func TestHallGlance(t *testing.T) {
	for _, watch := range []string{"nobody", "hidden"} {
		b := raise(t)
		_, ada := b.guest("Ada")
		_, ben := b.guest("Ben")
		f := b.wish(ada, Wishes{Game: "world", Level: "standard", Hidden: true})
		b.ask(ada, http.MethodPost, "/api/tables/"+f.Table.ID+"/watch", Watching{Watch: watch}).is(http.StatusOK)
		h := b.hall(ben, "")
		if watch == "nobody" {
			if len(h.Watch) != 0 || h.Tables[0].Glance != nil {
				t.Errorf("%s: %+v", watch, h)
			}
			continue
		}
		live, err := b.api.conf.Tables.Open(t.Context(), f.Table.ID)
		if err != nil {
			t.Fatal(err)
		}
		e, _ := games.FindEntry("world")
		want, err := json.Marshal(shownGlance(e.Glance(live.State().Pos.View(0))))
		live.Release()
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range []*Glance{h.Tables[0].Glance, h.Watch[0].Glance} {
			if shown, err := json.Marshal(got); err != nil || !bytes.Equal(shown, want) {
				t.Errorf("%s: %s instead of %s", watch, shown, want)
			}
		}
		if g := h.Tables[0].Glance; g.Turn != 1 || len(g.Goals) != 4 || g.Tracks[0].Of != 8 || len(g.Cast) != len(h.Tables[0].People) || len(g.Pieces["station"]) != 1 {
			t.Errorf("%s: %+v", watch, g)
		}
	}
}

// A table that waits for players, and one whose game cannot be read, have no glance.
func TestHallWithoutGlance(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	table := b.table(ada, func(n *NewTable) { n.Public = true })
	hall := hallAPI{b.api.core}
	for _, status := range []lobby.Status{lobby.Gathering, lobby.Playing} {
		if g := hall.glance(t.Context(), lobby.Table{ID: table.ID, Game: "world", Status: status, Watch: lobby.WatchOpen}); g != nil {
			t.Errorf("%s: %+v", status, g)
		}
	}
}

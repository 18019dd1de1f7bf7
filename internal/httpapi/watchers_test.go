package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

func (b *testAPI) letWatchersTalk(host, id string, open bool) answer {
	b.t.Helper()
	return b.ask(host, http.MethodPut, "/api/tables/"+id+"/watchers-talk", WatchersTalking{Open: open})
}

// Spectators hear each other, and no byte of it reaches a player: not live, not as past messages, not after a
// reconnect, and not in what players can ask for.
func TestWatchersTalk(t *testing.T) {
	t.Run("alone", func(t *testing.T) { watchersTalk(t, raise(t)) })
	t.Run("one of several nodes", func(t *testing.T) { watchersTalk(t, raise(t, oneOfSeveral)) })
}

func watchersTalk(t *testing.T, b *testAPI) {
	t.Helper()
	id, players := b.pair()
	eve, eveToken := b.guest("Eve")
	_, fay := b.guest("Fay")
	all := []string{players[0], players[1], eveToken, fay}
	open := make([]*tap, len(all))
	for i, token := range all {
		open[i] = b.follow(token, id, "")
		open[i].next("update")
	}
	var said live.Said
	b.say(eveToken, id, "whisper one", "").is(http.StatusOK, &said)
	if !said.Watchers {
		t.Fatalf("said to everybody: %+v", said)
	}
	b.say(fay, id, "whisper two", "watchers").is(http.StatusOK)
	b.say(eveToken, id, "hear me", "table").refused(http.StatusForbidden, lobby.NotSeated)
	b.say(players[0], id, "hear me", "watchers").refused(http.StatusConflict, lobby.WatchersClosed)
	b.say(players[0], id, "last", "").is(http.StatusOK)
	for i, p := range open {
		want := []string{"last"}
		if i >= 2 {
			want = []string{"whisper one", "whisper two", "last"}
		}
		texts, bytes := p.hears("last")
		same(t, "a stream", texts, want...)
		if i < 2 && (strings.Contains(bytes, "whisper") || strings.Contains(bytes, eve.ID)) {
			t.Errorf("stream %d: %s", i, bytes)
		}
		p.end()
		texts, _ = b.follow(all[i], id, "").hears("last")
		same(t, "a newcomer", texts, want...)
	}
	b.say(fay, id, "whisper three", "").is(http.StatusOK)
	b.say(players[1], id, "very last", "").is(http.StatusOK)
	texts, bytes := b.follow(players[0], id, "", "Last-Event-ID", open[0].lastID).hears("very last")
	same(t, "a player who came back", texts, "very last")
	for _, path := range []string{"tables/" + id, "tables/" + id + "/view", "tables/" + id + "/transcript", "me/export", "me/notices"} {
		bytes += string(b.ask(players[0], http.MethodGet, "/api/"+path, nil).body)
	}
	if strings.Contains(bytes, "whisper") {
		t.Error("a player got a line of those who watch")
	}
	var own Export
	b.ask(eveToken, http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &own)
	if len(own.Talk) != 1 || !own.Talk[0].Watchers {
		t.Errorf("exported %+v", own.Talk)
	}
	b.ask(players[0], http.MethodPost, "/api/tables/"+id+"/report", NewReport{Kind: "spam", Line: said.At}).refused(http.StatusNotFound, "no-such-line")
	b.ask(fay, http.MethodPost, "/api/tables/"+id+"/report", NewReport{Kind: "spam", Line: said.At}).is(http.StatusCreated)
}

// The host closes the talk of those who watch, and at private tables it is closed at first.
func TestHostClosesWatchersTalk(t *testing.T) {
	b := raise(t)
	id, players := b.pair()
	_, eve := b.guest("Eve")
	b.letWatchersTalk(players[1], id, false).refused(http.StatusForbidden, lobby.NotHost)
	var shown wire.Table
	b.letWatchersTalk(players[0], id, false).is(http.StatusOK, &shown)
	if shown.Gallery {
		t.Error("still shown as open")
	}
	for _, to := range []string{"", "watchers"} {
		b.say(eve, id, "psst", to).refused(http.StatusConflict, lobby.WatchersClosed)
	}
	b.letWatchersTalk(players[0], id, true).is(http.StatusOK)
	b.say(eve, id, "psst", "").is(http.StatusOK)

	for _, watch := range []string{"hidden", "open"} {
		var made wire.Table
		b.ask(players[0], http.MethodPost, "/api/tables", NewTable{
			Game: "world", Settings: map[string]string{"players": "2"}, Watch: watch, Sit: "all", Links: true, Start: true,
		}).is(http.StatusCreated, &made)
		b.ask(eve, http.MethodPost, "/api/links", Secret{Secret: secretOf(made.Links.Invite)}).is(http.StatusOK)
		if made.Gallery {
			t.Error("a private table is open to the talk of those who watch")
		}
		if watch == "open" { // who sees hands speaks to no player
			b.say(eve, made.ID, "psst", "").refused(http.StatusConflict, lobby.WatchersClosed)
			continue
		}
		var said live.Said
		b.say(eve, made.ID, "a friend's word", "").is(http.StatusOK, &said)
		if said.Watchers {
			t.Error("a friend who watches cannot speak to the table")
		}
	}
}

// A person who takes a seat no longer reads those who watch: not what they said before, and not what they say then.
func TestDropInLosesWatchersTalk(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	_, eve := b.guest("Eve")
	_, fay := b.guest("Fay")
	f := b.wish(ada, Wishes{Game: "world", Level: "standard"})
	id, seat := f.Table.ID, 0
	for acting := b.owing(ada, id)[0]; seat == acting || seat == f.Seat; {
		seat++
	}
	stream := b.follow(eve, id, "")
	b.say(fay, id, "whisper one", "").is(http.StatusOK)
	stream.hears("whisper one")
	b.ask(eve, http.MethodPost, "/api/tables/"+id+"/keep", KeepSeat{Seat: &seat}).is(http.StatusOK)
	b.ask(eve, http.MethodPost, "/api/tables/"+id+"/dropin", SeatOnly{Seat: seat}).is(http.StatusOK)
	b.say(fay, id, "whisper two", "").is(http.StatusOK)
	b.say(eve, id, "here I am", "").is(http.StatusOK)
	texts, _ := stream.hears("here I am")
	same(t, "a person who has sat down", texts, "here I am")
	texts, all := b.follow(eve, id, "").hears("here I am")
	same(t, "the same, come anew", texts, "here I am")
	if strings.Contains(all, "whisper") {
		t.Error(all)
	}
	texts, _ = b.follow(fay, id, "").hears("here I am")
	same(t, "a spectator", texts, "whisper one", "whisper two", "here I am")
}

// A person who is muted or blocked is so among those who watch too.
func TestWatchersTalkKeepsOrder(t *testing.T) {
	b := raise(t)
	id, players := b.pair()
	eve, eveToken := b.guest("Eve")
	_, fay := b.guest("Fay")
	b.ask(fay, http.MethodPut, "/api/me/blocks/"+eve.ID, nil).is(http.StatusNoContent)
	stream := b.follow(fay, id, "")
	b.say(eveToken, id, "whisper", "").is(http.StatusOK)
	b.say(players[0], id, "last", "").is(http.StatusOK)
	texts, _ := stream.hears("last")
	same(t, "a person who blocks", texts, "last")
	b.ask(players[0], http.MethodPost, "/api/tables/"+id+"/mute", Muting{Person: eve.ID, On: true}).is(http.StatusOK)
	b.say(eveToken, id, "whisper", "").refused(http.StatusForbidden, "muted")
}

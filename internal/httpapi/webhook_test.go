package httpapi

import (
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// The webhook of a seat is called when the seat begins to owe an answer.
func TestWebhooks(t *testing.T) {
	calls := make(chan call, 100)
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		calls <- call{r.URL.Path, string(body)}
	}))
	defer sink.Close()
	b := raise(t)
	// A game may end before the seat has had a turn. In that case, play another game.
	for range 20 {
		if b.hooked(sink.URL, calls) {
			return
		}
	}
	t.Fatal("the seat was never on turn")
}

type call struct{ path, body string }

// hooked plays a game with webhooks and checks the calls. It reports whether the seat with the
// webhooks had a turn.
func (b *testAPI) hooked(sink string, calls chan call) bool {
	t := b.t
	t.Helper()
	for len(calls) > 0 {
		<-calls
	}
	id, tokens := b.pair()
	b.ask(tokens[1], http.MethodPut, "/api/tables/"+id+"/webhooks", []wire.Webhook{
		{Seat: 1, URL: sink + "/plain", Form: "json", On: "owed"},
		{Seat: 1, URL: sink + "/discord", Form: "discord", On: "turn"},
		{Seat: 1, URL: sink + "/off", Form: "json", On: "off"},
	}).is(http.StatusOK)
	r := rand.New(rand.NewPCG(5, 5))
	owed, turns := 0, 0
	owes := func(u update) bool { return slices.Contains(append(u.Question.All, u.Question.Any...), 1) }
	was := owes(b.look(tokens[1], id))
	for i := 0; (i < 25 || turns == 0) && i < 300 && b.look(tokens[1], id).Over == nil; i++ {
		b.playOne(id, tokens, r)
		u := b.look(tokens[1], id)
		now := owes(u)
		if now && !was {
			owed++
			if u.Question.Step == "action" {
				turns++
			}
		}
		was = now
	}
	if turns == 0 {
		return false
	}
	got := map[string]int{}
	for got["/plain"] < owed || got["/discord"] < turns {
		select {
		case c := <-calls:
			if !strings.Contains(c.body, id) {
				continue // a call that belongs to an earlier game
			}
			got[c.path]++
			if c.path == "/discord" && !strings.Contains(c.body, `"content":"Your turn at`) {
				t.Fatal(c.body)
			}
			if c.path == "/plain" && !strings.Contains(c.body, `"table":"`+id+`"`) {
				t.Fatal(c.body)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("%v calls, want %d and %d", got, owed, turns)
		}
	}
	if got["/off"] > 0 {
		t.Fatal("a hook that is off was called")
	}
	return true
}

// When a game ends, the server calls the game's webhooks, even though the lobby deletes their URLs
// at that moment.
func TestWebhookOfTheEnd(t *testing.T) {
	calls := make(chan string, 10)
	sink := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		calls <- string(body)
	}))
	defer sink.Close()
	b := raise(t)
	id, tokens := b.pair()
	b.ask(tokens[1], http.MethodPut, "/api/tables/"+id+"/webhooks", []wire.Webhook{{Seat: 1, URL: sink.URL, Form: "json", On: "turn"}}).is(http.StatusOK)
	table, err := b.api.conf.Tables.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Release()
	for range 2 { // reporting the end a second time calls no webhook
		b.api.Hooks.Ended(t.Context(), table.State())
		if _, err := b.lobby.Finish(t.Context(), id, lobby.Outcome{Cause: "given-up"}, b.clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	select {
	case body := <-calls:
		if !strings.Contains(body, `"seat":1`) {
			t.Errorf("called with %s", body)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the end called nobody")
	}
	select {
	case body := <-calls:
		t.Errorf("called again with %s", body)
	case <-time.After(300 * time.Millisecond):
	}
}

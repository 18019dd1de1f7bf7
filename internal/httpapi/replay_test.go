package httpapi

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// strictly decodes a response into a type of the OpenAPI document. It fails on unknown fields.
func strictly[T any](t *testing.T, body []byte) T {
	t.Helper()
	var v T
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var was, is any
	if json.Unmarshal(body, &was) != nil || json.Unmarshal(again, &is) != nil || !reflect.DeepEqual(was, is) {
		t.Fatalf("described as\n%.400s\nand sent as\n%.400s", again, body)
	}
	return v
}

func TestReplayThroughTheAPI(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair(func(n *NewTable) { n.Settings = map[string]string{"players": "2", "epidemics": "5"} })
	there := "/api/tables/" + id + "/replay"
	r := rand.New(rand.NewPCG(3, 3))
	b.playOne(id, tokens, r)
	b.ask(tokens[0], http.MethodPost, there+"/0/try", TryMoves{Moves: []string{"0 pass"}}).refused(http.StatusConflict, "not-over")
	for _, path := range []string{there, there + "?as=0", there + "/0?as=none"} {
		b.ask(tokens[0], http.MethodGet, path, nil).refused(http.StatusConflict, "not-over")
	}
	for b.look(tokens[0], id).Over == nil {
		b.playOne(id, tokens, r)
	}
	end := b.look(tokens[0], id)
	for _, as := range []string{"", "?as=all", "?as=none", "?as=0", "?as=1"} {
		for _, token := range []string{tokens[1], ""} { // the table is public, so both a person and an anonymous caller can see it
			all := strictly[Replay](t, b.ask(token, http.MethodGet, there+as, nil).is(http.StatusOK).body)
			if all.Made != end.Made || len(all.Moves) != all.Made || len(all.From) == 0 {
				t.Fatalf("%s: %d of %d moves", as, len(all.Moves), all.Made)
			}
			for _, at := range []int{0, 1, all.Made / 2, all.Made} {
				u := strictly[Update](t, b.ask(token, http.MethodGet, fmt.Sprint(there, "/", at, as), nil).is(http.StatusOK).body)
				if u.Made != at || (u.Over != nil) != (at == all.Made) || len(u.Moves) != 0 {
					t.Errorf("%s at %d: %+v", as, at, u)
				}
				hands, known := u.View["hands"].([]any), 0
				for _, h := range hands {
					if h.(map[string]any)["cards"] != nil {
						known++
					}
				}
				if open := as == "" || as == "?as=all"; open && at == 1 && known != 2 {
					t.Errorf("%s at %d shows %d hands", as, at, known)
				}
			}
		}
	}
	if p := b.ask(tokens[0], http.MethodGet, fmt.Sprint(there, "/", end.Made+1), nil).refused(http.StatusUnprocessableEntity, "no-such-move"); p.What == "" {
		t.Errorf("%+v", p)
	}
	own := strictly[Replay](t, b.ask("", http.MethodGet, there, nil).is(http.StatusOK).body).Moves[0]
	for _, as := range []string{"", "?as=none", "?as=1"} {
		got := strictly[Trial](t, b.ask("", http.MethodPost, there+"/0/try"+as, TryMoves{Moves: []string{fmt.Sprint(own.Seat, " ", own.Move)}}).is(http.StatusOK).body)
		if len(got.Steps) != 1 || got.Steps[0].Play.Move != own.Move || got.Steps[0].Update.Made != 1 || len(got.Steps[0].Update.View) == 0 {
			t.Errorf("%s: %+v", as, got)
		}
	}
	p := b.ask("", http.MethodPost, there+"/0/try", TryMoves{Moves: []string{fmt.Sprint(own.Seat, " shuttle sydney")}}).refused(http.StatusUnprocessableEntity, "not-allowed")
	if p.Rule == "" || p.What != "shuttle sydney" {
		t.Errorf("%+v", p)
	}
	b.ask(tokens[0], http.MethodGet, there+"?as=3", nil).refused(http.StatusUnprocessableEntity, "no-such-seat")
	b.ask(tokens[0], http.MethodGet, there+"?as=both", nil).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(tokens[0], http.MethodGet, there+"/-1", nil).refused(http.StatusUnprocessableEntity, "invalid")
}

// The game of a private table stays private when it is over.
func TestReplayOfAPrivateTable(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	_, eve := b.guest("Eve")
	own := b.table(ada, func(n *NewTable) { n.Sit, n.Start = "all", true })
	there := "/api/tables/" + own.ID
	b.ask(ada, http.MethodGet, there+"/replay", nil).refused(http.StatusConflict, "not-over")
	b.ask(eve, http.MethodGet, there+"/replay", nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(ada, http.MethodPost, there+"/propose", Motion{What: "end", Key: "stop"}).is(http.StatusOK)
	b.ask(ada, http.MethodGet, there+"/replay", nil).is(http.StatusOK)
	b.ask(eve, http.MethodGet, there+"/replay", nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(eve, http.MethodGet, there+"/replay/0?as=0", nil).refused(http.StatusNotFound, "no-such-table")
}

// end gives up a game whose seats one person holds.
func (b *testAPI) end(token, id string) {
	b.t.Helper()
	b.ask(token, http.MethodPost, "/api/tables/"+id+"/propose", Motion{What: "end", Key: "stop"}).is(http.StatusOK)
	b.noted(id)
}

// noted records the end of a game in its table's record, as the node that keeps the records does.
func (b *testAPI) noted(id string) {
	b.t.Helper()
	if _, err := b.lobby.Finish(b.t.Context(), id, lobby.Outcome{Cause: lobby.GivenUp}, b.clock.Now()); err != nil {
		b.t.Fatal(err)
	}
}

// The host of a private table releases its finished game, and takes that back. Strangers see the game, but neither names
// nor title nor talk. Only the host decides that, and only after the end.
func TestReleasedReplay(t *testing.T) {
	b := raise(t)
	ada, adas := b.guest("Ada")
	bob, bobs := b.guest("Bob")
	_, eves := b.guest("Eve")
	own := b.table(adas, func(n *NewTable) { n.Title, n.Links = "Thursday", true })
	there := "/api/tables/" + own.ID
	release := func(token string, on bool) answer {
		return b.ask(token, http.MethodPost, there+"/release", Releasing{Released: on})
	}
	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: secretOf(own.Links.Seats[0].Link)}).is(http.StatusOK)
	b.sit(bobs, own.ID, 1)
	b.ask(adas, http.MethodPost, there+"/start", nil).is(http.StatusOK)
	release(adas, true).refused(http.StatusConflict, "not-finished")
	b.ask(adas, http.MethodPost, there+"/propose", Motion{What: "end", Key: "stop"}).is(http.StatusOK)
	b.ask(bobs, http.MethodPost, there+"/answer", Reply{Agree: true, Key: "yes"}).is(http.StatusOK)
	b.noted(own.ID)
	release(bobs, true).refused(http.StatusForbidden, "not-host")
	release(eves, true).refused(http.StatusNotFound, "no-such-table")
	release("", true).refused(http.StatusUnauthorized, "unknown")
	b.ask(eves, http.MethodGet, there+"/replay", nil).refused(http.StatusNotFound, "no-such-table")

	var now wire.Table
	if b.ask(adas, http.MethodGet, there, nil).is(http.StatusOK, &now); !now.You.Releases || now.Released {
		t.Errorf("%+v", now)
	}
	for range 2 { // repeating it does no harm
		release(adas, true).is(http.StatusOK, &now)
	}
	if !now.Released {
		t.Errorf("%+v", now)
	}
	for _, token := range []string{eves, ""} {
		for _, path := range []string{"/replay", "/replay/0?as=0", "/transcript", "/story"} {
			b.ask(token, http.MethodGet, there+path, nil).is(http.StatusOK)
		}
		got := string(b.ask(token, http.MethodGet, there, nil).is(http.StatusOK, &now).body)
		for _, secret := range []string{"Ada", "Bob", ada.ID, bob.ID, "Thursday"} {
			if strings.Contains(got, secret) {
				t.Errorf("a stranger is told %q: %s", secret, got)
			}
		}
		if !now.Released || now.You.Releases || len(now.Seats) != 2 || now.Status != "finished" {
			t.Errorf("%+v", now)
		}
		b.ask(token, http.MethodGet, there+"/view", nil).refused(http.StatusNotFound, "no-such-table")
		b.ask(token, http.MethodGet, there+"/text", nil).refused(http.StatusNotFound, "no-such-table")
	}
	release(adas, false).is(http.StatusOK, &now)
	b.ask(eves, http.MethodGet, there+"/replay", nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(eves, http.MethodGet, there, nil).refused(http.StatusNotFound, "no-such-table")
}

// A server that is not open to everyone hides released games from people outside.
func TestReleasedReplayBehindDoors(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	own := b.table(adas, func(n *NewTable) { n.Sit, n.Start = "all", true })
	there := "/api/tables/" + own.ID
	b.end(adas, own.ID)
	b.ask(adas, http.MethodPost, there+"/release", Releasing{Released: true}).is(http.StatusOK)
	b.setDoors("open")
	b.ask("", http.MethodGet, there+"/replay", nil).is(http.StatusOK)
	b.setDoors("invite")
	b.ask("", http.MethodGet, there+"/replay", nil).refused(http.StatusNotFound, "no-such-table")
}

// A game whose cards or moves also belong to others is never released.
func TestReplaysThatStayPrivate(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	own := b.table(adas, func(n *NewTable) { n.Sit, n.Start = "all", true })
	b.end(adas, own.ID)
	var branch wire.Table
	b.ask(adas, http.MethodPost, "/api/tables/"+own.ID+"/branches", NewBranch{At: 0, Deck: "same"}).is(http.StatusCreated, &branch)
	b.end(adas, branch.ID)
	b.ask(adas, http.MethodPost, "/api/tables/"+branch.ID+"/release", Releasing{Released: true}).refused(http.StatusConflict, "no-release")
	public := b.table(adas, func(n *NewTable) { n.Sit, n.Start, n.Public = "all", true, true })
	b.end(adas, public.ID)
	b.ask(adas, http.MethodPost, "/api/tables/"+public.ID+"/release", Releasing{Released: true}).refused(http.StatusConflict, "no-release")
}

package httpapi

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"
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

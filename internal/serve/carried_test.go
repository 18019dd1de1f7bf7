package serve

import (
	"net/http"
	"testing"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/table"
)

// brought is what a browser would bring that played a game of two by itself.
func brought(t *testing.T, seed byte, moves int, ends bool) map[string]any {
	t.Helper()
	g, _ := games.Find("world")
	settings, err := engine.Resolve(engine.OptionsAt(g.Options(), g.Revision()), engine.Settings{{Name: "players", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: "world", Revision: g.Revision(), Settings: settings, Seats: []string{"0", "1"}, Seed: engine.NewSeed(engine.Key{seed}, engine.Key{1})}
	var log []string
	l, err := table.BeginLocal("device-1", h, 1, func(e []byte) { log = append(log, string(e)) })
	if err != nil {
		t.Fatal(err)
	}
	l.Wishes.Alone = true
	playLocal(t, l, moves)
	if ends {
		if _, err := l.Do("end", table.GiveUp{By: 3}, 3); err != nil {
			t.Fatal(err)
		}
	}
	return map[string]any{"device": "device-1", "entries": log, "bots": []string{"", ""}}
}

// playLocal makes moves at a table without a server.
func playLocal(t *testing.T, l *table.Local, moves int) {
	t.Helper()
	for i := 0; i < moves && !l.State().Over; i++ {
		s := l.State()
		seat := s.Pos.Decision().Owing().First()
		list := s.Pos.AppendMoves(nil, seat)
		c := table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(list[(i*5)%len(list)])}
		if _, err := l.Do("", c, 2); err != nil {
			t.Fatal(err)
		}
	}
}

// Games of a device that are over are among the finished ones, with a replay, and count in
// no statistics; one that runs is the same table after the server was restarted.
func TestBroughtGames(t *testing.T) {
	o := Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}}
	s := open(t, o)
	ada := arrive(t, s.URL())
	var out struct {
		ID, Status string
		Outcome    struct{ Cause string }
	}
	for _, game := range []map[string]any{brought(t, 1, 5000, false), brought(t, 2, 20, true)} {
		ada.ask(http.MethodPost, "/api/device-games", game, &out)
		if out.Status != "finished" || out.Outcome.Cause == "" {
			t.Errorf("%+v", out)
		}
		var replay struct{ Moves []any }
		ada.ask(http.MethodGet, "/api/tables/"+out.ID+"/replay", nil, &replay)
		if len(replay.Moves) < 10 {
			t.Error("the replay has", len(replay.Moves), "moves")
		}
	}
	if out.Outcome.Cause != "given-up" {
		t.Error("it was not given up:", out.Outcome.Cause)
	}
	if mine := ada.games("/api/me/games"); mine.Played != 0 || len(mine.Recent) != 0 {
		t.Errorf("they count: %+v", mine)
	}
	runs := brought(t, 3, 30, false)
	ada.ask(http.MethodPost, "/api/device-games", runs, &out)
	first, before := out.ID, ada.view(out.ID)
	shut(t, s)
	s = open(t, o)
	ada.url = s.URL()
	ada.ask(http.MethodPost, "/api/device-games", runs, &out)
	if after := ada.view(out.ID); out.ID != first || out.Status != "playing" || after.Made != before.Made || after.Made < 20 {
		t.Errorf("%+v %+v", out, after)
	}
	ada.play(out.ID)
	if ada.view(out.ID).Made <= before.Made {
		t.Error("it does not go on")
	}
}

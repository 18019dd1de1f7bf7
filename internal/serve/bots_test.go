package serve

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"theriac/internal/lobby"
)

// botTable opens a table, gives seats to bots and starts the game, all in one request.
func (g *guest) botTable(game string, players, bots int, sit string, more map[string]any) string {
	g.t.Helper()
	level := lobby.Levels(game)[0]
	want := map[string]any{
		"game": game, "settings": map[string]string{"players": string(rune('0' + players))}, "sit": sit, "start": true, "botPace": "at-once",
	}
	list := []map[string]any{}
	for range bots {
		list = append(list, map[string]any{"level": level})
	}
	want["bots"] = list
	for k, v := range more {
		want[k] = v
	}
	var out struct{ ID, Status string }
	g.ask(http.MethodPost, "/api/tables", want, &out)
	if out.Status != "playing" {
		g.t.Fatalf("the table is %s", out.Status)
	}
	return out.ID
}

// playOut plays for a person, always the first legal move, until the game is over.
func (g *guest) playOut(table string, within time.Duration) update {
	g.t.Helper()
	for end := time.Now().Add(within); time.Now().Before(end); {
		u := g.view(table)
		if u.Over != nil {
			return u
		}
		moved := false
		for _, m := range u.Moves {
			if len(m.List) > 0 {
				// The server may reject a move because a bot has moved in the meantime.
				g.try(http.MethodPost, "/api/tables/"+table+"/moves", map[string]any{
					"seat": m.Seat, "question": u.Question.ID, "move": m.List[0], "key": "k" + u.Question.ID + "-" + string(rune('a'+u.Made%26)),
				})
				moved = true
				break
			}
		}
		if !moved {
			time.Sleep(5 * time.Millisecond)
		}
	}
	g.t.Fatal("the game does not end")
	return update{}
}

// For each game, a person plays a whole game with bots that run on the server's own workers.
func TestGamesWithBots(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0", Trusted: []string{"127.0.0.0/8", "::1"}})
	g := arrive(t, s.URL())
	for _, c := range []struct {
		game          string
		players, bots int
		sit           string
	}{{"world", 4, 3, "one"}, {"pharmacy", 4, 3, "one"}, {"iberia", 2, 2, "none"}} {
		table := g.botTable(c.game, c.players, c.bots, c.sit, nil)
		stream := g.listen(table)
		go func() {
			for range stream { // drain the stream, as the person's browser would
			}
		}()
		began := time.Now()
		u := g.playOut(table, time.Minute)
		t.Logf("%s: %d moves in %v", c.game, u.Made, time.Since(began))
	}
	_, metrics := get(t, s.PrivateURL()+"/metrics")
	for _, line := range []string{`theriac_bot_moves_total{how="default"} 0`, "theriac_bot_failures_total 0"} {
		if !strings.Contains(metrics, line+"\n") {
			t.Errorf("no %q in the metrics", line)
		}
	}
	if strings.Contains(metrics, "theriac_bot_questions_total 0\n") {
		t.Error("no bot was asked")
	}
}

// The log marks the moves that a bot made.
func TestBotMovesAreMarked(t *testing.T) {
	s := open(t, Options{Data: t.TempDir()})
	g := arrive(t, s.URL())
	table := g.botTable("pharmacy", 3, 3, "none", nil)
	stream := g.listen(table)
	for {
		e := next(t, stream, "update")
		var u struct {
			Steps []struct {
				Plays []struct{ Why string }
			}
		}
		if err := json.Unmarshal([]byte(e.data), &u); err != nil {
			t.Fatal(err)
		}
		if len(u.Steps) > 0 && u.Steps[0].Plays[0].Why == "bot" {
			return
		}
	}
}

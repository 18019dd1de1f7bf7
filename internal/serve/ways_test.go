package serve

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// result is the end of a game, as the table's record and the lists show it.
type result struct {
	Cause         string
	Won           []int
	Ranks, Points []int
}

// shown is the part of a table's record that these tests use.
type shown struct {
	ID, Status, Next string
	Outcome          *result
	You              struct{ Seats []int }
	Links            *struct {
		Invite string
		Seats  []struct{ Seat int }
	}
}

// way opens a table with the given settings, and starts its game.
func (g *guest) way(settings map[string]string) shown {
	g.t.Helper()
	var out shown
	g.ask(http.MethodPost, "/api/tables", map[string]any{
		"game": "world", "settings": settings, "sit": "all", "start": true, "public": true, "links": true,
	}, &out)
	return out
}

// finished waits until the lobby has recorded that a game is over, and returns the table's record.
func (g *guest) finished(id string) shown {
	g.t.Helper()
	for range 6000 {
		var out shown
		if g.ask(http.MethodGet, "/api/tables/"+id, nil, &out); out.Status == "finished" {
			return out
		}
		time.Sleep(10 * time.Millisecond)
	}
	g.t.Fatal("the lobby does not know of the end")
	return shown{}
}

// told collects the result of a game from every list and record that shows it.
func (g *guest) told(id string) (all []result) {
	g.t.Helper()
	var one struct{ Over result }
	g.ask(http.MethodGet, "/api/tables/"+id+"/view", nil, &one)
	all = append(all, one.Over)
	g.ask(http.MethodGet, "/api/tables/"+id+"/replay", nil, &one)
	all = append(all, one.Over)
	all = append(all, *g.finished(id).Outcome)
	for _, list := range []string{"mine", "finished"} {
		for range 500 {
			var page struct{ Tables []shown }
			g.ask(http.MethodGet, "/api/tables?list="+list, nil, &page)
			at := slices.IndexFunc(page.Tables, func(t shown) bool { return t.ID == id })
			if at >= 0 && page.Tables[at].Outcome != nil {
				all = append(all, *page.Tables[at].Outcome)
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	return all
}

// A table with one seat works like any other: it can be opened, played, given up, listed and rematched. A table
// with teams has a result for each seat.
func TestWaysToPlay(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.1"}})
	g := arrive(t, s.URL())
	for seats, settings := range map[int]map[string]string{
		1: {"box": "lab", "mode": "solo", "players": "1"},
		4: {"box": "lab", "mode": "teams", "players": "4"},
	} {
		table := g.way(settings)
		if table.Status != "playing" || len(table.You.Seats) != seats || table.Links == nil || len(table.Links.Seats) != 0 {
			t.Fatalf("%d seats: %+v", seats, table)
		}
		watcher := arrive(t, s.URL())
		stream := watcher.listen(table.ID)
		next(t, stream, "update")
		if status, text := watcher.try(http.MethodPost, "/api/tables/"+table.ID+"/sit", map[string]any{}); status != http.StatusConflict {
			t.Errorf("a full table: %d %s", status, text)
		}
		g.play(table.ID)
		g.ask(http.MethodPost, "/api/tables/"+table.ID+"/undo", map[string]any{"to": 0, "key": "back"}, nil)
		if u := g.view(table.ID); u.Made != 0 {
			t.Errorf("who plays alone has to ask: %d moves", u.Made)
		}
		for g.view(table.ID).Over == nil {
			g.play(table.ID)
		}
		all := g.told(table.ID)
		if len(all) != 5 {
			t.Errorf("%d seats: told %d times", seats, len(all))
		}
		for _, r := range all {
			if r.Cause == "" || r.Won == nil || len(r.Ranks) != seats || len(r.Points) != seats || !slices.Equal(r.Ranks, all[0].Ranks) {
				t.Errorf("%d seats: %+v", seats, r)
			}
		}
		var again shown
		g.ask(http.MethodPost, "/api/tables/"+table.ID+"/rematch", nil, &again)
		g.ask(http.MethodPost, "/api/tables/"+again.ID+"/start", nil, &again)
		g.ask(http.MethodPost, "/api/tables/"+again.ID+"/propose", map[string]any{"what": "end", "key": "stop"}, nil)
		if o := g.finished(again.ID).Outcome; o == nil || o.Cause != "given-up" || o.Ranks != nil {
			t.Errorf("given up: %+v", o)
		}
		_, text := g.try(http.MethodGet, "/api/tables/"+again.ID+"/transcript", nil)
		if !strings.Contains(string(text), "given up by") {
			t.Errorf("%s", text)
		}
	}
}

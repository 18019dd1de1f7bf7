package serve

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"theriac/internal/daily"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/puzzles"
)

type playedSum struct {
	Game, Key   string
	Played, Won int
}

type played struct {
	Shown                                 bool
	Played, Won                           int
	Games, Levels, Roles, Company, Causes []playedSum
	Recent                                []struct{ Table, Game, Cause, Company string }
	Days                                  []struct{ Day, Game string }
	Streak                                struct{ Now int }
	Puzzles                               struct{ Rating, Solved, Failed int }
}

func (g *guest) games(of string) (out played) {
	g.t.Helper()
	g.ask(http.MethodGet, of, nil, &out)
	return out
}

func sumOf(list []playedSum, key string) (sum playedSum) {
	for _, s := range list {
		if s.Key == key {
			return s
		}
	}
	return sum
}

// A person's history of games is computed from stored outcomes. It is private until the person makes it public.
// It is part of the export, and is deleted with the person.
func TestMyGames(t *testing.T) {
	s, clock := dayServer(t)
	ada, bob, nobody := arrive(t, s.URL()), arrive(t, s.URL()), &guest{t: t, url: s.URL()}
	var me struct{ ID string }
	ada.ask(http.MethodGet, "/api/me", nil, &me)
	public := "/api/people/" + me.ID + "/games"

	_, text := ada.try(http.MethodGet, "/api/me/games", nil)
	if strings.Contains(string(text), "null") || ada.games("/api/me/games").Played != 0 {
		t.Errorf("somebody new has %s", text)
	}
	nobody.refused(http.MethodGet, "/api/me/games", nil, "unknown")

	// Ada has finished a daily deal. A game with bob was given up, and a third game is still running.
	day, _ := ada.deal("world")
	ada.playOut(day, time.Minute)
	over := ada.finished(day)
	var both struct {
		ID    string
		Links struct{ Seats []struct{ Link string } }
	}
	ada.ask(http.MethodPost, "/api/tables", map[string]any{"game": "iberia", "settings": map[string]string{"players": "2"}, "sit": "one", "links": true}, &both)
	link := both.Links.Seats[0].Link
	bob.ask(http.MethodPost, "/api/links", map[string]any{"secret": link[strings.LastIndex(link, "/")+1:]}, nil)
	ada.ask(http.MethodPost, "/api/tables/"+both.ID+"/start", nil, nil)
	ada.ask(http.MethodPost, "/api/tables/"+both.ID+"/propose", map[string]any{"what": "end", "key": "enough"}, nil)
	bob.ask(http.MethodPost, "/api/tables/"+both.ID+"/answer", map[string]any{"agree": true, "key": "yes"}, nil)
	ada.finished(both.ID)
	ada.table()

	mine := ada.games("/api/me/games")
	if mine.Played != 2 || len(mine.Recent) != 2 || mine.Recent[0].Table != both.ID || mine.Recent[1].Table != day || len(mine.Days) != 1 || mine.Streak.Now != 1 {
		t.Fatalf("%+v", mine)
	}
	if sumOf(mine.Company, "alone").Played != 1 || sumOf(mine.Company, "people").Played != 1 || len(mine.Games) != 2 || len(mine.Levels) != 2 {
		t.Errorf("%+v", mine)
	}
	if c := sumOf(mine.Causes, "given-up"); c.Played != 1 || c.Game != "iberia" {
		t.Errorf("%+v", mine.Causes)
	}
	if c := sumOf(mine.Causes, over.Outcome.Cause); c.Played != 1 || c.Game != "world" {
		t.Errorf("%+v of %+v", mine.Causes, over)
	}
	roles := 0
	for _, r := range mine.Roles {
		roles += r.Played
	}
	if roles < 3 { // she held all seats of the daily deal, and one seat in the game with bob
		t.Errorf("%+v", mine.Roles)
	}
	if bobs := bob.games("/api/me/games"); bobs.Played != 1 || len(bobs.Days) != 0 {
		t.Errorf("%+v", bobs)
	}

	// Clients cannot write results with any request.
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		ada.refused(method, "/api/me/games", map[string]any{"won": 100}, "")
		ada.refused(method, public, map[string]any{"won": 100}, "")
	}
	bob.refused(http.MethodPatch, "/api/me", map[string]any{"won": 100}, "invalid")

	// Ada's history is private until she makes it public, and again after she makes it private.
	for _, g := range []*guest{ada, bob, nobody} {
		g.refused(http.MethodGet, public, nil, "no-such-person")
	}
	ada.ask(http.MethodPatch, "/api/me", map[string]any{"showGames": true}, nil)
	seen := nobody.games(public)
	if !seen.Shown || seen.Played != 1 || len(seen.Recent) != 1 || seen.Recent[0].Game != "iberia" || seen.Recent[0].Table != "" {
		t.Errorf("while the day's deal is shut, others see %+v", seen)
	}
	clock.set(ada.today().Opens.Add(time.Second))
	if seen = nobody.games(public); seen.Played != 2 {
		t.Errorf("once it is open, others see %+v", seen)
	}
	ada.ask(http.MethodPatch, "/api/me", map[string]any{"showGames": false}, nil)
	nobody.refused(http.MethodGet, public, nil, "no-such-person")
	ada.ask(http.MethodPatch, "/api/me", map[string]any{"showGames": true}, nil)

	var puzzle struct{ ID, Table string }
	ada.ask(http.MethodGet, "/api/puzzles/next?game=world", nil, &puzzle)
	ada.ask(http.MethodPost, "/api/puzzles/"+puzzle.ID+"/begin", nil, &puzzle)
	ada.ask(http.MethodPost, "/api/tables/"+puzzle.Table+"/solution", nil, nil)
	var export struct {
		Games   played
		Days    []struct{ Day, Table string }
		Puzzles []struct{ Puzzle, Verdict string }
	}
	ada.ask(http.MethodGet, "/api/me/export", nil, &export)
	if export.Games.Played != 2 || export.Games.Puzzles.Failed != 1 || len(export.Days) != 1 || export.Days[0].Table != day || len(export.Puzzles) != 1 || export.Puzzles[0].Verdict != "failed" {
		t.Errorf("%+v", export)
	}

	ada.ask(http.MethodDelete, "/api/me", nil, nil)
	nobody.refused(http.MethodGet, public, nil, "no-such-person")
	for _, bucket := range []string{identity.BucketPeople, lobby.BucketMine, daily.BucketResults, puzzles.Bucket, lobby.BucketTables} {
		left, err := s.storage.Store.KV(bucket).List(context.Background(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range left {
			if strings.Contains(rec.Key, me.ID) || strings.Contains(string(rec.Data), me.ID) {
				t.Errorf("%s still has %s: %s", bucket, rec.Key, rec.Data)
			}
		}
	}
}

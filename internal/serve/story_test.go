package serve

import (
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/ai/story"
)

// told is the API's response to a request for a story.
type told struct {
	State, Why string
	Story      struct {
		Reference string
		Done, Of  int
		Start     struct{ Chance float64 }
		End       float64
		Turns     []struct {
			Turn, From, Acted, To int
			Before, Next          struct{ Chance float64 }
			Skill, Luck           struct{ Chance float64 }
		}
		Points []struct{ Key string }
		Close  []struct{ Key string }
	}
}

func (g *guest) story(method, table string) (out told) {
	g.t.Helper()
	g.ask(method, "/api/tables/"+table+"/story", nil, &out)
	return out
}

// whole waits until a story is complete. It returns the story, and the states that the API reported until then.
func (g *guest) whole(table string) (out told, states []string) {
	g.t.Helper()
	for range 4000 {
		out = g.story(http.MethodGet, table)
		if !slices.Contains(states, out.State) {
			states = append(states, out.State)
		}
		if out.State == "whole" {
			return out, states
		}
		time.Sleep(5 * time.Millisecond)
	}
	g.t.Fatalf("no story, but %+v", out)
	return out, nil
}

// Workers create the story of a finished game only once, however many people request it. The story survives a
// restart, and everyone who may see the replay can read it.
func TestStory(t *testing.T) {
	o := Options{Data: t.TempDir(), Private: "127.0.0.1:0", Trusted: []string{"127.0.0.0/8", "::1"}, story: story.Budget{Chance: 8, Plans: 16}}
	s := open(t, o)
	ada, bob := arrive(t, s.URL()), arrive(t, s.URL())
	id := ada.botTable("world", 2, 0, "all", map[string]any{"deal": 5})
	status, text := ada.try(http.MethodPost, "/api/tables/"+id+"/story", nil)
	if status != http.StatusConflict || !strings.Contains(string(text), `"not-over"`) {
		t.Fatalf("the story of a running game: %d %s", status, text)
	}
	ada.playOut(id, time.Minute)
	if got := ada.story(http.MethodGet, id); got.State != "absent" {
		t.Fatalf("%+v before anybody asked", got)
	}
	if status, text := bob.try(http.MethodPost, "/api/tables/"+id+"/story", nil); status < 400 {
		t.Errorf("somebody who may not see the game gets %s", text)
	}
	first := ada.story(http.MethodPost, id)
	again := ada.story(http.MethodPost, id)
	if first.State != "being-made" || again.State == "absent" || first.Story.Of < 9 {
		t.Fatalf("%+v, then %+v", first, again)
	}
	got, states := ada.whole(id)
	if !slices.Contains(states, "being-made") {
		t.Logf("it was made too fast to be seen: %v", states)
	}
	sum := got.Story.Start.Chance
	for _, turn := range got.Story.Turns {
		sum += turn.Skill.Chance + turn.Luck.Chance
	}
	if n := len(got.Story.Turns); n < 3 || got.Story.Of != 3*n || got.Story.Done != 3*n || math.Abs(sum-got.Story.End) > 1e-9 || len(got.Story.Close) < 3 || got.Story.Reference == "" {
		t.Errorf("%+v", got.Story)
	}
	// A new server finds the stored story and does not create it again.
	shut(t, s)
	s = open(t, o)
	ada.url = s.URL()
	same := ada.story(http.MethodPost, id)
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(same)
	if string(a) != string(b) {
		t.Errorf("after a restart the story is %s", b)
	}
}

// Games between rivals and games that were given up have no story. The response gives the reason.
func TestNoStory(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0", Trusted: []string{"127.0.0.0/8", "::1"}})
	ada := arrive(t, s.URL())
	id := ada.botTable("world", 2, 0, "all", nil)
	ada.ask(http.MethodPost, "/api/tables/"+id+"/propose", map[string]any{"what": "end", "key": "k"}, nil)
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		if got := ada.story(method, id); got.State != "none" || got.Why != "given-up" {
			t.Errorf("%+v", got)
		}
	}
	id = ada.botTable("pharmacy", 3, 2, "one", nil)
	ada.playOut(id, time.Minute)
	if got := ada.story(http.MethodPost, id); got.State != "none" || got.Why == "" {
		t.Errorf("%+v", got)
	}
}

package serve

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// asksAt plays on at a table with two seats. Its players share cards, end their turns and pass whenever they
// can. It counts the questions that the players get, by kind.
func asksAt(t *testing.T, id string, people []*guest) map[string]int {
	asked := map[string]int{}
	for n := range 120 {
		moved := false
		for _, g := range people {
			var u struct {
				update
				Question struct {
					ID, Step string
					All, Any []int
				}
			}
			g.ask(http.MethodGet, "/api/tables/"+id+"/view?fresh=1", nil, &u)
			if u.Over != nil {
				return asked
			}
			for _, m := range u.Moves {
				if moved || len(m.List) == 0 || !slices.Contains(append(u.Question.All, u.Question.Any...), m.Seat) {
					continue
				}
				asked[u.Question.Step]++
				move := m.List[0]
				for _, verb := range []string{"draw", "give", "take", "pass", "agree"} {
					if i := slices.IndexFunc(m.List, func(s string) bool { return strings.HasPrefix(s, verb) }); i >= 0 && (verb != "draw" || n%5 == 4) {
						move = m.List[i]
						break
					}
				}
				g.ask(http.MethodPost, "/api/tables/"+id+"/moves", map[string]any{
					"seat": m.Seat, "question": u.Question.ID, "move": move, "key": "k" + strconv.Itoa(n),
				}, nil)
				moved = true
			}
		}
		if !moved {
			t.Fatal("nobody is asked")
		}
	}
	return asked
}

// A person who holds all seats is not asked to consent, or whether to play an event, unless they want such
// questions. Two people still have to consent. A program that plays for a person gets every question.
func TestWishes(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}})
	settings := map[string]string{"players": "2", "epidemics": "4", "roles": "researcher,scientist"}
	// It is random whether a question about an event comes up, so several games are counted together.
	alone := func(change map[string]any) map[string]int {
		g := arrive(t, s.URL())
		if change != nil {
			g.ask(http.MethodPatch, "/api/me", change, nil)
		}
		sum := map[string]int{}
		for range 4 {
			var out struct{ ID string }
			g.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "settings": settings, "sit": "all", "start": true}, &out)
			for step, n := range asksAt(t, out.ID, []*guest{g}) {
				sum[step] += n
			}
		}
		return sum
	}
	if asked := alone(nil); asked["consent"]+asked["window"] > 0 || asked["action"] == 0 {
		t.Errorf("somebody who holds all seats is asked %v", asked)
	}
	for _, change := range []map[string]any{{"askAlone": true}, {"bot": true}} {
		if asked := alone(change); asked["consent"] == 0 || asked["window"] == 0 {
			t.Errorf("with %v only %v is asked", change, asked)
		}
	}

	host, friend := arrive(t, s.URL()), arrive(t, s.URL())
	var out struct{ ID string }
	host.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "settings": settings, "sit": "one", "public": true}, &out)
	friend.ask(http.MethodPost, "/api/tables/"+out.ID+"/sit", map[string]any{"seat": 1}, nil)
	host.ask(http.MethodPost, "/api/tables/"+out.ID+"/start", nil, nil)
	if asked := asksAt(t, out.ID, []*guest{host, friend}); asked["consent"] == 0 {
		t.Errorf("two people are asked %v", asked)
	}

	var me struct{ AskEach, AskAlone bool }
	host.ask(http.MethodPatch, "/api/me", map[string]any{"askEach": true}, &me)
	if !me.AskEach || me.AskAlone {
		t.Errorf("%+v", me)
	}
}

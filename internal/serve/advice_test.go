package serve

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"theriac/internal/lobby"
)

// advised is the response to a request for advice.
type advised struct {
	Question, Reference string
	Made                int
	Plans               []struct {
		Idea, Key     string
		Chance, Error float64
		Moves         []struct {
			Seat int
			Move string
		}
	}
}

// acting makes moves until the open question is which action to take in a turn.
func (g *guest) acting(table string) update {
	g.t.Helper()
	for range 20 {
		var now struct{ Question struct{ Step string } }
		g.ask(http.MethodGet, "/api/tables/"+table+"/view", nil, &now)
		if now.Question.Step == "action" {
			return g.view(table)
		}
		g.play(table)
	}
	g.t.Fatal("no turn begins")
	return update{}
}

// A person who plays alone asks for advice and gets plans that can be played. The log records the advice only
// once for each position. The stream, the replay and the transcript show it.
func TestAdvice(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Private: "127.0.0.1:0", Trusted: []string{"127.0.0.0/8", "::1"}})
	ada := arrive(t, s.URL())
	references := map[string]string{"world": "steady", "iberia": "quick"}
	for _, game := range []string{"world", "iberia"} {
		var made struct{ ID, Advice string }
		ada.ask(http.MethodPost, "/api/tables", map[string]any{
			"game": game, "settings": map[string]string{"players": "3"}, "sit": "all", "start": true, "deal": 11,
		}, &made)
		if made.Advice != "on" {
			t.Errorf("%s: advice is %s at a table of one person", game, made.Advice)
		}
		at := "/api/tables/" + made.ID
		before := ada.acting(made.ID)
		var first, again advised
		ada.ask(http.MethodPost, at+"/advice", nil, &first)
		ada.ask(http.MethodPost, at+"/advice", nil, &again)
		if after := ada.view(made.ID); after.N != before.N+1 || after.Made != before.Made || after.Question != before.Question {
			t.Errorf("%s: advice changed the game, or was noted twice: %+v %+v", game, before, after)
		}
		ideas := map[string]bool{}
		for i, p := range first.Plans {
			ideas[p.Idea] = true
			if p.Chance < 0 || p.Chance > 1 || p.Error < 0 || p.Key == "" && p.Idea != "move" || again.Plans[i].Chance != p.Chance {
				t.Errorf("%s: %+v", game, p)
			}
		}
		if len(first.Plans) < 2 || len(ideas) != len(first.Plans) || first.Reference != references[game] || first.Question != before.Question.ID || first.Made != before.Made {
			t.Errorf("%s: %+v", game, first)
		}
		played := 0
		for _, m := range first.Plans[0].Moves {
			u := ada.view(made.ID)
			listed := false
			for _, l := range u.Moves {
				listed = listed || l.Seat == m.Seat && slices.Contains(l.List, m.Move)
			}
			if !listed {
				break // the game now asks a different question
			}
			ada.ask(http.MethodPost, at+"/moves", map[string]any{"seat": m.Seat, "question": u.Question.ID, "move": m.Move, "key": "p" + m.Move[:1] + string(rune('a'+u.Made))}, nil)
			played++
		}
		if played == 0 {
			t.Errorf("%s: the plan %+v cannot be played", game, first.Plans[0])
		}
		if _, text := ada.try(http.MethodGet, at+"/transcript", nil); strings.Count(string(text), "# advice to seat ") != 1 {
			t.Errorf("%s: the transcript has no advice, or too much:\n%s", game, text)
		}
		ada.ask(http.MethodPost, at+"/propose", map[string]any{"what": "end", "key": "end"}, nil)
		ada.finished(made.ID)
		var replay struct {
			Moves []struct {
				Seat   int
				Advice []int
			}
		}
		ada.ask(http.MethodGet, at+"/replay?as=all", nil, &replay)
		for i, m := range replay.Moves {
			if (i == first.Made) != (len(m.Advice) == 1) {
				t.Errorf("%s: move %d of the replay: %+v", game, i, m)
			}
		}
		ada.refused(http.MethodPost, at+"/advice", nil, lobby.NoAdviceNow)
	}
	if _, metrics := get(t, s.PrivateURL()+"/metrics"); !strings.Contains(metrics, "theriac_advice_total 2\n") {
		t.Error("asking twice was thought about twice")
	}
}

// Several people play without advice until the host allows it. Then a player may ask for advice on their own
// turn, but no one else may.
func TestAdviceOfSeveral(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}})
	ada, bob, eve := arrive(t, s.URL()), arrive(t, s.URL()), arrive(t, s.URL())
	var made struct{ ID, Advice string }
	ada.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "settings": map[string]string{"players": "2"}, "public": true}, &made)
	at := "/api/tables/" + made.ID
	bob.ask(http.MethodPost, at+"/sit", map[string]any{}, nil)
	ada.refused(http.MethodPost, at+"/advice", nil, lobby.NotPlaying)
	ada.ask(http.MethodPost, at+"/start", nil, &made)
	if made.Advice != "off" {
		t.Errorf("advice is %s at a table of two people", made.Advice)
	}
	for _, g := range []*guest{ada, bob} {
		g.refused(http.MethodPost, at+"/advice", nil, lobby.NoAdvice)
	}
	bob.refused(http.MethodPut, at+"/advice", map[string]any{"on": true}, lobby.NotHost)
	ada.ask(http.MethodPut, at+"/advice", map[string]any{"on": true}, &made)
	if made.Advice != "on" {
		t.Errorf("the host allowed advice, and it is %s", made.Advice)
	}
	eve.refused(http.MethodPost, at+"/advice", nil, lobby.NotHolder)
	var asked struct{ Question struct{ All, Any []int } } // the seats that owe an answer; seats that may merely interject are left out
	ada.ask(http.MethodGet, at+"/view", nil, &asked)
	onTurn, other := ada, bob
	if !slices.Contains(append(asked.Question.All, asked.Question.Any...), 0) {
		onTurn, other = bob, ada
	}
	other.refused(http.MethodPost, at+"/advice", nil, lobby.NoAdviceNow)
	var got advised
	onTurn.ask(http.MethodPost, at+"/advice", nil, &got)
	if len(got.Plans) == 0 {
		t.Error("no plans")
	}
	stream := other.listen(made.ID)
	ada.ask(http.MethodPut, at+"/advice", map[string]any{"on": false}, &made)
	onTurn.refused(http.MethodPost, at+"/advice", nil, lobby.NoAdvice)
	if e := next(t, stream, "table"); !strings.Contains(e.data, `"advice":`) {
		t.Errorf("others are not told of advice: %s", e.data)
	}
}

// There is no advice if other tables play the same cards, or if the player must solve a task alone. The host
// cannot change that.
func TestNoAdvice(t *testing.T) {
	s, _ := dayServer(t)
	ada := arrive(t, s.URL())
	day, _ := ada.deal("world")
	var lesson struct{ ID, Advice string }
	ada.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "lesson": "first", "sit": "all", "start": true}, &lesson)
	var twice duplicate
	ada.ask(http.MethodPost, "/api/duplicates", map[string]any{"game": "world", "settings": map[string]string{"players": "2"}, "teams": 2}, &twice)
	team := twice.Teams[0].Table
	for seat := range 2 {
		ada.ask(http.MethodPost, "/api/tables/"+team+"/sit", map[string]any{"seat": seat}, nil)
	}
	ada.ask(http.MethodPost, "/api/tables/"+team+"/start", nil, nil)
	for id, why := range map[string]string{day: lobby.NoAdviceDeal, team: lobby.NoAdviceDeal, lesson.ID: lobby.NoAdviceTask} {
		ada.refused(http.MethodPost, "/api/tables/"+id+"/advice", nil, why)
		ada.refused(http.MethodPut, "/api/tables/"+id+"/advice", map[string]any{"on": true}, why)
		if u := ada.view(id); u.N > 1 {
			t.Errorf("%s: a refusal is in the log", id)
		}
	}
	puzzle := struct{ Table string }{}
	var found struct{ ID string }
	ada.ask(http.MethodGet, "/api/puzzles/next?game=world", nil, &found)
	ada.ask(http.MethodPost, "/api/puzzles/"+found.ID+"/begin", nil, &puzzle)
	ada.refused(http.MethodPost, "/api/tables/"+puzzle.Table+"/advice", nil, lobby.NoAdviceTask)
}

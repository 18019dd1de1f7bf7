package httpapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
)

// teams changes a request for a new table to a game of two teams.
func teams(n *NewTable) {
	n.Settings = map[string]string{"box": "lab", "mode": "teams", "players": "4"}
	n.Public, n.Watch = true, "hidden"
}

// foursome creates a table with two teams and starts it. It returns the players' tokens. Seats 0
// and 1 are one team, seats 2 and 3 the other.
func (b *testAPI) foursome(change ...func(*NewTable)) (id string, tokens [4]string) {
	b.t.Helper()
	for i, name := range []string{"Ann", "Ben", "Cho", "Dan"} {
		_, tokens[i] = b.guest(name)
	}
	t := b.table(tokens[0], append([]func(*NewTable){teams}, change...)...)
	for seat := 1; seat < 4; seat++ {
		b.sit(tokens[seat], t.ID, seat).is(http.StatusOK)
	}
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+t.ID+"/start", nil).is(http.StatusOK)
	return t.ID, tokens
}

func (b *testAPI) sit(token, id string, seat int) answer {
	b.t.Helper()
	return b.ask(token, http.MethodPost, "/api/tables/"+id+"/sit", Sitting{Seat: &seat})
}

// letHelp lets the person with the second token help the host.
func (b *testAPI) letHelp(host, token, id string) {
	b.t.Helper()
	var me Person
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK, &me)
	b.ask(host, http.MethodPost, "/api/tables/"+id+"/help", Helping{Person: me.ID, On: true}).is(http.StatusOK)
}

func (b *testAPI) say(token, id, text, to string) answer {
	b.t.Helper()
	return b.ask(token, http.MethodPost, "/api/tables/"+id+"/talk", Saying{Text: text, To: to})
}

// gone returns the id with which the stream ends, after everything else that it still has.
func (p *tap) gone() (id string) {
	p.t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case e, ok := <-p.events:
			if !ok {
				return id
			}
			if e.kind == "gone" {
				var g live.Gone
				if err := json.Unmarshal([]byte(e.data), &g); err != nil {
					p.t.Fatal(err)
				}
				id = g.ID
			}
		case <-timeout:
			p.t.Fatal("the stream does not end")
		}
	}
}

// hears reads chat messages from a stream until the given text arrives. It returns all texts, and
// every byte of the stream so far.
func (p *tap) hears(last string) (texts []string, all string) {
	p.t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case e, ok := <-p.events:
			if !ok {
				p.t.Fatal("the stream ended")
			}
			if e.id != "" {
				p.lastID = e.id
			}
			all += e.id + " " + e.data + "\n"
			if e.kind != "talk" {
				continue
			}
			var s live.Said
			if err := json.Unmarshal([]byte(e.data), &s); err != nil {
				p.t.Fatal(err)
			}
			texts = append(texts, s.Text)
			if s.Text == last {
				return texts, all
			}
		case <-timeout:
			p.t.Fatalf("%q was not said; heard %q", last, texts)
		}
	}
}

func same(t *testing.T, who string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s heard %q instead of %q", who, got, want)
	}
}

// A team's chat reaches the holders of its seats: live, as past messages, and after a reconnect.
// Others get nothing, not even a gap in the event ids.
func TestTeamChat(t *testing.T) {
	t.Run("alone", func(t *testing.T) { teamTalk(t, raise(t)) })
	t.Run("one of several nodes", func(t *testing.T) { teamTalk(t, raise(t, oneOfSeveral)) })
}

// oneOfSeveral configures the server as one of several nodes, so messages pass through the store's
// feed.
func oneOfSeveral(c *Config) { c.Standalone = false }

func teamTalk(t *testing.T, b *testAPI) {
	t.Helper()
	id, tokens := b.foursome()
	_, watcher := b.guest("Eve")
	all := append(tokens[:], watcher)
	open := make([]*tap, len(all))
	for i, token := range all {
		open[i] = b.follow(token, id, "")
		open[i].next("update")
	}
	var team live.Said
	b.say(tokens[0], id, "first to all", "").is(http.StatusOK)
	b.say(tokens[0], id, "secret of the first", "team").is(http.StatusOK, &team)
	if team.Team == nil || *team.Team != 0 {
		t.Fatalf("said to %v", team.Team)
	}
	b.say(tokens[2], id, "secret of the second", "team").is(http.StatusOK)
	b.say(tokens[3], id, "last", "table").is(http.StatusOK)
	first, second := []string{"first to all", "secret of the first", "last"}, []string{"first to all", "secret of the second", "last"}
	want := [][]string{first, first, second, second, {"first to all", "last"}}
	for i, p := range open {
		texts, bytes := p.hears("last")
		same(t, "a stream", texts, want[i]...)
		if i >= 2 && strings.Contains(bytes, "of the first") || i == 4 && strings.Contains(bytes, "secret") {
			t.Errorf("stream %d: %s", i, bytes)
		}
		p.end()
		texts, _ = b.follow(all[i], id, "").hears("last")
		same(t, "a newcomer", texts, want[i]...)
	}
	b.say(tokens[1], id, "another of the first", "team").is(http.StatusOK)
	b.say(tokens[1], id, "very last", "").is(http.StatusOK)
	for i, p := range open {
		texts, _ := b.follow(all[i], id, "", "Last-Event-ID", p.lastID).hears("very last")
		if i < 2 {
			same(t, "who came back", texts, "another of the first", "very last")
		} else {
			same(t, "who came back", texts, "very last")
		}
	}
	var own Export
	b.ask(tokens[0], http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &own)
	if len(own.Talk) != 2 || own.Talk[1].Team == nil || own.Talk[0].Team != nil {
		t.Errorf("exported %+v", own.Talk)
	}
	if text := string(b.ask(tokens[2], http.MethodGet, "/api/me/export", nil).is(http.StatusOK).body); strings.Contains(text, "of the first") {
		t.Error("a rival's export has a line of the team")
	}
	b.say(watcher, id, "psst", "team").refused(http.StatusForbidden, lobby.NotSeated)
	b.say(tokens[0], b.table(tokens[0]).ID, "psst", "team").refused(http.StatusUnprocessableEntity, lobby.NoTeams)
}

// A team's message arrives just before an update for another team's stream. The event id of that
// update must not count the message.
func TestTeamChatLeavesNoTrace(t *testing.T) {
	b := raise(t)
	id, tokens := b.foursome()
	rival := b.follow(tokens[2], id, "")
	before := rival.next("update").id
	b.say(tokens[0], id, "secret", "team").is(http.StatusOK)
	own := b.follow(tokens[1], id, "")
	own.hears("secret")
	var d Done
	b.ask(tokens[2], http.MethodPut, "/api/tables/"+id+"/standing", Standing{Seat: 2, Passes: []string{"pass"}, Key: "s"}).is(http.StatusOK, &d)
	after := rival.next("update").id
	_, was, _ := strings.Cut(before, ".")
	if _, is, _ := strings.Cut(after, "."); is != was || was != "0" {
		t.Errorf("the ids tell: %s, %s", before, after)
	}
}

// A player who changes teams before the game begins can read the chat of the new team, but not of
// the old one. The host reads only what their seats can read. A kicked player reads nothing.
func TestChatFollowsTheSeat(t *testing.T) {
	b := raise(t)
	_, ann := b.guest("Ann")
	ben, benToken := b.guest("Ben")
	_, cho := b.guest("Cho")
	table := b.table(ann, teams)
	b.sit(benToken, table.ID, 1).is(http.StatusOK)
	b.sit(cho, table.ID, 2).is(http.StatusOK)
	stream := b.follow(benToken, table.ID, "")
	b.say(ann, table.ID, "one", "team").is(http.StatusOK)
	texts, _ := stream.hears("one")
	same(t, "Ben", texts, "one")
	b.ask(benToken, http.MethodPost, "/api/tables/"+table.ID+"/stand", SeatOnly{Seat: 1}).is(http.StatusOK)
	b.say(ann, table.ID, "two", "team").is(http.StatusOK)
	b.say(ann, table.ID, "ask Cho", "").is(http.StatusOK)
	texts, _ = stream.hears("ask Cho")
	same(t, "Ben without a seat", texts, "ask Cho")
	b.sit(benToken, table.ID, 3).is(http.StatusOK)
	b.say(cho, table.ID, "three", "team").is(http.StatusOK)
	b.say(ann, table.ID, "four", "team").is(http.StatusOK)
	b.say(cho, table.ID, "five", "").is(http.StatusOK)
	texts, _ = stream.hears("five")
	same(t, "Ben on the other side", texts, "three", "five")
	texts, _ = b.follow(benToken, table.ID, "").hears("five")
	same(t, "Ben come anew", texts, "ask Cho", "three", "five")
	texts, _ = b.follow(ann, table.ID, "").hears("five")
	same(t, "the host", texts, "one", "two", "ask Cho", "four", "five")
	b.ask(ann, http.MethodPost, "/api/tables/"+table.ID+"/kick", Kicking{Person: ben.ID}).is(http.StatusOK)
	if id := stream.gone(); id != lobby.RemovedHere {
		t.Errorf("the stream of a removed person ends with %q", id)
	}
	b.say(cho, table.ID, "six", "team").is(http.StatusOK)
	b.say(cho, table.ID, "seven", "").is(http.StatusOK)
}

// If the table lets rivals listen, they can read a team's chat. Spectators cannot.
func TestRivalsListen(t *testing.T) {
	b := raise(t)
	id, tokens := b.foursome(func(n *NewTable) { n.Listen = true })
	_, watcher := b.guest("Eve")
	rival, eve := b.follow(tokens[2], id, ""), b.follow(watcher, id, "")
	b.say(tokens[0], id, "loud", "team").is(http.StatusOK)
	b.say(tokens[0], id, "all", "").is(http.StatusOK)
	texts, _ := rival.hears("all")
	same(t, "a rival", texts, "loud", "all")
	texts, _ = eve.hears("all")
	same(t, "a spectator", texts, "all")
	var shown wire.Table
	b.ask(tokens[2], http.MethodGet, "/api/tables/"+id, nil).is(http.StatusOK, &shown)
	if !shown.Listen || len(shown.Teams) != 2 || !slices.Equal(shown.Teams[1], []int{2, 3}) || shown.You.Team == nil || *shown.You.Team != 1 {
		t.Errorf("shown as %+v", shown)
	}
	b.ask(tokens[0], http.MethodPost, "/api/tables", NewTable{Game: "world", Listen: true}).refused(http.StatusUnprocessableEntity, lobby.NoTeams)
}

// A plan is shown only to the team of the player who drew it.
func TestTeamGhosts(t *testing.T) {
	t.Run("alone", func(t *testing.T) { teamGhosts(t, raise(t)) })
	t.Run("one of several nodes", func(t *testing.T) { teamGhosts(t, raise(t, oneOfSeveral)) })
}

func teamGhosts(t *testing.T, b *testAPI) {
	t.Helper()
	id, tokens := b.foursome(func(n *NewTable) { n.Listen = true })
	_, watcher := b.guest("Eve")
	var open []*tap
	for _, token := range append(tokens[:], watcher) {
		p := b.follow(token, id, "")
		p.next("update")
		open = append(open, p)
	}
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/ghost", live.Ghost{Seat: 0, Moves: []string{"drive chicago"}}).is(http.StatusNoContent)
	b.say(tokens[0], id, "done", "").is(http.StatusOK)
	for i, p := range open {
		_, all := p.hears("done")
		if got, want := strings.Contains(all, `{"seat":0,"moves":["drive chicago"]}`), i < 2; got != want {
			t.Errorf("stream %d was shown the plan: %v\n%s", i, got, all)
		}
	}
}

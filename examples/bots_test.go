// Package examples_test makes the example bots play on a real server. It treats them as separate programs, and
// refuses to depend on how they choose moves.
package examples_test

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"theriac/internal/arena"
	"theriac/internal/load"
)

// The two bots, the agent that plays by text and a fourth player finish a game together. One of them joins by
// the table's id, the others by invitation.
func TestBotsFinishAGame(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	dir := t.TempDir()
	for name, pkg := range map[string]string{"theriac": "theriac/cmd/theriac", "theriac-lab": "theriac/cmd/theriac-lab", "bot": "theriac/examples/bot-go"} {
		if out, err := exec.Command("go", "build", "-o", filepath.Join(dir, name), pkg).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := load.StartServer(t.Context(), load.ServerConfig{Bin: filepath.Join(dir, "theriac"), Dir: filepath.Join(dir, "data"), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Kill()
	h := newHost(t, s)
	commands := []*exec.Cmd{
		exec.CommandContext(t.Context(), filepath.Join(dir, "bot"), s.URL, h.Links.Invite),
		exec.CommandContext(t.Context(), python, "bot-python/bot.py", s.URL, h.ID),
		exec.CommandContext(t.Context(), python, "agent-text/agent.py", s.URL, h.Links.Invite, "tail", "-n", "1"), // tail answers with the last move in the list
	}
	ended := make(chan error, len(commands))
	for _, c := range commands {
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		go func() { ended <- c.Wait() }()
	}
	h.startWhenFull(t)
	h.play(t)
	for range commands {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("a bot failed: %v", err)
			}
		case <-time.After(30 * time.Second):
			t.Fatal("a bot did not see that the game is over")
		}
	}
	steps, err := load.History(h.conn, h.ID, h.who.Token)
	if err != nil {
		t.Fatal(err)
	}
	moved := map[int]int{}
	for _, st := range steps {
		for _, p := range st.Plays {
			moved[p.Seat]++
		}
	}
	for seat := range 4 {
		if moved[seat] == 0 {
			t.Errorf("seat %d never moved: %v", seat, moved)
		}
	}
	compare(t, s.URL, dir)
}

// compare makes a bot level and an agent play the same deals in the arena.
func compare(t *testing.T, url, dir string) {
	t.Helper()
	const deals = 2
	page := filepath.Join(dir, "arena.html")
	out, err := exec.CommandContext(t.Context(), filepath.Join(dir, "theriac-lab"), "arena", "--server", url, "-o", "players=2", "-o", "epidemics=6",
		"--deals", strconv.Itoa(deals), "--seed", "5", "--agent", "novice", "--agent", "mine="+filepath.Join(dir, "bot"), "--page", page, "--json").Output()
	if err != nil {
		t.Fatalf("the arena failed: %v\n%s", err, out)
	}
	var r arena.Result
	if err := json.Unmarshal(out, &r); err != nil || len(r.Agents) != 2 || len(r.Pairs) != 1 {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, a := range r.Agents {
		for n, g := range a.Games {
			if g.Cause == "" || g.Moves == 0 || g.Deal != uint64(5+n) {
				t.Errorf("%s: %+v", a.Name, g)
			}
		}
	}
	text, err := os.ReadFile(page)
	if err != nil || strings.Count(string(text), url+"/j/") != 2*deals {
		t.Errorf("%v\n%s", err, text)
	}
	// The result page links to replays that a reader can open.
	addr, err := load.Addr(url)
	if err != nil {
		t.Fatal(err)
	}
	conn := load.NewConn(addr)
	reader, err := load.NewPerson(conn)
	if err != nil {
		t.Fatal(err)
	}
	g := r.Agents[1].Games[0]
	_, secret, _ := strings.Cut(g.Link, "/j/")
	for _, ask := range []struct {
		method, path string
		body         any
	}{{http.MethodPost, "/api/links", map[string]string{"secret": secret}}, {http.MethodGet, "/api/tables/" + g.Table + "/replay", nil}} {
		if a, err := conn.Do(ask.method, ask.path, reader.Token, ask.body); err != nil || a.Err() != nil {
			t.Errorf("%s: %v %v", ask.path, err, a.Err())
		}
	}
}

// host is the fourth player, who has opened the table.
type host struct {
	who   load.Person
	conn  *load.Conn
	ID    string `json:"id"`
	Links struct {
		Invite string `json:"invite"`
	} `json:"links"`
}

func newHost(t *testing.T, s *load.Server) *host {
	t.Helper()
	addr, err := load.Addr(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	h := &host{conn: load.NewConn(addr)}
	if h.who, err = load.NewPerson(h.conn); err != nil {
		t.Fatal(err)
	}
	h.call(t, http.MethodPost, "/api/tables", map[string]any{
		"game": "world", "settings": map[string]string{"players": "4"}, "public": true, "sit": "one", "links": true,
	})
	return h
}

// call makes a request whose response is a table, and stores that table.
func (h *host) call(t *testing.T, method, path string, body any) {
	t.Helper()
	a, err := h.conn.Do(method, path, h.who.Token, body)
	if err == nil {
		err = a.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(a.Body, h); err != nil {
		t.Fatal(err)
	}
}

// startWhenFull waits until the bots have taken their seats, and then starts the game.
func (h *host) startWhenFull(t *testing.T) {
	t.Helper()
	for range 300 {
		a, err := h.conn.Do(http.MethodPost, "/api/tables/"+h.ID+"/start", h.who.Token, map[string]any{})
		if err == nil && a.OK() {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("the bots did not sit down")
}

// play answers for the host's seat with the first listed move whenever it owes an answer.
func (h *host) play(t *testing.T) {
	t.Helper()
	stream, err := h.conn.Stream(t.Context(), h.ID, h.who.Token, load.From{After: -1})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	stop := time.AfterFunc(60*time.Second, stream.Close)
	defer stop.Stop()
	for {
		ev, err := stream.Next()
		if err != nil {
			t.Fatalf("the game did not end: %v", err)
		}
		if ev.Name != "update" {
			continue
		}
		l, err := load.Look(ev.Data)
		if err != nil {
			t.Fatal(err)
		}
		if l.Over {
			return
		}
		h.answer(t, &l)
	}
}

func (h *host) answer(t *testing.T, l *load.Glance) {
	t.Helper()
	moves := l.List(0)
	if len(moves) == 0 || !l.Owes(0) {
		return
	}
	move := moves[len(moves)/2]
	key := "host-" + l.Question.ID + "-" + time.Now().Format("150405.000000")
	if _, a, err := load.Move(h.conn, h.ID, h.who.Token, load.Post{Seat: 0, Question: l.Question.ID, Move: move, Key: key}); err != nil || a.Status >= 500 {
		t.Fatalf("%d %s %v", a.Status, a.Body, err)
	}
}

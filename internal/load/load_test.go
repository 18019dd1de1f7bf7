package load

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/games"
)

// programs builds theriac, which these tests measure, and the laboratory, which measures it.
func programs(t *testing.T) (theriac, lab string) {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("go", "build", "-o", dir, "theriac/cmd/theriac", "theriac/cmd/theriac-lab").CombinedOutput()
	if err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return filepath.Join(dir, "theriac"), filepath.Join(dir, "theriac-lab")
}

// If the program to measure is missing, as after "go run", the error explains that.
func TestNoProduct(t *testing.T) {
	if bin, err := product(); err == nil || !strings.Contains(err.Error(), "make build") {
		t.Errorf("%q, %v", bin, err)
	}
}

// live starts a server for a test.
func live(t *testing.T) *Server {
	t.Helper()
	dir := t.TempDir()
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	bin, _ := programs(t)
	s, err := StartServer(t.Context(), ServerConfig{Bin: bin, Dir: filepath.Join(dir, "data"), Log: log})
	if err != nil {
		said, _ := os.ReadFile(log.Name())
		t.Fatalf("%v\n%s", err, said)
	}
	t.Cleanup(s.Kill)
	return s
}

func address(t *testing.T, s *Server) string {
	t.Helper()
	addr, err := Addr(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// Players on a real server lose no acknowledged move, and every stream is complete.
func TestPlayersReadBackAcknowledgedMoves(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	s := live(t)
	p := newPlayers(Job{Addr: address(t, s), Tables: 6, Players: 4, Duration: 2 * time.Second, Seed: 3})
	out, err := p.run(func() error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if out.Moves < 50 || out.ViewsChecked < out.Moves || out.ViewsCompared < 24 {
		t.Fatalf("too little was done: %d moves, %d updates, %d comparisons", out.Moves, out.ViewsChecked, out.ViewsCompared)
	}
	if out.Lost+out.Duplicated+out.ViewsWrong+out.Errors != 0 {
		t.Fatalf("lost %d, twice %d, wrong %d, errors %d: %v", out.Lost, out.Duplicated, out.ViewsWrong, out.Errors, out.Words)
	}
}

// The server leaks nothing, and the checks find every leak that the test injects.
func TestLeaksAreFound(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	s := live(t)
	c := Config{Seed: 11, Leaks: 6}
	for _, plant := range append([]string{""}, Plants()...) {
		c.Plant = plant
		r, err := c.lookForLeaks(NewConn(address(t, s)))
		if err != nil || len(r.Failed) > 0 {
			t.Fatalf("%q: %v %v", plant, err, r.Failed)
		}
		if r.Games != c.Leaks || r.Received < 1000 || r.Did["undo"] == 0 || r.Did["reconnect"] == 0 || r.Did["errors"] == 0 || r.Blocks == 0 || !r.Sound() {
			t.Fatalf("%q: too little was looked at: %+v", plant, r)
		}
		switch {
		case plant == "" && r.Leaks != 0:
			t.Fatalf("%d leaks: %s", r.Leaks, strings.Join(r.First, "\n"))
		case plant != "" && (r.Planted == 0 || r.Caught != r.Planted):
			t.Fatalf("of %d planted leaks (%s), %d were found", r.Planted, plant, r.Caught)
		}
	}
}

// Some hundreds of forged requests have no effect. A manual run sends a million.
func TestForgedRequestsDoNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	s := live(t)
	addr := address(t, s)
	conn := NewConn(addr)
	v, err := newVictim(conn)
	if err != nil {
		t.Fatal(err)
	}
	other, err := newVictim(conn)
	if err != nil {
		t.Fatal(err)
	}
	hall, err := newStrangersTables(conn)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.operatorKey()
	if err != nil {
		t.Fatal(err)
	}
	o, err := newOfficers(conn, v, key)
	if err != nil {
		t.Fatal(err)
	}
	r := ForgeResult{Classes: map[string]map[string]int{}, Operations: map[string]int{}}
	if err := (Config{Seed: 5, Forge: 4000}).send(addr, v, other, hall, o, &r); err != nil {
		t.Fatal(err)
	}
	if list, err := o.changed(conn); err != nil || len(list) != 0 {
		t.Errorf("%v changed: %v", list, err)
	}
	n, err := v.changed(conn)
	if err != nil || n != 0 {
		t.Fatalf("the victim changed by %d: %v", n, err)
	}
	if n, err := hall.changed(conn); err != nil || n != 0 {
		t.Errorf("%d tables that strangers must not enter changed: %v", n, err)
	}
	if !r.Sound() || r.Requests != 4000 || len(r.Classes) != len(classes)+len(hallClasses)+len(orderClasses) {
		t.Fatalf("%d requests of %d classes, %d fives, %d effects: %v", r.Requests, len(r.Classes), r.Fives, r.Effects, r.Words)
	}
	for _, op := range o.operations {
		if r.Operations[op.id] == 0 && op.method != http.MethodGet {
			t.Errorf("no request to %s", op.id)
		}
	}
	// The comparison sees a decision that may be made.
	f := &forger{rng: rand.New(rand.NewPCG(1, 1))}
	ruling := map[string]any{"about": o.ada.ID, "what": "none", "reason": "other", "key": f.key()}
	if _, err := conn.succeed(http.MethodPost, "/api/console/decisions", o.mod.Token, ruling); err != nil {
		t.Fatal(err)
	}
	if list, err := o.changed(conn); err != nil || !slices.Contains(list, "/api/console/log boss") {
		t.Errorf("%v changed: %v", list, err)
	}
}

// Right codes of private tables only knock, and guesses are refused before they hit.
func TestGuessedCodes(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	bin, _ := programs(t)
	r, err := guessCodes(t.Context(), ServerConfig{Bin: bin, Dir: t.TempDir()})
	if err != nil || !r.Sound() {
		t.Errorf("%v: %+v", err, r)
	}
}

// compare finds a lost move, a move made twice, and two acknowledgements of one entry. It also counts the moves
// that it excuses and the entries that it cannot compare. This guards against audit finding S15.
func TestCompareSeesWhatIsMissing(t *testing.T) {
	play := func(n int, move string) Step {
		return Step{N: n, Kind: "play", By: []int{0}, Plays: []Play{{Seat: 0, Move: move}}}
	}
	steps := []Step{{N: 0, Kind: "open"}, play(1, "a"), {N: 2, Kind: "play", By: []int{1}}, play(3, "b")}
	for _, c := range []struct {
		name                 string
		acks, doubt          []ack
		lost, twice, excused int
	}{
		{"whole", []ack{{n: 1, move: "a"}, {n: 3, move: "b"}}, nil, 0, 0, 0},
		{"another move", []ack{{n: 1, move: "x"}, {n: 3, move: "b"}}, nil, 1, 0, 0},
		{"gone", []ack{{n: 1, move: "a"}, {n: 3, move: "b"}, {n: 4, move: "c"}}, nil, 1, 0, 0},
		{"twice", []ack{{n: 1, move: "a"}}, nil, 0, 1, 0},
		{"unanswered", []ack{{n: 1, move: "a"}}, []ack{{move: "b"}}, 0, 0, 1},
		{"two promises", []ack{{n: 1, move: "a"}, {n: 1, move: "a"}, {n: 3, move: "b"}}, nil, 1, 0, 0},
	} {
		if lost, twice, excused := compare(steps, 0, c.acks, c.doubt); lost != c.lost || twice != c.twice || excused != c.excused {
			t.Errorf("%s: %d lost, %d twice, %d excused", c.name, lost, twice, excused)
		}
	}
	more := append(slices.Clone(steps), Step{N: 4, Kind: "play"}, Step{N: 5, Kind: "undo", By: []int{0}})
	if got := uncompared(more); len(got) != 2 || got["a move of the server"] != 1 || got["an entry that is no move"] != 1 || len(uncompared(steps)) != 0 {
		t.Errorf("%v", got)
	}
}

func TestLook(t *testing.T) {
	data := []byte(`{"n":7,"at":1,"made":3,"steps":[{"n":6,"kind":"x","plays":[{"a":"}]"}]},{"n":7,"kind":"y"}],"view":{"n":1,"moves":[1]},` +
		`"question":{"id":"4.1","step":"s","all":[0,2],"may":[1]},"moves":[{"seat":0,"list":["a \"q\"","b"]},{"seat":2,"list":[]}],"over":{"cause":"c"}}`)
	l, err := Look(data)
	if err != nil || l.N != 7 || l.Made != 3 || len(l.Entries) != 2 || l.Question.ID != "4.1" || !l.Over {
		t.Fatalf("%+v %v", l, err)
	}
	if !l.Owes(2) || l.Owes(1) || !slices.Equal(l.Question.May, []int{1}) || l.First() != 0 || (&Glance{}).First() != -1 {
		t.Fatalf("seats: %+v", l)
	}
	if list := l.List(0); !slices.Equal(list, []string{`a "q"`, "b"}) || len(l.List(2)) != 0 || len(l.List(1)) != 0 {
		t.Fatalf("moves: %q", list)
	}
	if string(l.View) != `{"n":1,"moves":[1]}` {
		t.Fatalf("view: %s", l.View)
	}
	hole := bytes.Replace(data, []byte(`{"n":6`), []byte(`{"n":5`), 1)
	gone := bytes.Replace(data, []byte(`{"n":7,"at"`), []byte(`{"n":8,"at"`), 1)
	for _, c := range []struct {
		data           []byte
		known          int
		repeats, whole bool
	}{{data, 5, false, true}, {data, 4, false, false}, {data, 6, true, false}, {hole, 4, false, false}, {gone, 5, false, false}} {
		l, _ := Look(c.data)
		if repeats, whole := l.follows(c.known); repeats != c.repeats || whole != c.whole {
			t.Errorf("after %d, %s: repeats %v, whole %v", c.known, c.data, repeats, whole)
		}
	}
	for _, bad := range []string{"", "{", "[]", `{"n":"x"`, `{"n":`, `{"steps":[{`, `{"a":"\`, `{"n":1`, `{"n" 1}`} {
		if l, err := Look([]byte(bad)); err == nil {
			t.Errorf("%q was read as %+v", bad, l)
		}
	}
}

// FuzzLook checks that Look returns for any data that a server might send.
func FuzzLook(f *testing.F) {
	f.Add([]byte(`{"n":7,"steps":[{"n":6}],"moves":[{"seat":0,"list":["a"]}]}`))
	f.Fuzz(func(_ *testing.T, data []byte) {
		l, _ := Look(data)
		_ = l.List(0)
		_, _ = l.follows(0)
	})
}

// Two receivers never answer. Every notice to the other receivers still arrives without delay. This guards
// against audit finding S6.
func TestHooks(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server")
	}
	_, bin := programs(t)
	out, err := exec.Command(bin, "load", "--hooks", "--duration", "4s", "--json", "--data", t.TempDir()).Output()
	var r HooksResult
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if err != nil || !r.Sound() {
		t.Errorf("%v: %+v", err, r)
	}
	if r.Alone.Expected < 20 || r.Beside.Expected < 20 || r.Beside.Called < 33 {
		t.Errorf("too little was done: %+v", r)
	}
}

// Two worker processes share the bots' questions. One of them is killed repeatedly, and every question is still
// answered exactly once.
func TestKilledWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a server and workers")
	}
	e, _ := games.FindEntry(games.Default())
	_, lab := programs(t)
	cmd := exec.Command(lab, "load", "--bots", "4", "--players", "2", "--kill-workers", "4", "--duration", "2s", "--bot-pace", "fast",
		"--bot-level", e.Bots[0].Name, "--data", t.TempDir(), "--json")
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	var r KillResult
	if err != nil || json.Unmarshal(out, &r) != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !r.Sound() || r.Kills != 4 || r.Checked < 8 {
		t.Errorf("%+v", r)
	}
}

// The cost of a move is measured on a server without other clients. Each move causes at least one sync to disk.
func TestCostOfAMove(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	_, lab := programs(t)
	cmd := exec.Command(lab, "load", "--tables", "4", "--players", "2", "--rate", "100", "--duration", "4s", "--compare-bare", "--data", t.TempDir(), "--json")
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	var r PlayResult
	if err != nil || json.Unmarshal(out, &r) != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if r.CostMoves < 50 || r.BareAppends < 50 || r.Subscribers != 2 || r.CostRate != 100 {
		t.Fatalf("too little was measured: %+v", r.Cost)
	}
	if r.MoveCPU <= 0 || r.BareCPU <= 0 || r.CPURatio <= 0 || r.AllocBytes <= 0 {
		t.Errorf("a cost is missing: %+v", r.Cost)
	}
	if r.Syncs < 1 || r.Syncs > 10 {
		t.Errorf("%.2f syncs a move", r.Syncs)
	}
}

// The result has the times of moves and of bare appends at half of the highest rate, and their ratio.
func TestTimesAtHalfTheRate(t *testing.T) {
	if testing.Short() {
		t.Skip("starts servers")
	}
	_, lab := programs(t)
	cmd := exec.Command(lab, "load", "--tables", "4", "--players", "2", "--duration", "3s", "--compare-bare", "--data", t.TempDir(), "--json")
	cmd.Stderr = t.Output()
	out, err := cmd.Output()
	var r PlayResult
	if err != nil || json.Unmarshal(out, &r) != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if r.Lost+r.Duplicated+r.ViewsWrong+r.Errors != 0 {
		t.Errorf("lost %d, twice %d, wrong %d, errors %d: %v", r.Lost, r.Duplicated, r.ViewsWrong, r.Errors, r.Words)
	}
	if r.Longest < r.P99 || r.P99 <= 0 {
		t.Errorf("the longest answer took %v ms, and 99 %% at most %v", r.Longest, r.P99)
	}
	if r.HalfRate <= 0 || r.HalfRate > r.MovesPerSecond*0.51 || r.HalfMoves == 0 || float64(r.HalfMoves) > 0.6*float64(r.Moves) {
		t.Errorf("%.0f moves a second and %d in all are not half of %.0f and %d", r.HalfRate, r.HalfMoves, r.MovesPerSecond, r.Moves)
	}
	if r.HalfP99 < r.HalfP50 || r.HalfP50 <= 0 || r.HalfBareP99 < r.HalfBareP50 || r.HalfBareP50 <= 0 || r.HalfRatio != ratio(r.HalfP99, r.HalfBareP99) {
		t.Errorf("a time is missing: %+v", r.Half)
	}
}

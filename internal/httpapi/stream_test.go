package httpapi

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/live"
)

// update contains the fields of an update that these tests use.
type update struct {
	N     int `json:"n"`
	Made  int `json:"made"`
	Steps []struct {
		N     int    `json:"n"`
		Kind  string `json:"kind"`
		Plays []struct {
			Seat  int    `json:"seat"`
			Move  string `json:"move"`
			Facts []struct{ Fact, Rule string }
		}
	}
	View     json.RawMessage
	Question struct {
		ID, Step string
		All, Any []int
	}
	Moves []struct {
		Seat int
		List []string
	}
	Ask *struct {
		What  string
		Needs []int
	}
	Over *struct{ Cause string }
}

// event is one event of an event stream.
type event struct{ id, kind, data string }

// tap is an open event stream that a test reads.
type tap struct {
	t      testing.TB
	events chan event
	end    context.CancelFunc
	lastID string
}

// follow opens an event stream. The headers are pairs of a name and a value.
func (b *testAPI) follow(token, table, query string, headers ...string) *tap {
	b.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+"/api/tables/"+table+"/events"+query, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := b.clients.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	if resp.StatusCode != http.StatusOK {
		data, _ := io.ReadAll(resp.Body)
		b.t.Fatalf("stream: %d %s", resp.StatusCode, data)
	}
	p := &tap{t: b.t, events: make(chan event, 1000), end: cancel}
	go func() {
		defer close(p.events)
		defer func() { _ = resp.Body.Close() }()
		var e event
		lines := bufio.NewReaderSize(resp.Body, 1<<20)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSuffix(line, "\n")
			name, value, _ := strings.Cut(line, ": ")
			switch name {
			case "event":
				e.kind = value
			case "id":
				e.id = value
			case "data":
				e.data = value
			case "":
				if e.kind != "" {
					p.events <- e
				}
				e = event{}
			}
		}
	}()
	b.t.Cleanup(cancel)
	return p
}

// next returns the next event of a kind and skips events of other kinds.
func (p *tap) next(kind string) event {
	p.t.Helper()
	timeout := time.After(10 * time.Second)
	for {
		select {
		case e, ok := <-p.events:
			if !ok {
				p.t.Fatalf("the stream ended before %s", kind)
			}
			if e.id != "" {
				p.lastID = e.id
			}
			if e.kind == kind {
				return e
			}
		case <-timeout:
			p.t.Fatalf("no %s came", kind)
		}
	}
}

func (p *tap) update() update {
	p.t.Helper()
	var u update
	if err := json.Unmarshal([]byte(p.next("update").data), &u); err != nil {
		p.t.Fatal(err)
	}
	return u
}

// until reads updates until entry n. It returns the numbers of all entries and the last update.
func (p *tap) until(n int) (steps []int, last update) {
	p.t.Helper()
	last.N = -1
	for last.N < n {
		last = p.update()
		for _, s := range last.Steps {
			steps = append(steps, s.N)
		}
	}
	return steps, last
}

// pair creates a table with two players and starts it. It returns the players' tokens.
func (b *testAPI) pair(change ...func(*NewTable)) (id string, tokens [2]string) {
	b.t.Helper()
	_, tokens[0] = b.guest("Ann")
	_, tokens[1] = b.guest("Ben")
	t := b.table(tokens[0], append([]func(*NewTable){func(n *NewTable) { n.Public, n.Sit = true, "one" }}, change...)...)
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+t.ID+"/sit", Sitting{}).is(http.StatusOK)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+t.ID+"/start", nil).is(http.StatusOK)
	return t.ID, tokens
}

func (b *testAPI) look(token, id string) update {
	b.t.Helper()
	var u update
	b.ask(token, http.MethodGet, "/api/tables/"+id+"/view", nil).is(http.StatusOK, &u)
	return u
}

// playOne makes a random move for a seat that owes an answer.
func (b *testAPI) playOne(id string, tokens [2]string, r *rand.Rand) (Done, Move) {
	b.t.Helper()
	for seat, token := range tokens {
		u := b.look(token, id)
		for _, owing := range append(u.Question.All, u.Question.Any...) {
			if owing == seat {
				list := u.Moves[0].List
				m := Move{Seat: seat, Question: u.Question.ID, Move: list[r.IntN(len(list))], Key: fmt.Sprint("k", u.N, "-", r.Uint32())}
				var d Done
				b.ask(token, http.MethodPost, "/api/tables/"+id+"/moves", m).is(http.StatusOK, &d)
				return d, m
			}
		}
	}
	b.t.Fatal("nobody owes anything")
	return Done{}, Move{}
}

// Two people play a game to its end. Each stream sends every entry once and in order.
func TestStreamsSendEverything(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	taps := []*tap{b.follow(tokens[0], id, ""), b.follow(tokens[1], id, "?after=-1"), b.follow("", id, "?after=-1")}
	if at := taps[0].update().N; at != 0 { // a stream that requests no past entries begins with the current state
		t.Fatal("the first stream begins at entry", at)
	}
	r := rand.New(rand.NewPCG(1, 1))
	n := 0
	for b.look(tokens[0], id).Over == nil {
		d, _ := b.playOne(id, tokens, r)
		n = d.N
	}
	for i, p := range taps {
		first := 0
		if i == 0 {
			first = 1 // this stream was opened after the game had begun, and did not request past entries
		}
		steps, last := p.until(n)
		if len(steps) != n+1-first {
			t.Fatalf("stream %d told %d entries of %d", i, len(steps), n)
		}
		for k, s := range steps {
			if s != k+first {
				t.Fatalf("stream %d told entry %d in place of %d", i, s, k+first)
			}
		}
		if last.Over == nil || last.Over.Cause == "" {
			t.Fatalf("stream %d does not know that it is over", i)
		}
	}
	text := b.ask(tokens[1], http.MethodGet, "/api/tables/"+id+"/transcript", nil).is(http.StatusOK).body
	if !strings.Contains(string(text), "seed revealed ") {
		t.Fatal("the seed is not shown at the end")
	}
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/moves", Move{Question: "1", Move: "draw", Key: "late"}).refused(http.StatusConflict, "over")
}

// Every update decodes into the types of the OpenAPI document, without unknown fields.
func TestUpdatesAreAsDescribed(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	r := rand.New(rand.NewPCG(7, 7))
	b.ask(tokens[0], http.MethodPut, "/api/tables/"+id+"/standing", Standing{Seat: 0, Passes: []string{"pass"}, Key: "s"}).is(http.StatusOK)
	for i := 0; b.look(tokens[0], id).Over == nil; i++ {
		b.playOne(id, tokens, r)
		if i == 5 {
			b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/undo", UndoTo{To: 0, Key: "u"}).is(http.StatusOK)
		}
		for _, token := range []string{tokens[0], tokens[1], ""} {
			body := b.ask(token, http.MethodGet, "/api/tables/"+id+"/view?after=-1", nil).is(http.StatusOK).body
			var u Update
			d := json.NewDecoder(strings.NewReader(string(body)))
			d.DisallowUnknownFields()
			if err := d.Decode(&u); err != nil {
				t.Fatal(err)
			}
			again, err := json.Marshal(u)
			if err != nil {
				t.Fatal(err)
			}
			var was, is any
			if json.Unmarshal(body, &was) != nil || json.Unmarshal(again, &is) != nil || !reflect.DeepEqual(was, is) {
				t.Fatalf("described and sent differently: %s", difference("", is, was))
			}
		}
	}
}

// A malformed move is rejected with the same problem ids as malformed requests of other operations.
func TestMoveAsDescribed(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	path := "/api/tables/" + id + "/moves"
	good := Move{Seat: b.look(tokens[0], id).Question.All[0], Question: "1", Move: "draw", Key: "k"}
	for name, change := range map[string]func(*Move){
		"seat": func(m *Move) { m.Seat = 6 }, "below": func(m *Move) { m.Seat = -1 },
		"question": func(m *Move) { m.Question = strings.Repeat("1", 33) },
		"no move":  func(m *Move) { m.Move = "" }, "long move": func(m *Move) { m.Move = strings.Repeat("a", 121) },
		"no key": func(m *Move) { m.Key = "" }, "long key": func(m *Move) { m.Key = strings.Repeat("a", 65) },
		"odd key": func(m *Move) { m.Key = "a b" },
	} {
		m := good
		change(&m)
		if p := b.ask(tokens[good.Seat], http.MethodPost, path, m).refused(http.StatusUnprocessableEntity, "invalid"); len(p.Errors) == 0 {
			t.Errorf("%s: no fault is named", name)
		}
	}
	auth := []string{"Authorization", "Bearer " + tokens[good.Seat]}
	for _, body := range []string{
		"[]", "null", "{}", `{"seat":"0"}`, `{"seat":null,"question":"1","move":"draw","key":"k"}`, `{"seat":0,"question":"1","move":"draw"}`,
		`{"seat":0,"question":1,"move":"draw","key":"k"}`, `{"seat":0,"question":"1","move":"draw","key":"k","more":1}`, `{"seat":0.5,"question":"1","move":"draw","key":"k"}`,
	} {
		b.send(http.MethodPost, path, strings.NewReader(body), append(auth, "Content-Type", "application/json")...).refused(http.StatusUnprocessableEntity, "invalid")
	}
	for _, body := range []string{"", "{", "\xff", `null x`} {
		b.send(http.MethodPost, path, strings.NewReader(body), append(auth, "Content-Type", "application/json")...).refused(http.StatusBadRequest, "unreadable")
	}
	b.send(http.MethodPost, path, strings.NewReader(`{}`), append(auth, "Content-Type", "text/plain")...).refused(http.StatusUnsupportedMediaType, "not-json")
	b.send(http.MethodPost, path, strings.NewReader(strings.Repeat(" ", admit.MaxBodyBytes+1)), append(auth, "Content-Type", "application/json")...).refused(http.StatusRequestEntityTooLarge, "too-large")
	b.ask(tokens[good.Seat], http.MethodPost, path, good).is(http.StatusOK)
	b.ask(tokens[good.Seat], http.MethodPost, "/api/tables/nosuchtable1/moves", good).refused(http.StatusNotFound, "no-such-table")
}

// A client that reconnects with the id of its last event receives all later events, without gaps or
// repetition, wherever the connection was cut.
func TestResume(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	r := rand.New(rand.NewPCG(2, 2))
	p := b.follow(tokens[0], id, "?after=-1")
	steps, _ := p.until(0)
	for n := 0; n < 30; {
		for range r.IntN(4) {
			if b.look(tokens[0], id).Over != nil {
				n = 30
				break
			}
			d, _ := b.playOne(id, tokens, r)
			n = d.N
		}
		b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/talk", Saying{Text: fmt.Sprint("line ", n)}).is(http.StatusOK)
		p.end()
		p = b.follow(tokens[0], id, "", "Last-Event-ID", p.lastID)
		more, _ := p.until(b.look(tokens[0], id).N)
		steps = append(steps, more...)
		p.next("talk")
	}
	for i, s := range steps {
		if s != i {
			t.Fatalf("entry %d came in place of %d: %v", s, i, steps)
		}
	}
	b.t.Log(len(steps), "entries over many connections")
	for _, bad := range []string{"x", "1.y", "-7", "99999999999999999999"} {
		resp := b.send(http.MethodGet, "/api/tables/"+id+"/events", nil, "Authorization", "Bearer "+tokens[0], "Last-Event-ID", bad)
		resp.refused(http.StatusUnprocessableEntity, "bad-event-id")
	}
	ahead := b.follow(tokens[0], id, "", "Last-Event-ID", "100000.0")
	if u := ahead.update(); len(u.Steps) != 0 {
		t.Fatal("a made-up id is told the past")
	}
}

// A move against the rules is rejected, and the response names the rule. The server also rejects a
// move for another person's seat, an answer to an old question, and a reused idempotency key.
func TestMovesRefused(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	_, stranger := b.guest("Eve")
	r := rand.New(rand.NewPCG(3, 3))
	u := b.look(tokens[0], id)
	active := u.Question.All[0]
	path := "/api/tables/" + id + "/moves"
	m := Move{Seat: active, Question: u.Question.ID, Move: "draw", Key: "a"}
	b.ask(tokens[1-active], http.MethodPost, path, m).refused(http.StatusForbidden, "not-holder")
	b.ask(stranger, http.MethodPost, path, m).refused(http.StatusForbidden, "not-holder")
	b.ask("", http.MethodPost, path, m).refused(http.StatusUnauthorized, "unknown")
	m.Move = "move-station atlanta" // this move is illegal at the beginning of any game
	if p := b.ask(tokens[active], http.MethodPost, path, m).refused(http.StatusUnprocessableEntity, "not-allowed"); p.Rule == "" {
		t.Fatal("no rule")
	}
	m.Move = "fly to the moon"
	b.ask(tokens[active], http.MethodPost, path, m).refused(http.StatusUnprocessableEntity, "notation")
	done, played := b.playOne(id, tokens, r)
	for b.look(tokens[0], id).Question.ID == played.Question { // playing an event can leave the question unchanged
		done, played = b.playOne(id, tokens, r)
	}
	var again Done
	b.ask(tokens[played.Seat], http.MethodPost, path, played).is(http.StatusOK, &again)
	if again.N != done.N || !again.Again {
		t.Fatalf("the same key was carried out again: %+v", again)
	}
	played.Move = "draw "
	b.ask(tokens[played.Seat], http.MethodPost, path, played).refused(http.StatusConflict, "key-reused")
	played.Key = "b"
	played.Move = "draw"
	b.ask(tokens[played.Seat], http.MethodPost, path, played).refused(http.StatusConflict, "stale-question")
	var w Why
	b.ask(tokens[active], http.MethodGet, fmt.Sprintf("/api/tables/%s/why?seat=%d&move=move-station+atlanta", id, active), nil).is(http.StatusOK, &w)
	if w.Allowed || w.Rule == "" {
		t.Fatalf("why: %+v", w)
	}
}

// An undo needs the other seat's agreement, appears on the stream, and restores the earlier
// position.
func TestUndoThroughTheAPI(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	p := b.follow(tokens[0], id, "")
	p.update()
	r := rand.New(rand.NewPCG(4, 4))
	var last Done
	seats := map[int]bool{}
	for len(seats) < 2 {
		d, m := b.playOne(id, tokens, r)
		last, seats[m.Seat] = d, true
	}
	p.until(last.N)
	b.ask(tokens[0], http.MethodPost, "/api/tables/"+id+"/undo", UndoTo{To: 0, Key: "u"}).is(http.StatusOK)
	if u := p.update(); u.Ask == nil || len(u.Ask.Needs) != 1 || u.Ask.Needs[0] != 1 {
		t.Fatalf("the other seat was not asked: %+v", u.Ask)
	}
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/answer", Reply{Agree: true, Key: "y"}).is(http.StatusOK)
	if u := p.update(); u.Made != 0 || u.Steps[0].Kind != "undo" {
		t.Fatalf("not undone: %+v", u)
	}
}

// When a seat is handed over, the new holder has it immediately. The former holder's stream shows
// nothing more of its hand.
func TestHandedOver(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair(func(n *NewTable) {
		n.Settings = map[string]string{"players": "2", "epidemics": "5", "hands": "hidden"}
	})
	p := b.follow(tokens[1], id, "")
	if u := p.update(); len(u.Moves) != 1 || u.Moves[0].Seat != 1 {
		t.Fatalf("moves of %+v", u.Moves)
	}
	var link Link
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/handover", SeatOnly{Seat: 1}).is(http.StatusOK, &link)
	_, heir := b.guest("Kim")
	b.ask(heir, http.MethodPost, "/api/links", map[string]string{"secret": secretOf(link.Link)}).is(http.StatusOK)
	for {
		u := p.update()
		if len(u.Moves) == 0 {
			if anybody := b.look("", id); string(u.View) != string(anybody.View) {
				t.Fatalf("who left sees more than anybody: %s", u.View)
			}
			break
		}
	}
	if u := b.look(heir, id); len(u.Moves) != 1 || u.Moves[0].Seat != 1 {
		t.Fatal("the heir does not play the seat")
	}
}

// Streams send presence, ghosts (players' drawn plans) and mutes. They ask clients to reconnect
// when the server shuts down.
func TestPresenceGhostsAndMutes(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	a := b.follow(tokens[0], id, "")
	c := b.follow(tokens[1], id, "")
	for {
		var who live.Presence
		if err := json.Unmarshal([]byte(a.next("presence").data), &who); err != nil {
			t.Fatal(err)
		}
		if len(who.Seats) == 2 {
			break
		}
	}
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/ghost", live.Ghost{Seat: 1, Moves: []string{"drive paris", "treat blue"}}).is(http.StatusNoContent)
	if e := a.next("ghost"); !strings.Contains(e.data, "drive paris") {
		t.Fatal(e.data)
	}
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/ghost", live.Ghost{Seat: 0, Moves: []string{"drive paris"}}).refused(http.StatusForbidden, "not-holder")
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/ghost", live.Ghost{Seat: 1, Moves: []string{"<script>"}}).refused(http.StatusUnprocessableEntity, "notation")
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/talk", Saying{Text: "hello"}).is(http.StatusOK)
	if e := a.next("talk"); !strings.Contains(e.data, "Ben") {
		t.Fatal(e.data)
	}
	c.end()
	for {
		var who live.Presence
		if err := json.Unmarshal([]byte(a.next("presence").data), &who); err != nil {
			t.Fatal(err)
		}
		if len(who.Seats) == 1 {
			break
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	b.api.Drain(ctx)
	a.next("bye")
	b.waitFor("the end of the streams", func() bool { return b.counts.open() == 0 })
}

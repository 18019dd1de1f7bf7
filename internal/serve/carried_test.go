package serve

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/table"
)

// brought returns the request that uploads a two-seat game which a browser played without the server.
func brought(t *testing.T, seed byte, moves int, ends bool) map[string]any {
	t.Helper()
	g, _ := games.Find("world")
	settings, err := engine.Resolve(engine.OptionsAt(g.Options(), g.Revision()), engine.Settings{{Name: "players", Value: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	h := engine.Header{Game: "world", Revision: g.Revision(), Settings: settings, Seats: []string{"0", "1"}, Seed: engine.NewSeed(engine.Key{seed}, engine.Key{1})}
	var log []string
	l, err := table.BeginLocal("device-1", h, 1, func(e []byte) { log = append(log, string(e)) })
	if err != nil {
		t.Fatal(err)
	}
	l.Wishes.Solo = true
	playLocal(t, l, moves)
	if ends {
		if _, err := l.Do("end", table.Propose{By: 3, What: table.ProposeEnd}, 3); err != nil {
			t.Fatal(err)
		}
	}
	return map[string]any{"device": "device-1", "entries": log, "bots": []string{"", ""}}
}

// playLocal makes moves at a local table.
func playLocal(t *testing.T, l *table.Local, moves int) {
	t.Helper()
	for i := 0; i < moves && !l.State().Over; i++ {
		s := l.State()
		seat := s.Pos.Decision().Owing().First()
		list := s.Pos.AppendMoves(nil, seat)
		c := table.Answer{Seat: seat, Question: s.Question(), Move: s.Pos.Vocabulary().Move(list[(i*5)%len(list)])}
		if _, err := l.Do("", c, 2); err != nil {
			t.Fatal(err)
		}
	}
}

// A game that was finished on a device appears in the list of finished games and has a replay, but counts in no
// statistics. An unfinished one becomes a table that survives a restart of the server.
func TestBroughtGames(t *testing.T) {
	o := Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}}
	s := open(t, o)
	ada := arrive(t, s.URL())
	var out struct {
		ID, Status string
		Outcome    struct{ Cause string }
	}
	for _, game := range []map[string]any{brought(t, 1, 5000, false), brought(t, 2, 20, true)} {
		ada.ask(http.MethodPost, "/api/device-games", game, &out)
		if out.Status != "finished" || out.Outcome.Cause == "" {
			t.Errorf("%+v", out)
		}
		var replay struct{ Moves []any }
		ada.ask(http.MethodGet, "/api/tables/"+out.ID+"/replay", nil, &replay)
		if len(replay.Moves) < 10 {
			t.Error("the replay has", len(replay.Moves), "moves")
		}
	}
	if out.Outcome.Cause != "given-up" {
		t.Error("it was not given up:", out.Outcome.Cause)
	}
	if mine := ada.games("/api/me/games"); mine.Played != 0 || len(mine.Recent) != 0 {
		t.Errorf("they count: %+v", mine)
	}
	runs := brought(t, 3, 30, false)
	ada.ask(http.MethodPost, "/api/device-games", runs, &out)
	first, before := out.ID, ada.view(out.ID)
	shut(t, s)
	s = open(t, o)
	ada.url = s.URL()
	ada.ask(http.MethodPost, "/api/device-games", runs, &out)
	if after := ada.view(out.ID); out.ID != first || out.Status != "playing" || after.Made != before.Made || after.Made < 20 {
		t.Errorf("%+v %+v", out, after)
	}
	ada.play(out.ID)
	if ada.view(out.ID).Made <= before.Made {
		t.Error("it does not go on")
	}
}

type handedOver struct {
	Table   struct{ ID string }
	Entries []string
}

// local opens a game that the server handed over to a device, as a local table. The table appends each new
// entry to fresh.
func (h handedOver) local(t *testing.T, fresh *[]string) *table.Local {
	t.Helper()
	var log [][]byte
	for _, e := range h.Entries {
		log = append(log, []byte(e))
	}
	l, err := table.ResumeLocal(h.Table.ID, log, func(e []byte) { *fresh = append(*fresh, string(e)) })
	if err != nil {
		t.Fatal(err)
	}
	l.Wishes.Solo = true
	return l
}

func (g *guest) solo(more map[string]any) string {
	g.t.Helper()
	want := map[string]any{"game": "world", "settings": map[string]string{"players": "2", "epidemics": "4"}, "sit": "all", "start": true}
	for k, v := range more {
		want[k] = v
	}
	var out struct{ ID string }
	g.ask(http.MethodPost, "/api/tables", want, &out)
	return out.ID
}

// A player takes a solo game along to a device, plays on it while the server is stopped, and brings the game
// back. The server's table is locked until then. Afterwards the server rejects any other continuation of the
// game.
func TestTakenAlong(t *testing.T) {
	deals := rand.NewChaCha8([32]byte{1}) // a fixed deal, because in one deal in 800 the game is lost in the first turn
	o := Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}, deals: deals}
	s := open(t, o)
	ada, eve := arrive(t, s.URL()), arrive(t, s.URL())
	id := ada.solo(nil)
	at := "/api/tables/" + id
	for range 3 {
		ada.play(id)
	}
	eve.refused(http.MethodPost, at+"/away", nil, "no-such-table")
	eve.refused(http.MethodPost, at+"/back", map[string]any{"entries": []string{}}, "no-such-table")
	ada.refused(http.MethodPost, at+"/back", map[string]any{"entries": []string{}}, "not-away")
	before := ada.view(id)

	var gone, again handedOver
	ada.ask(http.MethodPost, at+"/away", nil, &gone)
	ada.ask(http.MethodPost, at+"/away", nil, &again)
	if len(gone.Entries) < 4 || !slices.Equal(gone.Entries, again.Entries) {
		t.Fatal("it was not handed over, or another game was")
	}
	locked := func() {
		t.Helper()
		u := ada.view(id)
		if u.Made != before.Made || !u.Away {
			t.Fatalf("%+v", u)
		}
		m := before.Moves[0]
		for _, b := range before.Moves {
			if len(b.List) > 0 {
				m = b
			}
		}
		ada.refused(http.MethodPost, at+"/moves", map[string]any{"seat": m.Seat, "question": before.Question.ID, "move": m.List[0], "key": "x"}, "away")
		ada.refused(http.MethodPost, at+"/undo", map[string]any{"to": 0, "key": "y"}, "away")
		ada.refused(http.MethodPost, at+"/propose", map[string]any{"what": "end", "key": "z"}, "away")
		ada.refused(http.MethodPost, at+"/links", map[string]any{"kind": "invite"}, "seed-known")
	}
	locked()
	shut(t, s)

	// Without the server, the device plays two different continuations of the game.
	var one, two []string
	l := gone.local(t, &one)
	playLocal(t, l, 12)
	if _, err := l.Do("u", table.Undo{By: 3, To: before.Made - 1}, 5); err != nil { // undoes a move made before the hand-over
		t.Fatal(err)
	}
	now := l.State()
	seat := now.Pos.Decision().Owing().First()
	list := now.Pos.AppendMoves(nil, seat)
	other := table.Answer{Seat: seat, Question: now.Question(), Move: now.Pos.Vocabulary().Move(list[1])} // the first legal move was made before the undo
	if _, err := l.Do("o", other, 6); err != nil {
		t.Fatal(err)
	}
	playLocal(t, l, 9)
	playLocal(t, gone.local(t, &two), 4)

	s = open(t, o)
	ada.url, eve.url = s.URL(), s.URL()
	locked()
	forged := slices.Clone(one)
	forged[2] = strings.Replace(forged[2], `"seat":`, `"seat": `, 1)
	ada.refused(http.MethodPost, at+"/back", map[string]any{"entries": forged}, "bad-log")
	ada.refused(http.MethodPost, at+"/back", map[string]any{"entries": gone.Entries}, "bad-log")
	ada.refused(http.MethodPost, at+"/back", map[string]any{"entries": one[1:]}, "bad-log")
	eve.refused(http.MethodPost, at+"/back", map[string]any{"entries": one}, "no-such-table")
	for range 2 { // bringing the game a second time changes nothing
		ada.ask(http.MethodPost, at+"/back", map[string]any{"entries": one}, nil)
		if u := ada.view(id); u.Made != l.State().Moves() || u.Away {
			t.Fatalf("%d moves instead of %d", u.Made, l.State().Moves())
		}
	}
	ada.refused(http.MethodPost, at+"/back", map[string]any{"entries": two}, "not-away")
	ada.play(id)
	if ada.view(id).Made <= l.State().Moves() {
		t.Error("it does not go on")
	}

	// The player takes the game along once more, and then gives up that copy. After that, the server rejects
	// older copies too.
	ada.ask(http.MethodPost, at+"/away", nil, &again)
	ada.refused(http.MethodPost, at+"/back", map[string]any{"entries": two}, "bad-log")
	made := ada.view(id).Made
	ada.ask(http.MethodPost, at+"/back", map[string]any{"entries": []string{}}, nil)
	if u := ada.view(id); u.Made != made || u.Away {
		t.Errorf("%+v", u)
	}
	// A game that ends on the device is also over on the server, but counts in no statistics.
	ada.ask(http.MethodPost, at+"/away", nil, &again)
	var rest []string
	playLocal(t, again.local(t, &rest), 5000)
	var over struct {
		Status  string
		Carried bool
	}
	ada.ask(http.MethodPost, at+"/back", map[string]any{"entries": rest}, &over)
	if over.Status != "finished" || !over.Carried || ada.games("/api/me/games").Played != 0 {
		t.Errorf("%+v", over)
	}
	var replay struct{ Moves []any }
	ada.ask(http.MethodGet, at+"/replay", nil, &replay)
	if len(replay.Moves) < made {
		t.Error("the replay has", len(replay.Moves), "moves")
	}
	if _, text := ada.try(http.MethodGet, at+"/transcript", nil); !strings.Contains(string(text), "undone: ") {
		t.Errorf("nothing was undone: %s", text)
	}
}

// The server reveals the seed only to a player who has always been alone at the table. It refuses if anyone
// else has, had or could get a seat, or watches, or if other tables play the same cards.
func TestNotTakenAlong(t *testing.T) {
	s, _ := dayServer(t)
	ada, bob := arrive(t, s.URL()), arrive(t, s.URL())
	away := func(id, why string) {
		t.Helper()
		ada.refused(http.MethodPost, "/api/tables/"+id+"/away", nil, why)
	}
	enter := func(link string) {
		bob.ask(http.MethodPost, "/api/links", map[string]any{"secret": link[strings.LastIndex(link, "/")+1:]}, nil)
	}
	away(ada.solo(map[string]any{"public": true}), "not-alone")
	away(ada.solo(map[string]any{"start": false}), "not-playing")
	day, _ := ada.deal("world")
	away(day, "deal-fixed")
	e, _ := games.FindEntry("world")
	away(ada.solo(map[string]any{"settings": nil, "lesson": e.Lessons[0].ID}), "stays-here")

	// An invited person counts even as a mere spectator.
	invited := ada.solo(nil)
	var link struct{ Link string }
	ada.ask(http.MethodPost, "/api/tables/"+invited+"/links", map[string]any{"kind": "invite"}, &link)
	enter(link.Link)
	away(invited, "not-alone")

	// During the game, a person gets a seat through a hand-over link.
	handed := ada.solo(nil)
	ada.ask(http.MethodPost, "/api/tables/"+handed+"/handover", map[string]any{"seat": 1}, &link)
	enter(link.Link)
	away(handed, "not-alone")
	bob.refused(http.MethodPost, "/api/tables/"+handed+"/away", nil, "not-host")
	// The server still refuses after that person has left.
	bob.ask(http.MethodPost, "/api/tables/"+handed+"/leave", nil, nil)
	away(handed, "not-alone")

	// Taking a game along voids its unused links: invitations, seat links and hand-over links.
	mine := ada.solo(nil)
	at := "/api/tables/" + mine
	var links []string
	for _, body := range []map[string]any{{"kind": "invite"}, {"kind": "seat", "seat": 1}} {
		ada.ask(http.MethodPost, at+"/links", body, &link)
		links = append(links, link.Link)
	}
	ada.ask(http.MethodPost, at+"/handover", map[string]any{"seat": 1}, &link)
	links = append(links, link.Link)
	var gone handedOver
	ada.ask(http.MethodPost, at+"/away", nil, &gone)
	for _, l := range links {
		bob.refused(http.MethodPost, "/api/links", map[string]any{"secret": l[strings.LastIndex(l, "/")+1:]}, "link-void")
	}
	// The player cannot make new links after bringing the game back, because the player knows the seed.
	ada.ask(http.MethodPost, at+"/back", map[string]any{"entries": []string{}}, nil)
	ada.ask(http.MethodPost, at+"/stand", map[string]any{"seat": 1}, nil)
	for _, body := range []map[string]any{{"kind": "invite"}, {"kind": "seat", "seat": 1}} {
		ada.refused(http.MethodPost, at+"/links", body, "seed-known")
	}
	away(mine, "not-alone") // another person could now take the free seat
}

// Bots pause while a device has the game, and continue when it is back.
func TestBotsWaitForAGameAway(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}})
	ada := arrive(t, s.URL())
	id := ada.botTable("world", 2, 1, "one", nil)
	var gone handedOver
	ada.ask(http.MethodPost, "/api/tables/"+id+"/away", nil, &gone)
	made := ada.view(id).Made
	var rest []string
	l := gone.local(t, &rest)
	for l.State().Pos.Decision().Owing() != 2 && !l.State().Over && len(rest) < 60 {
		playLocal(t, l, 1)
	}
	if ada.view(id).Made != made {
		t.Error("a bot moved")
	}
	ada.ask(http.MethodPost, "/api/tables/"+id+"/back", map[string]any{"entries": rest}, nil)
	back := l.State().Moves()
	for end := time.Now().Add(time.Minute); ada.view(id).Made <= back; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the bot does not go on")
		}
	}
}

package httpapi

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"theriac/engine"
	"theriac/games"
	"theriac/internal/httpapi/admit"
	"theriac/internal/httpapi/wire"
	"theriac/internal/lobby"
	"theriac/internal/table"
)

// deviceGame plays a game of three players as a browser does without a server. It returns the game
// as the browser would upload it.
func deviceGame(t testing.TB, id string, seed byte, moves int, ends bool) BroughtGame {
	t.Helper()
	g, _ := games.Find("world")
	settings, err := engine.Resolve(engine.OptionsAt(g.Options(), g.Revision()), engine.Settings{{Name: "players", Value: "3"}})
	if err != nil {
		t.Fatal(err)
	}
	out := BroughtGame{Device: id, Bots: []string{"", "novice", ""}, BotPace: "at-once"}
	h := engine.Header{Game: "world", Revision: g.Revision(), Settings: settings, Seats: []string{"0", "1", "2"}, Seed: engine.NewSeed(engine.Key{seed}, engine.Key{1})}
	l, err := table.BeginLocal(id, h, 1, func(e []byte) { out.Entries = append(out.Entries, string(e)) })
	if err != nil {
		t.Fatal(err)
	}
	playLocal(t, l, moves)
	if ends {
		if _, err := l.Do("end", table.Propose{By: 7, What: table.ProposeEnd}, 3); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// playLocal makes some moves at a local table.
func playLocal(t testing.TB, l *table.Local, moves int) {
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

// A game that began without a server becomes its owner's table. Uploading it again creates no
// second table. It continues on the server, no one else can sit down, and its result does not
// count.
func TestTakeIn(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	_, eve := b.guest("Eve")
	long := deviceGame(t, "device-1", 1, 24, false)
	short := long
	short.Entries = long.Entries[:10]

	var first, again wire.Table
	b.ask(ada, http.MethodPost, "/api/device-games", long).is(http.StatusOK, &first)
	if !first.Carried || first.Status != "playing" || first.Public || first.Watch != "nobody" || !first.You.Host || !slices.Equal(first.You.Seats, []int{0, 2}) || first.Seats[1].Bot == nil {
		t.Fatalf("%+v", first)
	}
	there := "/api/tables/" + first.ID
	made := b.look(ada, first.ID).Made
	if made < 20 {
		t.Error("moves are missing:", made)
	}
	// The same game is uploaded with other moves, and then with the same moves. The first upload
	// wins.
	for _, log := range []BroughtGame{long, short} {
		if b.ask(ada, http.MethodPost, "/api/device-games", log).is(http.StatusOK, &again); again.ID != first.ID {
			t.Error("the same game is another table:", again.ID)
		}
		if now := b.look(ada, first.ID).Made; now != made {
			t.Error("moves were changed:", now)
		}
	}
	b.ask(eve, http.MethodPost, "/api/device-games", long).refused(http.StatusConflict, lobby.BroughtBefore)
	b.ask(eve, http.MethodGet, there, nil).refused(http.StatusNotFound, lobby.NoSuchTable)
	b.ask("", http.MethodPost, "/api/device-games", long).refused(http.StatusUnauthorized, "unknown")
	large := BroughtGame{Device: "device-1", Entries: []string{strings.Repeat("x", admit.MaxBodyBytes)}, Bots: []string{""}}
	b.ask("", http.MethodPost, "/api/device-games", large).refused(http.StatusRequestEntityTooLarge, "too-large")

	// The game can be continued on the server.
	u := b.look(ada, first.ID)
	if len(u.Moves) > 0 && len(u.Moves[0].List) > 0 {
		b.ask(ada, http.MethodPost, there+"/moves", Move{Seat: u.Moves[0].Seat, Question: u.Question.ID, Move: u.Moves[0].List[0], Key: "on"}).is(http.StatusOK)
	} else {
		t.Log("a bot is asked")
	}
	// No other person can join.
	for _, one := range []int{0, 1} {
		b.ask(ada, http.MethodPost, there+"/links", map[string]any{"kind": "seat", "seat": one}).refused(http.StatusConflict, lobby.SeedKnown)
	}
	b.ask(ada, http.MethodPost, there+"/links", map[string]any{"kind": "invite"}).refused(http.StatusConflict, lobby.SeedKnown)
	b.ask(ada, http.MethodPost, there+"/handover", map[string]any{"seat": 0}).refused(http.StatusConflict, lobby.SeedKnown)
	if n := b.counts.panics(); n > 0 {
		t.Error("panics:", n)
	}
}

// A game that its owner gave up on a device is over when it is uploaded.
func TestTakeInGivenUp(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	var got wire.Table
	b.ask(ada, http.MethodPost, "/api/device-games", deviceGame(t, "device-1", 4, 6, true)).is(http.StatusOK, &got)
	if !got.Carried || b.look(ada, got.ID).Over == nil {
		t.Errorf("%+v", got)
	}
}

// The server rejects an uploaded game if its log was changed or is incomplete, or if its device or
// its bots are invalid. A rejected game leaves no table.
func TestTakeInForged(t *testing.T) {
	b := raise(t)
	_, ada := b.guest("Ada")
	sound := deviceGame(t, "device-1", 2, 12, false)
	change := func(f func(g *BroughtGame)) BroughtGame {
		g := sound
		g.Entries, g.Bots = slices.Clone(sound.Entries), slices.Clone(sound.Bots)
		f(&g)
		return g
	}
	for name, c := range map[string]struct {
		game   BroughtGame
		status int
		id     string
	}{
		"another device":   {change(func(g *BroughtGame) { g.Device = "device-2" }), 422, "bad-log"},
		"a changed move":   {change(func(g *BroughtGame) { g.Entries[5] = strings.Replace(g.Entries[5], `"seat":`, `"seat": `, 1) }), 422, "bad-log"},
		"not all of it":    {change(func(g *BroughtGame) { g.Entries = g.Entries[1:] }), 422, "bad-log"},
		"a server's id":    {change(func(g *BroughtGame) { g.Device = "abcdefghijkl" }), 422, "invalid"},
		"too many":         {change(func(g *BroughtGame) { g.Entries = make([]string, 4001) }), 422, "invalid"},
		"bots alone":       {change(func(g *BroughtGame) { g.Bots = []string{"novice", "novice", "novice"} }), 409, "seats-empty"},
		"a bot too few":    {change(func(g *BroughtGame) { g.Bots = []string{""} }), 422, "no-such-seat"},
		"a bot of no kind": {change(func(g *BroughtGame) { g.Bots[1] = "genius" }), 422, "unknown-level"},
	} {
		t.Run(name, func(t *testing.T) {
			b.ask(ada, http.MethodPost, "/api/device-games", c.game).refused(c.status, c.id)
		})
	}
	huge := change(func(g *BroughtGame) { g.Entries = slices.Repeat([]string{strings.Repeat("x", 1<<10)}, 1<<10) })
	b.ask(ada, http.MethodPost, "/api/device-games", huge).refused(http.StatusRequestEntityTooLarge, "too-large")
	var mine TableList
	if b.ask(ada, http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK, &mine); len(mine.Tables) > 0 {
		t.Error("a refused game left a table")
	}
	b.ask(ada, http.MethodPost, "/api/device-games", sound).is(http.StatusOK)
}

// A rate limit slows down a person who uploads many games.
func TestTakeInLimited(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.Work = admit.Rate{PerSecond: 1, Burst: 20} })
	_, ada := b.guest("Ada")
	game := deviceGame(t, "device-1", 3, 24, false)
	b.ask(ada, http.MethodPost, "/api/device-games", game).is(http.StatusOK)
	for range 3 {
		if got := b.ask(ada, http.MethodPost, "/api/device-games", game); got.status == http.StatusTooManyRequests {
			return
		}
	}
	t.Error("nobody is slowed down")
}

// Only a request that uploads a game can have a larger body than others.
func TestLargeBodies(t *testing.T) {
	a, err := build(Config{Observe: noObserver{}}, admit.Origin{})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		"/api/device-games": true, "/api/tables/x/back": true, "/api/tables/x/talk": false, "/api/tables/x/y/back": false, "/api/tables": false, "/nowhere": false,
	} {
		if got := a.wire.IsLarge(httptest.NewRequest(http.MethodPost, path, nil)); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}

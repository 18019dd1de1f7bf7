package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"theriac/engine/transcript"
	"theriac/games"
	"theriac/internal/daily"
)

// shifted is the system clock plus an offset that the test sets.
type shifted struct {
	realTime
	by atomic.Int64
}

func (c *shifted) Now() time.Time { return time.Now().Add(time.Duration(c.by.Load())) }

// set makes the clock show the time at.
func (c *shifted) set(at time.Time) { c.by.Store(int64(time.Until(at))) }

type dayResult struct {
	Rank, Turns        int
	Won, GivenUp, You  bool
	Name, Table, Cause string
	Company            string
	Figures            []struct{ Name string }
}

type dayBoard struct {
	Total   int
	Open    bool
	Secret  string
	Results []dayResult
	Mine    *dayResult
}

type todays struct {
	Day, Zone    string
	Until, Opens time.Time
	Games        []struct {
		Game, Commitment, Table, Deal string
		Rivals                        bool
		Played                        int
		Result                        *dayResult
	}
	Coming []struct{ Day, Game, Commitment string }
	Streak *struct{ Now, Best int }
}

const testDay = "2031-03-30" // a day on which the clocks go forward, so that it has only 23 hours

func dayServer(t *testing.T) (*Server, *shifted) {
	t.Helper()
	c := &shifted{}
	c.set(time.Date(2031, 3, 30, 10, 0, 0, 0, time.UTC))
	return open(t, Options{Data: t.TempDir(), Zone: "Europe/Zurich", Trusted: []string{"127.0.0.0/8", "::1"}, clock: c}), c
}

func (g *guest) today() (out todays) {
	g.t.Helper()
	g.ask(http.MethodGet, "/api/today", nil, &out)
	return out
}

// deal begins today's deal at a table where the guest plays alone.
func (g *guest) deal(game string) (id string, counts bool) {
	g.t.Helper()
	var out struct {
		Table  string
		Counts bool
	}
	g.ask(http.MethodPost, "/api/today/"+game, map[string]any{}, &out)
	return out.Table, out.Counts
}

// board waits until the leaderboard of a day has total results.
func (g *guest) board(day string, total int) (out dayBoard) {
	g.t.Helper()
	for range 400 {
		g.ask(http.MethodGet, "/api/days/"+day+"/world", nil, &out)
		if out.Total == total {
			return out
		}
		time.Sleep(10 * time.Millisecond)
	}
	g.t.Fatalf("%s has %d results, not %d", day, out.Total, total)
	return out
}

// refused makes a request, and fails the test unless the server rejects it with the given problem id.
func (g *guest) refused(method, path string, body any, id string) {
	g.t.Helper()
	status, text := g.try(method, path, body)
	var p struct{ ID string }
	if status < 400 || json.Unmarshal(text, &p) == nil && id != "" && p.ID != id {
		g.t.Errorf("%s %s: %d %s, not %s", method, path, status, text, id)
	}
}

// The first player who finishes a daily deal must not be able to show its cards to anyone. Until the deal is
// opened to all, no one can look into the finished game; from then on, everyone can.
func TestDayStaysShut(t *testing.T) {
	s, clock := dayServer(t)
	ada, bob := arrive(t, s.URL()), arrive(t, s.URL())
	promised := ""
	now := ada.today()
	for _, g := range now.Games {
		if g.Game == "world" {
			promised = g.Commitment
		}
	}
	if now.Day != testDay || now.Zone != "Europe/Zurich" || len(now.Games) != len(games.All) || len(now.Coming) != daily.Ahead*len(games.All) || promised == "" {
		t.Fatalf("%+v", now)
	}
	if want := time.Date(2031, 3, 30, 22, 0, 0, 0, time.UTC); !now.Until.Equal(want) || !now.Opens.Equal(want.Add(daily.Grace)) {
		t.Errorf("the day ends at %v and opens at %v", now.Until, now.Opens)
	}
	var stored struct{ Secret, Salt string }
	rec, err := s.storage.Store.KV(daily.BucketDeals).Get(context.Background(), testDay+".world")
	if err != nil || json.Unmarshal(rec.Data, &stored) != nil || stored.Secret == "" {
		t.Fatal(err)
	}

	id, counts := ada.deal("world")
	if !counts {
		t.Fatal("the first table does not count")
	}
	there := "/api/tables/" + id
	second, _ := bob.deal("world")
	first := func(g *guest, id string) string {
		_, text := g.try(http.MethodGet, "/api/tables/"+id+"/view?after=-1", nil)
		var u struct {
			Steps []struct{ Plays json.RawMessage }
		}
		if err := json.Unmarshal(text, &u); err != nil || len(u.Steps) == 0 {
			t.Fatal(err, string(text))
		}
		return string(u.Steps[0].Plays)
	}
	if a, b := first(ada, id), first(bob, second); a != b || len(a) < 100 {
		t.Errorf("two tables are dealt\n%s\n%s", a, b)
	}

	// No other person can get to the table, and none of its settings can be changed.
	ada.refused(http.MethodPost, there+"/links", map[string]any{"kind": "invite"}, "deal-fixed")
	ada.refused(http.MethodPost, there+"/links", map[string]any{"kind": "seat", "seat": 0}, "deal-fixed")
	ada.refused(http.MethodPost, there+"/handover", map[string]any{"seat": 0}, "deal-fixed")
	ada.refused(http.MethodPut, there+"/seats/0/standin", map[string]any{"level": "steady"}, "deal-fixed")
	ada.refused(http.MethodPut, there+"/takeover", map[string]any{"level": "steady"}, "deal-fixed")
	ada.refused(http.MethodPost, there+"/watch", map[string]any{"watch": "open"}, "deal-fixed")
	for _, path := range []string{"", "/view", "/transcript", "/replay", "/replay/0", "/events"} {
		bob.refused(http.MethodGet, there+path, nil, "no-such-table")
	}
	// The player cannot undo past the cards drawn at the end of the turn, because they have been revealed.
	for range 30 {
		u := ada.play(id)
		var undo struct {
			Undo *struct{ Reveals bool }
		}
		ada.ask(http.MethodGet, there+"/view", nil, &undo)
		if undo.Undo == nil && u.Made > 4 {
			break
		}
	}
	ada.refused(http.MethodPost, there+"/undo", map[string]any{"to": 0, "key": "undo"}, "no-undo-of-reveals")
	ada.playOut(id, time.Minute)
	ada.finished(id)

	shutPaths := []string{there, there + "/view?after=-1", there + "/transcript", there + "/replay", there + "/replay/0", there + "/replay/3?as=none",
		"/api/tables?list=mine", "/api/tables?list=finished", "/api/tables?list=open", "/api/me/export", "/api/today", "/api/days/" + testDay + "/world"}
	for _, g := range []*guest{ada, bob} {
		for _, path := range shutPaths {
			if _, text := g.try(http.MethodGet, path, nil); strings.Contains(string(text), stored.Secret) || strings.Contains(string(text), stored.Salt) {
				t.Errorf("%s tells the secret", path)
			}
		}
	}
	_, text := ada.try(http.MethodGet, there+"/transcript", nil)
	if script, err := transcript.Parse(string(text)); err != nil || !script.Header.Seed.Sealed || strings.Contains(string(text), "\n= ") ||
		script.Header.Seed.Deal != testDay+"-world" || script.Header.Seed.Commitment.String() != promised {
		t.Errorf("%v\n%s", err, text)
	}
	for _, path := range []string{"/replay", "/replay/0", "/replay/2?as=all"} {
		ada.refused(http.MethodGet, there+path, nil, "deal-shut")
		bob.refused(http.MethodGet, there+path, nil, "no-such-table")
	}
	branch := map[string]any{"at": 2}
	ada.refused(http.MethodPost, there+"/branches", branch, "deal-shut")
	bob.refused(http.MethodPost, there+"/branches", branch, "no-such-table")
	var again shown
	ada.ask(http.MethodPost, there+"/rematch", nil, &again)
	var rematch struct {
		Commitment string
		Shared     *struct{}
	}
	ada.ask(http.MethodGet, "/api/tables/"+again.ID, nil, &rematch)
	if rematch.Shared != nil || rematch.Commitment == promised {
		t.Errorf("the rematch has the day's deal: %+v", rematch)
	}
	board := bob.board(testDay, 1)
	if board.Open || board.Secret != "" || board.Results[0].Table != "" {
		t.Errorf("%+v", board)
	}
	// The day is over but the deal is not open yet: other people may still be playing it.
	clock.set(now.Opens.Add(-time.Minute))
	ada.refused(http.MethodGet, there+"/replay", nil, "deal-shut")
	bob.refused(http.MethodGet, there, nil, "no-such-table")

	clock.set(now.Opens.Add(time.Second))
	for _, g := range []*guest{ada, bob, {t: t, url: s.URL()}} {
		g.ask(http.MethodGet, there, nil, nil)
		g.ask(http.MethodGet, there+"/replay", nil, nil)
		g.ask(http.MethodGet, there+"/replay/3", nil, nil)
		_, text := g.try(http.MethodGet, there+"/transcript", nil)
		script, err := transcript.Parse(string(text))
		if err != nil || script.Header.Seed.Commitment.String() != promised {
			t.Fatalf("%v\n%s", err, text)
		}
		game, _ := games.Find("world")
		if _, err := script.Fold(game, transcript.Watcher{}); err != nil || !script.Header.Seed.Honest() {
			t.Errorf("it does not verify: %v", err)
		}
	}
	// Now that the deal is open, a new table can continue the game with the same cards. Its result does not
	// count.
	var off shown
	bob.ask(http.MethodPost, there+"/branches", branch, &off)
	bob.ask(http.MethodPost, "/api/tables/"+off.ID+"/propose", map[string]any{"what": "end", "key": "stop"}, nil)
	_, text = bob.try(http.MethodGet, "/api/tables/"+off.ID+"/transcript", nil)
	if script, err := transcript.Parse(string(text)); err != nil || !script.Header.Seed.Honest() || script.Header.Seed.Commitment.String() != promised {
		t.Errorf("%v\n%s", err, text)
	}
	for _, path := range []string{"/view", "/events"} { // only the player can see the table itself
		bob.refused(http.MethodGet, there+path, nil, "no-such-table")
	}
	// An unfinished game stays closed to others, however long ago its day was.
	ada.refused(http.MethodGet, "/api/tables/"+second, nil, "no-such-table")
	bob.refused(http.MethodGet, "/api/tables/"+second+"/replay", nil, "not-over")
	board = bob.board(testDay, 1)
	if !board.Open || board.Secret != stored.Secret || board.Results[0].Table != id {
		t.Errorf("%+v", board)
	}
}

// A result is computed from the log of the person's first table, whose game must end in time. No request by a
// client can make or change a result.
func TestDayResults(t *testing.T) {
	s, clock := dayServer(t)
	ada, bob, cy := arrive(t, s.URL()), arrive(t, s.URL()), arrive(t, s.URL())
	id, _ := ada.deal("world")
	ada.playOut(id, time.Minute)
	over := ada.finished(id)
	board := ada.board(testDay, 1)
	mine := board.Results[0]
	if !mine.You || mine.Rank != 1 || mine.Cause != over.Outcome.Cause || mine.Turns == 0 || len(mine.Figures) != 2 || mine.Company != "alone" || mine.Table != id {
		t.Fatalf("%+v of %+v", mine, over)
	}

	// A second table does not count, because the person already knows the cards.
	again, counts := ada.deal("world")
	if counts || again == id {
		t.Fatal("a second table counts")
	}
	ada.ask(http.MethodPost, "/api/tables/"+again+"/propose", map[string]any{"what": "end", "key": "enough"}, nil)
	ada.finished(again)
	if b := ada.board(testDay, 1); b.Mine.Table != id || b.Mine.Turns != mine.Turns || b.Mine.GivenUp {
		t.Errorf("%+v", b.Mine)
	}

	// No request accepts a forged result, and the deal cannot be obtained in another way.
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		bob.refused(method, "/api/days/"+testDay+"/world", map[string]any{"won": true, "turns": 1}, "")
		bob.refused(method, "/api/days/"+testDay+"/world/results", map[string]any{"won": true}, "")
	}
	bob.refused(http.MethodPost, "/api/today/world", map[string]any{"won": true, "day": "2031-03-29"}, "invalid")
	bob.refused(http.MethodPost, "/api/tables", map[string]any{"game": "world", "shared": map[string]any{"deal": testDay + "-world"}}, "invalid")
	bob.refused(http.MethodPost, "/api/today/pharmacy", map[string]any{}, "unknown-level") // the card game needs opponents, but no level for them was given
	bob.refused(http.MethodPost, "/api/today/chess", map[string]any{}, "no-such-game")
	for _, day := range []string{"2031-03-29", "2031-04-09", "2031-3-30", "yesterday"} {
		bob.refused(http.MethodGet, "/api/days/"+day+"/world", nil, "")
	}
	if b := bob.board(testDay, 1); b.Mine != nil {
		t.Errorf("%+v", b.Mine)
	}

	// Two games begin before midnight. One ends in time; the other ends only after the deal has been opened to
	// all.
	clock.set(time.Date(2031, 3, 30, 21, 59, 0, 0, time.UTC))
	intime, _ := bob.deal("world")
	late, counts := cy.deal("world")
	if !counts {
		t.Fatal("cy's does not count")
	}
	clock.set(time.Date(2031, 3, 30, 22, 30, 0, 0, time.UTC))
	if now := bob.today(); now.Day != "2031-03-31" || now.Games[0].Table != "" {
		t.Errorf("%+v", now)
	}
	bob.playOut(intime, time.Minute)
	bob.finished(intime)
	if b := bob.board(testDay, 2); b.Mine == nil || b.Mine.Table != intime {
		t.Errorf("%+v", b)
	}
	clock.set(time.Date(2031, 3, 31, 1, 0, 1, 0, time.UTC))
	cy.playOut(late, time.Minute)
	cy.finished(late)
	if b := cy.board(testDay, 2); b.Mine != nil {
		t.Errorf("what came too late counts: %+v", b.Mine)
	}
	// The next day has different cards. Playing them extends the streak.
	next, counts := ada.deal("world")
	if !counts {
		t.Error("the next day does not count")
	}
	ada.playOut(next, time.Minute)
	ada.finished(next)
	ada.board("2031-03-31", 1)
	if now := ada.today(); now.Streak == nil || now.Streak.Now != 2 || now.Streak.Best != 2 {
		t.Errorf("%+v", now.Streak)
	}
	// A person who was forgotten is on no leaderboard.
	ada.ask(http.MethodDelete, "/api/me", nil, nil)
	if b := bob.board(testDay, 1); b.Results[0].You != true {
		t.Errorf("%+v", b)
	}
	bob.board("2031-03-31", 0)
}

// Of the people who play the daily deal from one address, only the first daily.MaxFrom get a result that
// counts.
func TestDayPerAddress(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), TrustProxy: true})
	from := func(addr string) bool {
		g := arrive(t, s.URL())
		r := g.request(context.Background(), http.MethodPost, "/api/today/world", io.NopCloser(bytes.NewReader([]byte("{}"))))
		r.Header.Set("X-Forwarded-For", addr)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = resp.Body.Close() }()
		var out struct{ Counts bool }
		if err := json.NewDecoder(resp.Body).Decode(&out); err != nil || resp.StatusCode != http.StatusCreated {
			t.Fatal(resp.Status, err)
		}
		return out.Counts
	}
	for n := range daily.MaxFrom + 2 {
		if counts := from("203.0.113.7"); counts != (n < daily.MaxFrom) {
			t.Errorf("person %d counts: %v", n+1, counts)
		}
	}
	if !from("203.0.113.8") {
		t.Error("another address does not count")
	}
}

type duplicate struct {
	ID    string
	Open  bool
	Teams []struct {
		Table, Status, Invite string
		Result                *dayResult
	}
}

// Two teams play a duplicate: the same deal at two tables. No one may have a seat at both, and the first team's
// game stays hidden until the second team has finished.
func TestDuplicate(t *testing.T) {
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}})
	ada, bob := arrive(t, s.URL()), arrive(t, s.URL())
	var made duplicate
	ada.ask(http.MethodPost, "/api/duplicates", map[string]any{"game": "world", "settings": map[string]string{"players": "2"}, "teams": 2}, &made)
	if len(made.Teams) != 2 || made.Open {
		t.Fatalf("%+v", made)
	}
	join := func(g *guest, team int) string {
		id, link := made.Teams[team].Table, made.Teams[team].Invite
		g.ask(http.MethodPost, "/api/links", map[string]any{"secret": link[strings.LastIndex(link, "/")+1:]}, nil)
		for seat := range 2 {
			g.ask(http.MethodPost, "/api/tables/"+id+"/sit", map[string]any{"seat": seat}, nil)
		}
		return id
	}
	first := join(ada, 0)
	ada.refused(http.MethodPost, "/api/tables/"+made.Teams[1].Table+"/sit", map[string]any{"seat": 0}, "one-team")
	ada.refused(http.MethodPost, "/api/tables/"+first+"/setup", map[string]any{"settings": map[string]string{"players": "3"}}, "deal-fixed")
	ada.refused(http.MethodPost, "/api/tables/"+first+"/watch", map[string]any{"watch": "open"}, "deal-fixed")
	second := join(bob, 1)
	ada.ask(http.MethodPost, "/api/tables/"+first+"/start", nil, nil)
	for seat := range 2 { // a player who has seen the cards may leave, but cannot play for the other team
		ada.ask(http.MethodPost, "/api/tables/"+first+"/stand", map[string]any{"seat": seat}, nil)
	}
	ada.refused(http.MethodPost, "/api/tables/"+second+"/sit", map[string]any{"seat": 0}, "one-team")
	for seat := range 2 {
		ada.ask(http.MethodPost, "/api/tables/"+first+"/sit", map[string]any{"seat": seat}, nil)
	}
	ada.playOut(first, time.Minute)
	ada.finished(first)
	ada.refused(http.MethodGet, "/api/tables/"+first+"/replay", nil, "deal-shut")
	_, text := ada.try(http.MethodGet, "/api/tables/"+first+"/transcript", nil)
	if script, err := transcript.Parse(string(text)); err != nil || !script.Header.Seed.Sealed {
		t.Errorf("%v: %s", err, text)
	}
	bob.refused(http.MethodGet, "/api/tables/"+first+"/view", nil, "no-such-table")
	ada.refused(http.MethodGet, "/api/tables/"+second+"/view", nil, "") // ada hosts the second table, but has no seat there
	ada.ask(http.MethodGet, "/api/duplicates/"+made.ID, nil, &made)
	if made.Open || made.Teams[0].Result != nil {
		t.Errorf("%+v", made)
	}
	bob.ask(http.MethodPost, "/api/tables/"+second+"/start", nil, nil)
	bob.playOut(second, time.Minute)
	bob.finished(second)
	bob.ask(http.MethodGet, "/api/duplicates/"+made.ID, nil, &made)
	if !made.Open || made.Teams[0].Result == nil || made.Teams[1].Result == nil {
		t.Fatalf("%+v", made)
	}
	// Both teams have the same cards and always made the first legal move, so their results are equal.
	if a, b := made.Teams[0].Result, made.Teams[1].Result; a.Turns != b.Turns || a.Cause != b.Cause || a.Rank != 1 || b.Rank != 1 || a.Turns == 0 {
		t.Errorf("%+v and %+v", a, b)
	}
	bob.ask(http.MethodGet, "/api/tables/"+first+"/replay", nil, nil)
	arrive(t, s.URL()).refused(http.MethodGet, "/api/tables/"+first+"/replay", nil, "no-such-table")
	ada.refused(http.MethodGet, "/api/duplicates/aaaaaaaaaaaa", nil, "no-such-deal")
}

package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"theriac/games"
	"theriac/internal/formats"
	"theriac/internal/httpapi/wire"
	"theriac/internal/store/memstore"
)

func path(t wire.Table, what string) string { return "/api/tables/" + t.ID + "/" + what }

func seat(n int) *int { return &n }

func TestTableByInvitation(t *testing.T) {
	b := raise(t)
	ada, adas := b.guest("Ada")
	bob, bobs := b.guest("Bob")
	_, eves := b.guest("Eve")
	table := b.table(adas, func(n *NewTable) { n.Title, n.Links, n.Nonce = "  Our  table ", true, "one" })
	if table.Title != "Our table" || table.Status != "gathering" || len(table.Commitment) != 64 || !table.You.Host ||
		!slices.Equal(table.You.Seats, []int{0}) || table.Host.Name != "Ada" || table.Settings["players"] != "2" ||
		table.Clock != (wire.Clock{Kind: "slow", Seconds: 3 * 24 * 3600}) || table.Seats[0].Nonce != "one" || len(table.Links.Seats) != 1 {
		t.Errorf("made %+v", table)
	}
	// To a person without an invitation, a private table seems not to exist, whatever the request.
	for _, token := range []string{"", eves} {
		b.ask(token, http.MethodGet, "/api/tables/"+table.ID, nil).refused(http.StatusNotFound, "no-such-table")
	}
	b.ask(eves, http.MethodGet, "/api/tables/aaaaaaaaaaaa", nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(eves, http.MethodPost, path(table, "sit"), Sitting{}).refused(http.StatusNotFound, "no-such-table")
	b.ask(eves, http.MethodPost, path(table, "start"), nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(eves, http.MethodPost, path(table, "kick"), Kicking{Person: ada.ID}).refused(http.StatusNotFound, "no-such-table")
	b.ask("", http.MethodPost, path(table, "sit"), Sitting{}).refused(http.StatusUnauthorized, "unknown")

	invite := secretOf(table.Links.Invite)
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: invite}).refused(http.StatusUnauthorized, "unknown")
	var opened Opened
	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: invite}).is(http.StatusOK, &opened)
	if opened.Kind != "invite" || opened.Table.ID != table.ID || opened.Seat != nil || opened.Table.Kept != nil {
		t.Errorf("opened %+v", opened)
	}
	b.ask(bobs, http.MethodPost, path(table, "start"), nil).refused(http.StatusForbidden, "not-host")
	b.ask(adas, http.MethodPost, path(table, "start"), nil).refused(http.StatusConflict, "seats-empty")
	var seated Seated
	b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{Nonce: "two"}).is(http.StatusOK, &seated)
	if seated.Seat != 1 || seated.Table.Seats[1].Holder.ID != bob.ID {
		t.Errorf("seated %+v", seated)
	}
	b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{Seat: seat(0)}).refused(http.StatusConflict, "seat-taken")
	b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{Seat: seat(5)}).refused(http.StatusUnprocessableEntity, "no-such-seat")
	b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{Seat: seat(-1)}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(bobs, http.MethodPost, path(table, "nonce"), SeatNonce{Seat: 1, Nonce: "three"}).is(http.StatusOK, &table)
	if table.Seats[1].Nonce != "three" {
		t.Errorf("nonce %+v", table.Seats[1])
	}
	b.ask(bobs, http.MethodPost, path(table, "nonce"), SeatNonce{Seat: 0, Nonce: "x"}).refused(http.StatusForbidden, "not-holder")
	b.ask(bobs, http.MethodPost, path(table, "nonce"), map[string]any{"seat": 1, "nonce": "a b"}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(adas, http.MethodPost, path(table, "start"), nil).is(http.StatusOK)
	b.ask(bobs, http.MethodPost, path(table, "start"), nil).is(http.StatusOK, &table) // to start a game again changes nothing
	if table.Status != "playing" || table.Revision == 0 || table.Started.IsZero() {
		t.Errorf("started %+v", table)
	}
	b.ask(bobs, http.MethodPost, path(table, "nonce"), SeatNonce{Seat: 1, Nonce: "four"}).refused(http.StatusConflict, "not-gathering")
	b.ask(bobs, http.MethodPost, path(table, "rematch"), nil).refused(http.StatusConflict, "not-finished")
	b.ask(adas, http.MethodPost, path(table, "close"), nil).refused(http.StatusConflict, "not-gathering")

	// Eve takes Bob's seat through a link that he makes. The link works once.
	var link Link
	b.ask(adas, http.MethodPost, path(table, "handover"), SeatOnly{Seat: 1}).refused(http.StatusForbidden, "not-holder")
	b.ask(bobs, http.MethodPost, path(table, "handover"), SeatOnly{Seat: 1}).is(http.StatusOK, &link)
	b.ask(eves, http.MethodPost, "/api/tables/aaaaaaaaaaaa/sit", Sitting{Secret: secretOf(link.Link)}).refused(http.StatusNotFound, "link-void")
	b.ask(eves, http.MethodPost, path(table, "sit"), Sitting{Secret: secretOf(link.Link)}).is(http.StatusOK, &seated)
	if seated.Seat != 1 {
		t.Errorf("seated %+v", seated)
	}
	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusNotFound, "link-void")
	b.ask(eves, http.MethodPost, path(table, "stand"), SeatOnly{Seat: 1}).is(http.StatusOK, &table)
	if table.Seats[1].Holder != nil {
		t.Errorf("she still sits: %+v", table.Seats[1])
	}
	b.ask(eves, http.MethodPost, path(table, "leave"), nil).is(http.StatusNoContent)
	b.ask(eves, http.MethodGet, "/api/tables/"+table.ID, nil).refused(http.StatusNotFound, "no-such-table")
}

// The host can change a table's options until the game begins. Everyone who views the table sees
// the changed options.
func TestSetUpTable(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	table := b.table(adas, func(n *NewTable) { n.Public = true })
	b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{}).is(http.StatusOK)
	want := SetUp{Settings: map[string]string{"players": "4", "epidemics": "6"}, Clock: &wire.Clock{Kind: "live", Seconds: 60}}
	b.ask(bobs, http.MethodPost, path(table, "setup"), want).refused(http.StatusForbidden, "not-host")
	b.ask("", http.MethodPost, path(table, "setup"), want).refused(http.StatusUnauthorized, "unknown")
	b.ask(adas, http.MethodPost, path(table, "setup"), SetUp{Settings: map[string]string{"players": "9"}}).
		refused(http.StatusUnprocessableEntity, "bad-settings")
	b.ask(adas, http.MethodPost, path(table, "setup"), map[string]any{"clock": want.Clock}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(adas, http.MethodPost, path(table, "setup"), SetUp{Settings: map[string]string{"box": "lab", "mode": "solo"}}).
		refused(http.StatusConflict, "too-few-seats")
	b.ask(adas, http.MethodPost, path(table, "setup"), want).is(http.StatusOK, &table)
	var seen wire.Table
	b.ask(bobs, http.MethodGet, "/api/tables/"+table.ID, nil).is(http.StatusOK, &seen)
	for _, got := range []wire.Table{table, seen} {
		if len(got.Seats) != 4 || got.Settings["epidemics"] != "6" || got.Clock != *want.Clock || got.Seats[1].Holder == nil {
			t.Errorf("set up: %+v", got)
		}
	}
	b.ask(adas, http.MethodPost, path(table, "setup"), SetUp{Settings: map[string]string{}}).is(http.StatusOK, &table)
	if len(table.Seats) != 2 || table.Settings["players"] != "2" || table.Clock != *want.Clock {
		t.Errorf("set up again: %+v", table)
	}
	b.ask(adas, http.MethodPost, path(table, "start"), nil).is(http.StatusOK)
	b.ask(adas, http.MethodPost, path(table, "setup"), want).refused(http.StatusConflict, "not-gathering")
}

// A player who left their seat during a game can see how to return, and no one else can.
func TestReturnToSeat(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	_, eves := b.guest("Eve")
	table := b.table(adas, func(n *NewTable) { n.Public = true })
	b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{}).is(http.StatusOK)
	b.ask(adas, http.MethodPost, path(table, "start"), nil).is(http.StatusOK)
	b.ask(bobs, http.MethodPost, path(table, "stand"), SeatOnly{Seat: 1}).is(http.StatusOK, &table)
	if !slices.Equal(table.You.Back, []int{1}) || len(table.You.Seats) != 0 {
		t.Errorf("%+v", table.You)
	}
	var export Export
	b.ask(bobs, http.MethodGet, "/api/me/export", nil).is(http.StatusOK, &export)
	if len(export.Tables) != 1 || !slices.Equal(export.Tables[0].Stood, []int{1}) {
		t.Errorf("%+v", export.Tables)
	}
	for _, token := range []string{"", adas, eves} {
		var other wire.Table
		b.ask(token, http.MethodGet, "/api/tables/"+table.ID, nil).is(http.StatusOK, &other)
		if other.You.Back != nil {
			t.Errorf("%+v", other.You)
		}
	}
	b.ask(eves, http.MethodPost, path(table, "sit"), Sitting{Seat: seat(1)}).refused(http.StatusConflict, "not-gathering")
	for range 2 { // a client repeats the request if the first response is lost
		var seated Seated
		b.ask(bobs, http.MethodPost, path(table, "sit"), Sitting{Seat: seat(1)}).is(http.StatusOK, &seated)
		if seated.Seat != 1 || !slices.Equal(seated.Table.You.Seats, []int{1}) || seated.Table.You.Back != nil {
			t.Errorf("%+v", seated)
		}
	}
	b.ask(bobs, http.MethodPost, path(table, "propose"), map[string]string{"what": "end", "key": "bob"}).is(http.StatusOK) // Bob holds a seat again
}

func TestTableAlone(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	table := b.table(adas, func(n *NewTable) { n.Sit, n.Start, n.Clock = "all", true, &wire.Clock{Kind: "live", Seconds: 60} })
	if table.Status != "playing" || !slices.Equal(table.You.Seats, []int{0, 1}) || table.Clock != (wire.Clock{Kind: "live", Seconds: 60}) {
		t.Errorf("made %+v", table)
	}
	post := func(n NewTable) answer { return b.ask(adas, http.MethodPost, "/api/tables", n) }
	two := map[string]string{"players": "2"}
	post(NewTable{Game: "chess"}).refused(http.StatusUnprocessableEntity, "no-such-game")
	post(NewTable{Game: "world", Settings: map[string]string{"players": "99"}}).refused(http.StatusUnprocessableEntity, "bad-settings")
	post(NewTable{Game: "world", Settings: map[string]string{"colour": "mauve"}}).refused(http.StatusUnprocessableEntity, "bad-settings")
	post(NewTable{Game: "world", Settings: two, Title: strings.Repeat("x", 41)}).refused(http.StatusUnprocessableEntity, "bad-title")
	post(NewTable{Game: "world", Settings: two, Clock: &wire.Clock{Kind: "live", Seconds: 1}}).refused(http.StatusUnprocessableEntity, "bad-clock")
	post(NewTable{Game: "world", Settings: two, Watch: "all"}).refused(http.StatusUnprocessableEntity, "invalid")
	// A table that cannot be set up as requested is removed again.
	post(NewTable{Game: "world", Settings: two, Start: true}).refused(http.StatusConflict, "seats-empty")
	post(NewTable{Game: "world", Settings: two, OnePerson: true, Sit: "all"}).refused(http.StatusConflict, "one-person")
	var mine TableList
	b.ask(adas, http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK, &mine)
	for _, s := range mine.Tables {
		if s.ID != table.ID && s.Status != "closed" {
			t.Errorf("left behind: %+v", s)
		}
	}
	b.ask("", http.MethodPost, "/api/tables", NewTable{Game: "world"}).refused(http.StatusUnauthorized, "unknown")
}

func TestPublicTablesAndLists(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	public := b.table(adas, func(n *NewTable) { n.Public = true })
	b.table(adas)
	var open, mine TableList
	b.waitFor("the open table", func() bool {
		open = TableList{}
		b.ask("", http.MethodGet, "/api/tables", nil).is(http.StatusOK, &open)
		return len(open.Tables) == 1
	})
	if s := open.Tables[0]; s.ID != public.ID || s.Host.Name != "Ada" || s.Seats != 2 || s.Taken != 1 {
		t.Errorf("open %+v", open)
	}
	b.ask(adas, http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK, &mine)
	if len(mine.Tables) != 2 || !mine.Tables[0].Hosted || !slices.Equal(mine.Tables[0].Mine, []int{0}) {
		t.Errorf("mine %+v", mine)
	}
	b.ask("", http.MethodGet, "/api/tables?list=mine", nil).refused(http.StatusUnauthorized, "unknown")
	b.ask("", http.MethodGet, "/api/tables?list=all", nil).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask("", http.MethodGet, "/api/tables?page=-1", nil).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask("", http.MethodGet, "/api/tables?list=finished&page=999", nil).is(http.StatusOK)
	var seen wire.Table
	b.ask("", http.MethodGet, "/api/tables/"+public.ID, nil).is(http.StatusOK, &seen)
	if seen.You.Watch != "hidden" || seen.You.Host || len(seen.You.Seats) != 0 || seen.Kept != nil {
		t.Errorf("a spectator is told %+v", seen.You)
	}
	b.ask(bobs, http.MethodPost, path(public, "close"), nil).refused(http.StatusForbidden, "not-host")
	b.ask(adas, http.MethodPost, path(public, "close"), nil).is(http.StatusOK, &seen)
	if seen.Status != "closed" {
		t.Errorf("closed: %+v", seen)
	}
}

func TestHost(t *testing.T) {
	b := raise(t)
	ada, adas := b.guest("Ada")
	bob, bobs := b.guest("Bob")
	table := b.table(adas, func(n *NewTable) { n.Public = true })
	b.ask(bobs, http.MethodPost, path(table, "sit"), nil).is(http.StatusOK)
	yes, no := true, false
	for what, body := range map[string]any{
		"kick": Kicking{Person: ada.ID}, "mute": Muting{Person: ada.ID, On: true}, "watch": Watching{Watch: "open"},
	} {
		b.ask(bobs, http.MethodPost, path(table, what), body).refused(http.StatusForbidden, "not-host")
	}
	b.ask(adas, http.MethodPost, path(table, "mute"), Muting{Person: bob.ID, On: true}).is(http.StatusOK, &table)
	if len(table.Kept.Muted) != 1 || table.Kept.Muted[0].Name != "Bob" {
		t.Errorf("kept %+v", table.Kept)
	}
	b.ask(bobs, http.MethodGet, "/api/tables/"+table.ID, nil).is(http.StatusOK, &table)
	if !table.You.Muted || table.Kept != nil {
		t.Errorf("you %+v", table.You)
	}
	var unmuted wire.Table
	b.ask(adas, http.MethodPost, path(table, "mute"), Muting{Person: bob.ID, On: false}).is(http.StatusOK, &unmuted)
	if len(unmuted.Kept.Muted) != 0 {
		t.Errorf("kept %+v", unmuted.Kept)
	}
	b.ask(adas, http.MethodPost, path(table, "mute"), Muting{Person: ada.ID, On: true}).refused(http.StatusConflict, "host-stays")
	b.ask(adas, http.MethodPost, path(table, "watch"), Watching{Watch: "open"}).is(http.StatusOK)
	b.ask(adas, http.MethodPost, path(table, "kick"), Kicking{Person: "nobody"}).refused(http.StatusConflict, "not-here")
	b.ask(adas, http.MethodPost, path(table, "kick"), Kicking{Person: bob.ID, Ban: &yes}).is(http.StatusOK)
	b.ask(bobs, http.MethodGet, "/api/tables/"+table.ID, nil).refused(http.StatusForbidden, "banned")
	b.ask(adas, http.MethodPost, path(table, "kick"), Kicking{Person: bob.ID, Ban: &no}).is(http.StatusOK)
	b.ask(bobs, http.MethodPost, path(table, "sit"), nil).is(http.StatusOK)

	var link Link
	b.ask(adas, http.MethodPost, path(table, "links"), NewLink{Kind: "seat"}).refused(http.StatusUnprocessableEntity, "no-such-seat")
	b.ask(adas, http.MethodPost, path(table, "links"), NewLink{Kind: "seat", Seat: seat(1)}).is(http.StatusOK, &link)
	if !strings.HasPrefix(link.Link, b.url+"/j/") {
		t.Errorf("link %+v", link)
	}
	hooks := []wire.Webhook{{Seat: 0, URL: "https://example.org/a", Form: "discord", On: "turn"}}
	b.ask(bobs, http.MethodPut, path(table, "webhooks"), hooks).refused(http.StatusForbidden, "not-holder")
	b.ask(adas, http.MethodPut, path(table, "webhooks"), []wire.Webhook{{Seat: 0, URL: "ftp://example.org", Form: "json", On: "owed"}}).refused(http.StatusUnprocessableEntity, "bad-hook")
	b.ask(adas, http.MethodPut, path(table, "webhooks"), hooks).is(http.StatusOK, &table)
	if !slices.Equal(table.You.Webhooks, hooks) {
		t.Errorf("hooks %+v", table.You.Webhooks)
	}
	if body := b.ask(bobs, http.MethodGet, "/api/tables/"+table.ID, nil).is(http.StatusOK).body; strings.Contains(string(body), "example.org") {
		t.Error("somebody else sees a webhook")
	}
	var cleared wire.Table
	b.ask(adas, http.MethodPut, path(table, "webhooks"), []wire.Webhook{}).is(http.StatusOK, &cleared)
	if len(cleared.You.Webhooks) != 0 {
		t.Errorf("hooks %+v", cleared.You.Webhooks)
	}
}

func TestOperator(t *testing.T) {
	kv := memstore.New().KV("server")
	nodes := map[string]*formats.Gate{}
	for _, n := range []struct{ id, knows string }{{"old", "a"}, {"here", "b"}} {
		g, err := formats.Enter(t.Context(), formats.Config{KV: kv, ID: n.id, Name: n.id, Supported: []string{n.knows}})
		if err != nil {
			t.Fatal(err)
		}
		nodes[n.id] = g
	}
	b := raise(t, func(c *Config) { c.Nodes = nodes["here"] })
	_, adas := b.guest("Ada")
	bob, bobs := b.guest("Bob")
	table := b.table(adas, func(n *NewTable) { n.Public, n.Sit, n.Start = true, "all", true })
	b.ask(bobs, http.MethodPost, path(table, "report"), NewReport{Kind: "rude"}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(bobs, http.MethodPost, path(table, "report"), NewReport{Kind: "hurtful", Text: "too loud"}).is(http.StatusCreated)
	b.ask(bobs, http.MethodDelete, "/api/operator/nodes/old", nil).refused(http.StatusForbidden, "needs-role")
	for _, p := range []string{"damaged", "nodes"} {
		b.ask(bobs, http.MethodGet, "/api/operator/"+p, nil).refused(http.StatusForbidden, "needs-role")
		b.ask("", http.MethodGet, "/api/operator/"+p, nil).refused(http.StatusUnauthorized, "unknown")
	}
	b.ask(bobs, http.MethodPost, "/api/console/tables/"+table.ID+"/takedown", Takedown{}).refused(http.StatusForbidden, "needs-role")
	b.ask(bobs, http.MethodPost, "/api/operator/tables/"+table.ID+"/repair", Repairing{}).refused(http.StatusForbidden, "needs-role")
	b.ask(bobs, http.MethodPost, "/api/operator", OperatorKey{Key: "not the key of this house"}).refused(http.StatusForbidden, "wrong-key")
	_, boss := b.guest("Cleo")
	var me Person
	b.ask(boss, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK, &me)
	if me.Role != "operator" {
		t.Errorf("me %+v", me)
	}
	var queue CaseList
	b.ask(boss, http.MethodGet, "/api/console/queue", nil).is(http.StatusOK, &queue)
	if len(queue.Cases) != 1 || queue.Cases[0].About.Name != "Ada" || queue.Cases[0].Reports != 1 {
		t.Fatalf("queue %+v", queue)
	}
	var file PersonFile
	b.ask(boss, http.MethodGet, "/api/console/people/"+queue.Cases[0].About.ID, nil).is(http.StatusOK, &file)
	if len(file.Reports) != 1 || file.Reports[0].Text != "too loud" || file.Reports[0].By.ID != bob.ID || len(file.Reports[0].Evidence.Seats) != 2 {
		t.Fatalf("file %+v", file)
	}
	b.ask(boss, http.MethodGet, "/api/operator/damaged", nil).is(http.StatusOK)
	var list []Node
	b.ask(boss, http.MethodGet, "/api/operator/nodes", nil).is(http.StatusOK, &list)
	if len(list) != 2 || !list[0].Here || list[0].Name != "here" || !slices.Equal(list[1].Lacks, []string{"b"}) {
		t.Errorf("nodes %+v", list)
	}
	for range 2 { // closing a table that is already closed also works
		b.ask(boss, http.MethodDelete, "/api/operator/nodes/old", nil).is(http.StatusNoContent)
	}
	if b.ask(boss, http.MethodGet, "/api/operator/nodes", nil).is(http.StatusOK, &list); len(list) != 1 || !nodes["here"].Enabled("b") {
		t.Errorf("nodes %+v", list)
	}
	b.ask(boss, http.MethodPost, "/api/operator/tables/"+table.ID+"/repair", Repairing{N: 0}).refused(http.StatusConflict, "not-damaged")
	b.ask(boss, http.MethodPost, "/api/operator/tables/aaaaaaaaaaaa/repair", Repairing{N: 0}).refused(http.StatusNotFound, "no-such-table")
	b.ask(boss, http.MethodPost, "/api/console/tables/"+table.ID+"/takedown", Takedown{Reason: "spam"}).is(http.StatusOK)
	b.ask(adas, http.MethodGet, "/api/tables/"+table.ID, nil).refused(http.StatusForbidden, "taken-down")
	b.ask(boss, http.MethodGet, "/api/tables/"+table.ID, nil).is(http.StatusOK)
}

func TestRematch(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	table := b.table(adas, func(n *NewTable) { n.Public, n.Sit, n.Start = true, "all", true })
	finish(b, table)
	var next, again wire.Table
	b.ask(adas, http.MethodPost, path(table, "rematch"), nil).is(http.StatusOK, &next)
	b.ask(adas, http.MethodPost, path(table, "rematch"), nil).is(http.StatusOK, &again)
	if next.ID != again.ID || next.Previous != table.ID || next.Status != "gathering" || !slices.Equal(next.You.Seats, []int{0, 1}) {
		t.Errorf("rematch %+v, then %+v", next, again)
	}
	var done TableList
	b.waitFor("the finished game", func() bool {
		done = TableList{}
		b.ask("", http.MethodGet, "/api/tables?list=finished", nil).is(http.StatusOK, &done)
		return len(done.Tables) == 1
	})
	if s := done.Tables[0]; s.ID != table.ID || s.Outcome == nil || s.Outcome.Cause != "end/cures" || !slices.Equal(s.Outcome.Won, []int{0, 1}) {
		t.Errorf("finished %+v", done.Tables[0])
	}
}

// The same deal number leads to the same cards at any table. The table shows the number. A rematch
// deals from a secret seed again.
func TestNumberedDeals(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	post := func(n NewTable) answer { return b.ask(adas, http.MethodPost, "/api/tables", n) }
	views := make(map[uint64][]string)
	for _, deal := range []uint64{7, 8, 7} {
		var table wire.Table
		post(NewTable{Game: "world", Deal: deal, Sit: "all", Start: true}).is(http.StatusCreated, &table)
		if table.Deal != deal || table.Commitment != "" {
			t.Errorf("deal %d is shown as %d, with the commitment %q", deal, table.Deal, table.Commitment)
		}
		var update struct {
			View struct {
				Cubes map[string]any `json:"cubes"`
			} `json:"view"`
		}
		b.ask(adas, http.MethodGet, path(table, "view"), nil).is(http.StatusOK, &update)
		views[deal] = append(views[deal], fmt.Sprint(update.View.Cubes))
		if deal == 8 {
			finish(b, table)
			var next wire.Table
			b.ask(adas, http.MethodPost, path(table, "rematch"), nil).is(http.StatusOK, &next)
			if next.Deal != 0 || next.Commitment == "" {
				t.Errorf("the rematch has deal %d, commitment %q", next.Deal, next.Commitment)
			}
		}
	}
	if views[7][0] != views[7][1] || views[7][0] == views[8][0] || views[7][0] == "map[]" {
		t.Errorf("deal 7 twice, then 8: %v", views)
	}
	post(NewTable{Game: "world", Deal: 7, Public: true}).refused(http.StatusUnprocessableEntity, "deal-not-public")
}

// A lesson determines the settings and the deal of its table, so a request cannot choose them. The
// table names its lesson, also in the player's list of tables.
func TestLessonTables(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	post := func(n NewTable) answer { return b.ask(adas, http.MethodPost, "/api/tables", n) }
	for _, e := range games.Entries {
		for _, l := range e.Lessons {
			var table wire.Table
			post(NewTable{Game: l.Game, Lesson: l.ID, Sit: "all", Start: true}).is(http.StatusCreated, &table)
			if table.Lesson != l.ID || table.Deal != l.Deal || table.Watch != "nobody" || table.Status != "playing" {
				t.Errorf("the lesson %s of %s is %+v", l.ID, l.Game, table)
			}
			for name, value := range l.Settings {
				if table.Settings[name] != value {
					t.Errorf("the lesson %s of %s has %s %q", l.ID, l.Game, name, table.Settings[name])
				}
			}
			var mine TableList
			b.ask(adas, http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK, &mine)
			if len(mine.Tables) == 0 || mine.Tables[0].Lesson != l.ID {
				t.Errorf("my tables %+v", mine.Tables)
			}
		}
	}
	post(NewTable{Game: "world", Lesson: "none"}).refused(http.StatusUnprocessableEntity, "no-such-lesson")
	for _, more := range []NewTable{{Settings: map[string]string{"players": "4"}}, {Deal: 7}, {Public: true}} {
		more.Game, more.Lesson = "world", "first"
		post(more).refused(http.StatusUnprocessableEntity, "lesson-alone")
	}
}

// A group's own cards are validated when the table is made. Everyone can see them, and rematches
// and the transcript contain them.
func TestOwnCards(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	post := func(n NewTable) answer { return b.ask(adas, http.MethodPost, "/api/tables", n) }
	own := NewTable{Game: "pharmacy", Settings: map[string]string{"players": "3"}, Cards: "sniffles 6 cross 0 0 2 \r\n", Sit: "all", Start: true}
	var table wire.Table
	post(own).is(http.StatusCreated, &table)
	if table.Cards != "sniffles 6 cross 0 0 2" {
		t.Errorf("cards %q", table.Cards)
	}
	var update struct {
		View struct {
			Replaced []struct {
				Card  string `json:"card"`
				Value int    `json:"value"`
			} `json:"replaced"`
		} `json:"view"`
	}
	b.ask(adas, http.MethodGet, path(table, "view"), nil).is(http.StatusOK, &update)
	if r := update.View.Replaced; len(r) != 1 || r[0].Card != "sniffles" || r[0].Value != 6 {
		t.Errorf("the view says %+v", r)
	}
	finish(b, table)
	var next wire.Table
	b.ask(adas, http.MethodPost, path(table, "rematch"), nil).is(http.StatusOK, &next)
	if next.Cards != table.Cards {
		t.Errorf("the rematch has %q", next.Cards)
	}
	for _, wrong := range []NewTable{
		{Game: "pharmacy", Cards: "flu 1 - 1 0 0"},
		{Game: "world", Cards: "sniffles 6 cross 0 0 2"},
	} {
		post(wrong).refused(http.StatusUnprocessableEntity, "bad-cards")
	}
}

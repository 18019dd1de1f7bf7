package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/live"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/order"
	"theriac/internal/signin/signintest"
)

// staff returns a guest who has a role and has just proved who they are.
func (b *testAPI) staff(role string) (Person, string) {
	b.t.Helper()
	who, token := b.guest("Mo")
	if err := b.order.SetRole(b.t.Context(), "", who.ID, role); err != nil {
		b.t.Fatal(err)
	}
	b.proves(token)
	return who, token
}

// proves records a fresh proof of a passkey.
func (b *testAPI) proves(token string) {
	b.t.Helper()
	if _, err := b.people.Prove(b.t.Context(), token, true); err != nil {
		b.t.Fatal(err)
	}
}

// ruling returns a decision for a day, with a key of its own.
func (b *testAPI) ruling(about Person, what string) Ruling {
	r := Ruling{About: about.ID, What: what, Reason: "hurtful", Words: "be kind", Key: fmt.Sprint("key", b.keys.Add(1))}
	switch what {
	case order.Mute, order.NoPublic, order.Suspend:
		r.Until = b.clock.Now().Add(24 * time.Hour)
	}
	return r
}

// A block keeps two people apart at public tables, whoever comes second, with the refusal of a full table. Private
// tables do not change.
func TestBlockedDoNotMeet(t *testing.T) {
	b := raise(t)
	ada, adas := b.guest("Ada")
	bob, bobs := b.guest("Bob")
	b.ask(adas, http.MethodPut, "/api/me/blocks/"+ada.ID, nil).refused(http.StatusConflict, "yourself")
	b.ask(adas, http.MethodPut, "/api/me/blocks/"+strings.Repeat("a", 20), nil).refused(http.StatusNotFound, "person-gone")
	for range 2 {
		b.ask(adas, http.MethodPut, "/api/me/blocks/"+bob.ID, nil).is(http.StatusNoContent)
	}
	var list []Block
	if b.ask(adas, http.MethodGet, "/api/me/blocks", nil).is(http.StatusOK, &list); len(list) != 1 || list[0].Person.Name != "Bob" {
		t.Errorf("%+v", list)
	}
	if b.ask(bobs, http.MethodGet, "/api/me/blocks", nil).is(http.StatusOK, &list); len(list) != 0 {
		t.Errorf("%+v", list)
	}
	for _, way := range []struct{ host, second string }{{adas, bobs}, {bobs, adas}} {
		public := b.table(way.host, func(n *NewTable) { n.Public, n.Links = true, true })
		seat := 1
		b.ask(way.second, http.MethodPost, path(public, "sit"), Sitting{}).refused(http.StatusConflict, "no-free-seat")
		b.ask(way.second, http.MethodPost, path(public, "sit"), Sitting{Seat: &seat}).refused(http.StatusConflict, "seat-taken")
		b.ask(way.second, http.MethodPost, "/api/links", Secret{Secret: secretOf(public.Links.Seats[0].Link)}).refused(http.StatusConflict, "seat-taken")
		var open TableList
		b.waitFor("the list", func() bool {
			b.ask("", http.MethodGet, "/api/tables", nil).is(http.StatusOK, &open)
			return slices.ContainsFunc(open.Tables, func(s wire.TableSummary) bool { return s.ID == public.ID })
		})
		b.ask(way.second, http.MethodGet, "/api/tables", nil).is(http.StatusOK, &open)
		if slices.ContainsFunc(open.Tables, func(s wire.TableSummary) bool { return s.ID == public.ID }) {
			t.Error("the list has a table of somebody whom they do not meet")
		}
		private := b.table(way.host, func(n *NewTable) { n.Links = true })
		b.ask(way.second, http.MethodPost, "/api/links", Secret{Secret: secretOf(private.Links.Seats[0].Link)}).is(http.StatusOK)
	}
	b.ask(adas, http.MethodDelete, "/api/me/blocks/"+bob.ID, nil).is(http.StatusNoContent)
	b.ask(bobs, http.MethodPost, path(b.table(adas, func(n *NewTable) { n.Public = true }), "sit"), Sitting{}).is(http.StatusOK)
}

// In a game that runs, what the blocked person writes and draws does not reach the blocker, and neither sees the
// other's presence. Moves do.
func TestBlockedAreNotHeard(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	var bob Person
	b.ask(tokens[1], http.MethodGet, "/api/me", nil).is(http.StatusOK, &bob)
	before := b.follow(tokens[0], id, "")
	b.say(tokens[1], id, "first", "")
	before.next("talk")
	b.ask(tokens[0], http.MethodPut, "/api/me/blocks/"+bob.ID, nil).is(http.StatusNoContent)
	for { // the other one goes from the presence immediately
		if e := before.next("presence"); !strings.Contains(e.data, "1") || strings.Contains(e.data, `"seats":[0]`) {
			break
		}
	}
	after := b.follow(tokens[0], id, "")
	theirs := b.follow(tokens[1], id, "")
	if e := theirs.next("presence"); strings.Contains(e.data, "[0") {
		t.Errorf("the blocker is present: %s", e.data)
	}
	b.say(tokens[1], id, "second", "")
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/ghost", live.Ghost{Seat: 1, Moves: []string{}}).is(http.StatusNoContent)
	b.say(tokens[0], id, "third", "")
	for _, p := range []*tap{before, after} {
		for {
			e := p.next("talk")
			if strings.Contains(e.data, "first") || strings.Contains(e.data, "second") {
				t.Errorf("the blocker hears %s", e.data)
			}
			if strings.Contains(e.data, "third") {
				break
			}
		}
	}
	heard := ""
	for !strings.Contains(heard, "third") {
		e := <-theirs.events
		heard += e.kind + e.data
	}
	if !strings.Contains(heard, "second") || !strings.Contains(heard, "ghost") {
		t.Errorf("who is blocked hears only %s", heard)
	}
}

// A report has what everybody at the table could see, and no more. Moderators do not decide about their own reports.
func TestReportAndDecide(t *testing.T) {
	b := raise(t)
	id, tokens := b.pair()
	var ada, bob Person
	b.ask(tokens[0], http.MethodGet, "/api/me", nil).is(http.StatusOK, &ada)
	b.ask(tokens[1], http.MethodGet, "/api/me", nil).is(http.StatusOK, &bob)
	var said live.Said
	b.say(tokens[1], id, "an insult", "").is(http.StatusOK, &said)
	report := "/api/tables/" + id + "/report"
	b.ask(tokens[0], http.MethodPost, report, NewReport{Kind: "hurtful", Line: said.At + 1000}).refused(http.StatusNotFound, "no-such-line")
	stranger, strangers := b.guest("Stranger")
	b.ask(tokens[0], http.MethodPost, report, NewReport{Kind: "hurtful", About: stranger.ID}).refused(http.StatusConflict, "not-here")
	b.ask(strangers, http.MethodPost, "/api/tables/"+b.table(tokens[0]).ID+"/report", NewReport{Kind: "hurtful"}).refused(http.StatusNotFound, "no-such-table")
	b.ask(tokens[1], http.MethodPost, report, NewReport{Kind: "hurtful", Line: said.At}).refused(http.StatusConflict, "yourself")
	var made, again Reported
	b.ask(tokens[0], http.MethodPost, report, NewReport{Kind: "hurtful", Line: said.At, Text: "see there"}).is(http.StatusCreated, &made)
	b.ask(tokens[0], http.MethodPost, report, NewReport{Kind: "hurtful", Line: said.At}).is(http.StatusCreated, &again)
	if made != again || made.ID == "" {
		t.Errorf("%+v %+v", made, again)
	}
	_, mod := b.staff(order.Moderator)
	var file PersonFile
	got := b.ask(mod, http.MethodGet, "/api/console/people/"+bob.ID+"?take=true", nil).is(http.StatusOK, &file)
	if len(file.Reports) != 1 || len(file.Reports[0].Evidence.Lines) != 1 || len(file.Reports[0].Evidence.Steps) == 0 || file.Reports[0].By.ID != ada.ID {
		t.Fatalf("%s", got.body)
	}
	if text := string(got.body); strings.Contains(text, `"view"`) || strings.Contains(text, `"moves":[`) || strings.Contains(text, "hand 0") {
		t.Errorf("the evidence has more than a spectator sees: %s", text)
	}
	b.ask(strangers, http.MethodPost, "/api/console/decisions", b.ruling(bob, order.Warn)).refused(http.StatusForbidden, "needs-role")
	if err := b.order.SetRole(t.Context(), "", ada.ID, order.Moderator); err != nil {
		t.Fatal(err)
	}
	b.proves(tokens[0])
	b.ask(tokens[0], http.MethodPost, "/api/console/decisions", b.ruling(bob, order.Warn)).refused(http.StatusConflict, "own-case")
	remove := b.ruling(bob, order.Remove)
	remove.Lines = []Line{{Table: id, Line: said.At}}
	var d ShownDecision
	for range 2 { // the key makes a repeated request harmless
		b.ask(mod, http.MethodPost, "/api/console/decisions", remove).is(http.StatusCreated, &d)
	}
	if b.ask(mod, http.MethodGet, "/api/console/queue", nil); d.What != order.Remove || len(d.Reports) != 1 {
		t.Errorf("%+v", d)
	}
	b.say(tokens[0], id, "later", "")
	if e := b.follow(tokens[0], id, "").next("talk"); strings.Contains(e.data, "an insult") {
		t.Errorf("the line is still there: %s", e.data)
	}
	for _, token := range tokens {
		if body := string(b.ask(token, http.MethodGet, "/api/me/export", nil).is(http.StatusOK).body); strings.Contains(body, "an insult") {
			t.Errorf("the line is in an export: %s", body)
		}
	}
	var own []OwnDecision
	body := b.ask(tokens[1], http.MethodGet, "/api/me/decisions", nil).is(http.StatusOK, &own).body
	if len(own) != 1 || own[0].Words != "be kind" || own[0].Link == "" || !own[0].May || strings.Contains(string(body), ada.ID) {
		t.Errorf("%s", body)
	}
}

// Muted people play and do not talk. People without public tables see none. Suspended people reach only their
// decisions and data, and can appeal by a link too.
func TestLimitsOfDecisions(t *testing.T) {
	b := raise(t)
	mod, mods := b.staff(order.Moderator)
	boss, bosses := b.staff(order.Operator)
	id, tokens := b.pair()
	var bob Person
	b.ask(tokens[1], http.MethodGet, "/api/me", nil).is(http.StatusOK, &bob)
	decide := func(token, what string) (d ShownDecision) {
		t.Helper()
		b.proves(token)
		b.ask(token, http.MethodPost, "/api/console/decisions", b.ruling(bob, what)).is(http.StatusCreated, &d)
		return d
	}
	me := func() (p Person) {
		b.ask(tokens[1], http.MethodGet, "/api/me", nil).is(http.StatusOK, &p)
		return p
	}
	muted := decide(mods, order.Mute)
	if p := b.say(tokens[1], id, "text", "").refused(http.StatusForbidden, "muted-everywhere"); p.What != muted.ID {
		t.Errorf("%+v", p)
	}
	b.ask(tokens[1], http.MethodPost, "/api/tables/"+id+"/ghost", live.Ghost{Seat: 1, Moves: []string{}}).refused(http.StatusForbidden, "muted-everywhere")
	b.ask(tokens[1], http.MethodGet, "/api/tables/"+id+"/view", nil).is(http.StatusOK)
	if got := me().Limits; len(got) != 1 || got[0].What != order.Mute {
		t.Errorf("%+v", got)
	}
	decide(mods, order.NoPublic)
	public := b.table(tokens[0], func(n *NewTable) { n.Public = true })
	b.ask(tokens[1], http.MethodGet, "/api/tables", nil).refused(http.StatusForbidden, "no-public")
	b.ask(tokens[1], http.MethodPost, "/api/tables", NewTable{Game: "world", Public: true}).refused(http.StatusForbidden, "no-public")
	b.ask(tokens[1], http.MethodGet, "/api/tables/"+public.ID, nil).refused(http.StatusNotFound, "no-such-table")
	b.ask(tokens[1], http.MethodPost, path(public, "sit"), Sitting{}).refused(http.StatusForbidden, "no-public")
	b.ask(tokens[1], http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK)
	b.table(tokens[1])

	if _, err := b.people.SetName(t.Context(), bob.ID, "Rude Name"); err != nil {
		t.Fatal(err)
	}
	decide(mods, order.Rename)
	if got := me().Name; got != "" {
		t.Errorf("the name %q stays", got)
	}
	for name, status := range map[string]int{"rude name": http.StatusConflict, "Bob": http.StatusOK} {
		b.ask(tokens[1], http.MethodPatch, "/api/me", PersonChange{Name: &name}).is(status)
	}

	stream := b.follow(tokens[1], id, "")
	stream.next("table")
	d := decide(mods, order.Suspend)
	b.waitFor("the stream to end", func() bool {
		select {
		case _, open := <-stream.events:
			return !open
		default:
			return false
		}
	})
	for path, status := range map[string]int{
		"/api/tables?list=mine": 403, "/api/tables/" + id: 403, "/api/tables/" + id + "/events": 403, "/api/me/sessions": 200, "/api/me/decisions": 200, "/api/me/export": 200,
	} {
		got := b.ask(tokens[1], http.MethodGet, path, nil).is(status)
		if status == 403 && !strings.Contains(string(got.body), d.ID) {
			t.Errorf("%s: %s", path, got.body)
		}
	}
	var own []OwnDecision
	b.ask(tokens[1], http.MethodGet, "/api/me/decisions", nil).is(http.StatusOK, &own)
	link := "/api/appeals/" + secretOf(own[0].Link)
	var shown OwnDecision
	if b.ask("", http.MethodGet, link, nil).is(http.StatusOK, &shown); shown.ID != d.ID || shown.Text == "" {
		t.Errorf("%+v", shown)
	}
	b.ask("", http.MethodGet, "/api/appeals/"+strings.Repeat("a", 32), nil).refused(http.StatusNotFound, "no-such-decision")
	b.ask("", http.MethodPost, link, Appealing{Text: "it was a joke"}).is(http.StatusOK)
	b.ask(tokens[1], http.MethodPost, "/api/me/decisions/"+d.ID+"/appeal", Appealing{Text: "again"}).refused(http.StatusConflict, "appealed")
	var appeals []ShownDecision
	if b.ask(bosses, http.MethodGet, "/api/console/appeals", nil).is(http.StatusOK, &appeals); len(appeals) != 1 || appeals[0].Appeal != "it was a joke" || appeals[0].By.ID != mod.ID {
		t.Errorf("%+v", appeals)
	}
	b.ask(mods, http.MethodPost, "/api/console/appeals/"+d.ID, AppealAnswer{}).refused(http.StatusConflict, "own-case")
	b.ask(bosses, http.MethodPost, "/api/console/appeals/"+d.ID, AppealAnswer{Words: "sorry"}).is(http.StatusOK, &shown)
	b.ask(tokens[1], http.MethodGet, "/api/tables/"+id, nil).is(http.StatusOK)
	b.ask(mods, http.MethodPost, "/api/console/decisions/"+muted.ID+"/lift", nil).is(http.StatusOK)
	b.say(tokens[1], id, "text", "").is(http.StatusOK)
	var log Log
	if b.ask(mods, http.MethodGet, "/api/console/log", nil).is(http.StatusOK, &log); len(log.Entries) != 9 || log.Entries[0].Kind != "lift" || len(log.Broken) != 0 {
		t.Errorf("%+v of %s", log, boss.ID)
	}
}

// Warnings need a proof of the last ten minutes. Suspensions and roles need one each, and a repeated request none.
func TestProofOfDecisions(t *testing.T) {
	b := raise(t)
	_, boss := b.staff(order.Operator)
	bob, _ := b.guest("Bob")
	decide := func(what string) answer {
		t.Helper()
		return b.ask(boss, http.MethodPost, "/api/console/decisions", b.ruling(bob, what))
	}
	decide(order.Warn).is(http.StatusCreated)
	suspend := b.ruling(bob, order.Suspend)
	for range 2 {
		b.ask(boss, http.MethodPost, "/api/console/decisions", suspend).is(http.StatusCreated)
	}
	decide(order.Suspend).refused(http.StatusForbidden, "needs-proof")
	decide(order.Warn).is(http.StatusCreated)
	role := "/api/console/roles/" + bob.ID
	b.ask(boss, http.MethodPut, role, RoleChange{Role: order.Moderator}).refused(http.StatusForbidden, "needs-proof")
	b.proves(boss)
	for range 2 {
		b.ask(boss, http.MethodPut, role, RoleChange{Role: order.Moderator}).is(http.StatusOK)
	}
	b.clock.pass(identity.ProofTime)
	decide(order.Warn).refused(http.StatusForbidden, "needs-proof")
	decide(order.None).is(http.StatusCreated)
	b.proves(boss)
	bad := b.ruling(bob, order.Suspend)
	bad.Until = time.Time{}
	b.ask(boss, http.MethodPost, "/api/console/decisions", bad).refused(http.StatusUnprocessableEntity, "bad-decision")
	decide(order.Suspend).is(http.StatusCreated) // what was refused has used up no proof
}

// Where passkeys work, the operator's key makes a person with a passkey an operator. Operations that need a proof
// take that of this passkey alone.
func TestClaim(t *testing.T) {
	b := raiseNamed(t)
	home, ada := b.guestAt("Ada")
	home.ask(http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).refused(http.StatusConflict, "use-passkey")
	home.ask(http.MethodPost, "/api/console/claim", OperatorKey{Key: operatorKey}).refused(http.StatusConflict, "needs-passkey")
	home.ask(http.MethodPost, "/api/console/claim", OperatorKey{Key: "another key altogether"}).refused(http.StatusForbidden, "wrong-key")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	home.ask(http.MethodPost, "/api/console/prove/begin", nil).refused(http.StatusForbidden, "needs-role")
	var me Person
	if home.ask(http.MethodPost, "/api/console/claim", OperatorKey{Key: operatorKey}).is(http.StatusOK, &me); me.Role != order.Operator {
		t.Errorf("%+v", me)
	}
	other, bob := b.guestAt("Bob")
	home.ask(http.MethodPut, "/api/console/roles/"+bob.ID, RoleChange{Role: order.Moderator}).refused(http.StatusForbidden, "needs-proof")
	prove := func(a *signintest.Authenticator) answer {
		options := home.ask(http.MethodPost, "/api/console/prove/begin", nil).is(http.StatusOK)
		return home.ask(http.MethodPost, "/api/console/prove/finish", Proof{Credential: a.Get(options.body)})
	}
	prove(key).is(http.StatusOK, &me)
	if me.ID != ada.ID || me.ProvedUntil.IsZero() {
		t.Errorf("%+v", me)
	}
	home.ask(http.MethodPut, "/api/console/roles/"+bob.ID, RoleChange{Role: order.Moderator}).refused(http.StatusConflict, "needs-passkey")
	bobs := signintest.New(t, passkeyOrigin)
	other.add(bobs).is(http.StatusCreated)
	prove(bobs).refused(http.StatusNotFound, "no-such-passkey") // another person's passkey proves nothing
	prove(key).is(http.StatusOK)
	home.ask(http.MethodPut, "/api/console/roles/"+bob.ID, RoleChange{Role: order.Moderator}).is(http.StatusOK)
	if other.me().Role != order.Moderator {
		t.Error("no role")
	}
	other.ask(http.MethodPut, "/api/console/roles/"+ada.ID, RoleChange{}).refused(http.StatusForbidden, "needs-role")
}

// A suspension outlives being forgotten: it applies to a person who signs in with the same passkey.
func TestSuspensionOutlivesForgetting(t *testing.T) {
	b := raiseNamed(t)
	_, boss := b.staff(order.Operator)
	home, ada := b.guestAt("Ada")
	home.add(signintest.New(t, passkeyOrigin)).is(http.StatusCreated)
	keys, err := b.api.conf.SignIn.Keys(t.Context(), ada.ID)
	if err != nil || len(keys) != 1 {
		t.Fatal(keys, err)
	}
	b.ask(boss, http.MethodPost, "/api/console/decisions", b.ruling(ada, order.Suspend)).is(http.StatusCreated)
	home.ask(http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	again, _ := b.guestAt("Eve")
	if err := b.order.Returned(t.Context(), again.me().ID, keys); err != nil {
		t.Fatal(err)
	}
	again.ask(http.MethodGet, "/api/tables", nil).refused(http.StatusForbidden, "suspended")
}

// Operators find people by name; moderators do not, and hear of people only through reports.
func TestFindPeople(t *testing.T) {
	b := raise(t)
	_, operator := b.staff(order.Operator)
	_, mods := b.staff(order.Moderator)
	ada, _ := b.guest("Élodie")
	b.guest("Bob")
	b.ask(mods, http.MethodGet, "/api/console/people?name=elo", nil).refused(http.StatusForbidden, "needs-role")
	var found []FoundPerson
	b.ask(operator, http.MethodGet, "/api/console/people?name=elo", nil).is(http.StatusOK, &found)
	if len(found) != 1 || found[0].Person.ID != ada.ID || found[0].Created.IsZero() || found[0].Seen.IsZero() {
		t.Errorf("%+v", found)
	}
	if b.ask(operator, http.MethodGet, "/api/console/people", nil).is(http.StatusOK, &found); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	var counters Console
	if b.ask(mods, http.MethodGet, "/api/console", nil).is(http.StatusOK, &counters); counters.People != 4 || counters.PeopleToday != 4 {
		t.Errorf("%+v", counters)
	}
}

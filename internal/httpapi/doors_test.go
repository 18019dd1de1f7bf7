package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/doors"
	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/store"
)

// operator returns the token of a person with operator rights.
func (b *testAPI) operator() string {
	b.t.Helper()
	_, token := b.guest("Olga")
	b.ask(token, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK)
	return token
}

// setDoors changes the doors and returns an operator's token.
func (b *testAPI) setDoors(mode string) string {
	b.t.Helper()
	token := b.operator()
	b.changeDoors(token, DoorsChange{Mode: &mode})
	b.clock.pass(time.Second)
	return token
}

// changeDoors changes the doors, which needs a new proof each time.
func (b *testAPI) changeDoors(token string, to DoorsChange) {
	b.t.Helper()
	b.ask(token, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK)
	b.ask(token, http.MethodPut, "/api/console/doors", to).is(http.StatusOK)
}

func (b *testAPI) doorsOf(token string) Doors {
	b.t.Helper()
	var got Doors
	b.ask(token, http.MethodGet, "/api/doors", nil).is(http.StatusOK, &got)
	return got
}

func (b *testAPI) enter(token, code string) answer {
	b.t.Helper()
	return b.ask(token, http.MethodPost, "/api/doors/enter", DoorCode{Code: code})
}

func public(n *NewTable) { n.Public, n.Links = true, true }

// stranger checks what a person may do about a public table, about a table of their own, and with an invitation.
// Without an id of a refusal, the person is inside.
func (b *testAPI) stranger(token string, open, private wire.Table, refused string) {
	b.t.Helper()
	ok := func(a answer, status int) {
		b.t.Helper()
		if refused == "" {
			a.is(status)
		} else {
			a.refused(http.StatusForbidden, refused)
		}
	}
	ok(b.ask(token, http.MethodGet, "/api/tables", nil), http.StatusOK)
	ok(b.ask(token, http.MethodGet, "/api/tables?list=finished", nil), http.StatusOK)
	ok(b.ask(token, http.MethodGet, "/api/tables/"+open.ID, nil), http.StatusOK)
	if token == "" {
		return
	}
	b.ask(token, http.MethodGet, "/api/tables?list=mine", nil).is(http.StatusOK)
	ok(b.sit(token, open.ID, 1), http.StatusOK)
	if refused == "" {
		b.ask(token, http.MethodPost, "/api/tables/"+open.ID+"/stand", SeatOnly{Seat: 1}).is(http.StatusOK)
		b.ask(token, http.MethodPost, "/api/tables/"+open.ID+"/leave", nil)
	}
	ok(b.ask(token, http.MethodPost, "/api/tables", NewTable{Game: "world", Public: true}), http.StatusCreated)
	ok(b.ask(token, http.MethodPost, "/api/tables", NewTable{Game: "world", Links: true}), http.StatusCreated)
	own := b.table(token) // alone, anyone may play
	ok(b.ask(token, http.MethodPost, "/api/tables/"+own.ID+"/links", NewLink{Kind: "invite"}), http.StatusOK)
	ok(b.ask(token, http.MethodPost, "/api/tables/"+own.ID+"/handover", SeatOnly{Seat: 0}), http.StatusOK)
	// An invitation to a table admits to that table, whatever the mode.
	b.ask(token, http.MethodPost, "/api/links", Secret{Secret: secretOf(private.Links.Invite)}).is(http.StatusOK)
	b.sit(token, private.ID, 1).is(http.StatusOK)
	b.ask(token, http.MethodPost, "/api/tables/"+private.ID+"/stand", SeatOnly{Seat: 1}).is(http.StatusOK)
	b.ask(token, http.MethodPost, "/api/tables/"+private.ID+"/leave", nil)
}

// Each mode guards the hall, public tables and new hosts, and never a table to which a person was invited.
func TestDoors(t *testing.T) {
	b := raise(t)
	_, host := b.guest("Hal")
	open, private := b.table(host, public), b.table(host, func(n *NewTable) { n.Links = true })
	b.clock.pass(time.Second)
	_, old := b.guest("Ada")
	if got := b.doorsOf(""); got.Mode != "home" || !got.Inside || got.Closed || !slices.Equal(got.Pages, doors.Pages()) {
		t.Errorf("%+v", got)
	}
	b.stranger("", open, private, "")
	b.stranger(old, open, private, "")
	b.clock.pass(time.Second)

	for _, mode := range []string{"invite", "approve"} {
		boss := b.setDoors(mode)
		_, fresh := b.guest("Ben")
		if got := b.doorsOf(fresh); got.Mode != mode || got.Inside {
			t.Errorf("%+v", got)
		}
		b.stranger("", open, private, "outside")
		b.stranger(fresh, open, private, "outside")
		b.stranger(old, open, private, "")
		b.stranger(boss, open, private, "")
	}
	b.setDoors("open")
	_, fresh := b.guest("Cem")
	b.stranger("", open, private, "")
	b.ask(fresh, http.MethodGet, "/api/tables", nil).is(http.StatusOK)
	b.sit(fresh, open.ID, 1).is(http.StatusOK)
}

// Only operators work the doors.
func TestDoorsNeedAnOperator(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	for _, c := range []struct {
		method, path string
		body         any
	}{
		{http.MethodPut, "doors", map[string]any{"mode": "open"}},
		{http.MethodGet, "applications", nil},
		{http.MethodPost, "applications/x", ApplicationAnswer{Yes: true}},
		{http.MethodGet, "invitations", nil},
		{http.MethodPost, "invitations", NewInvitation{Uses: 1}},
		{http.MethodDelete, "invitations/x", nil},
		{http.MethodGet, "names", nil},
		{http.MethodPut, "names", NameLists{Reserved: []string{}, Refused: []string{"x"}}},
		{http.MethodPut, "pages/terms", HostPageChange{Text: map[string]string{"en": "x"}}},
	} {
		b.ask(token, c.method, "/api/console/"+c.path, c.body).refused(http.StatusForbidden, "needs-role")
	}
	if got := b.doorsOf(""); got.Mode != "home" {
		t.Errorf("%+v", got)
	}
}

// A closed server takes no new people, in whatever mode. An invitation to a table still counts.
func TestClosedToNew(t *testing.T) {
	b := raise(t)
	_, host := b.guest("Hal")
	open, private := b.table(host, public), b.table(host, func(n *NewTable) { n.Links = true })
	b.clock.pass(time.Second)
	boss, yes, no := b.operator(), true, false
	var code Invitation
	b.ask(boss, http.MethodPost, "/api/console/invitations", NewInvitation{Uses: 5}).is(http.StatusCreated, &code)
	b.clock.pass(time.Second)
	b.changeDoors(boss, DoorsChange{Closed: &yes})
	_, fresh := b.guest("Ben")
	b.stranger("", open, private, "closed-to-new")
	b.stranger(fresh, open, private, "closed-to-new")
	b.stranger(host, open, private, "")
	b.enter(fresh, code.Code).refused(http.StatusForbidden, "closed-to-new")
	mode := "invite"
	b.changeDoors(boss, DoorsChange{Mode: &mode})
	b.stranger(fresh, open, private, "closed-to-new")
	b.enter(fresh, code.Code).refused(http.StatusForbidden, "closed-to-new")
	b.stranger(host, open, private, "")
	b.changeDoors(boss, DoorsChange{Closed: &no})
	b.stranger(fresh, open, private, "outside")
	b.enter(fresh, code.Code).is(http.StatusOK)
	b.stranger(fresh, open, private, "")
}

// A code lets as many people in as it says. To use it twice counts once, and forgetting a person frees no use.
func TestCodes(t *testing.T) {
	b := raise(t)
	boss := b.setDoors("invite")
	var code Invitation
	b.ask(boss, http.MethodPost, "/api/console/invitations", NewInvitation{Uses: 2}).is(http.StatusCreated, &code)
	if len(code.Code) < 12 || code.By == nil || code.Uses != 2 {
		t.Fatalf("%+v", code)
	}
	var list []Invitation
	b.ask(boss, http.MethodGet, "/api/console/invitations", nil).is(http.StatusOK, &list)
	if len(list) != 1 || list[0].Code != "" || list[0].ID != code.ID {
		t.Fatalf("%+v", list)
	}
	ada, adas := b.guest("Ada")
	_, bens := b.guest("Ben")
	_, cems := b.guest("Cem")
	b.enter(adas, "nonsense").refused(http.StatusNotFound, "code-void")
	spoken := strings.ToUpper(code.Code[:4] + "-" + code.Code[4:8] + " " + code.Code[8:])
	b.enter(adas, spoken).is(http.StatusOK)
	b.enter(adas, code.Code).is(http.StatusOK)
	b.ask(adas, http.MethodGet, "/api/tables", nil).is(http.StatusOK)
	export := b.ask(adas, http.MethodGet, "/api/me/export", nil).is(http.StatusOK)
	if !strings.Contains(string(export.body), `"used":["`+ada.ID) {
		t.Errorf("%s", export.body)
	}
	b.enter(bens, code.Code).is(http.StatusOK)
	b.enter(cems, code.Code).refused(http.StatusNotFound, "code-void")
	b.ask(adas, http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	b.enter(cems, code.Code).refused(http.StatusNotFound, "code-void")
	for _, bucket := range []string{doors.BucketPeople, doors.BucketCodes, doors.BucketApplications} {
		recs, err := b.store.KV(bucket).List(t.Context(), "")
		if err != nil || slices.ContainsFunc(recs, func(r store.Record) bool { return strings.Contains(r.Key+string(r.Data), ada.ID) }) {
			t.Errorf("%s: %v %v", bucket, err, recs)
		}
	}

	var more Invitation
	until := b.clock.Now().Add(time.Minute)
	b.ask(boss, http.MethodPost, "/api/console/invitations", NewInvitation{Uses: 1, Until: &until}).is(http.StatusCreated, &more)
	b.clock.pass(time.Minute)
	b.enter(cems, more.Code).refused(http.StatusNotFound, "code-void")
	b.ask(boss, http.MethodPost, "/api/console/invitations", NewInvitation{Uses: 1}).is(http.StatusCreated, &more)
	b.ask(boss, http.MethodDelete, "/api/console/invitations/"+more.ID, nil).is(http.StatusNoContent)
	b.ask(boss, http.MethodDelete, "/api/console/invitations/"+more.ID, nil).refused(http.StatusNotFound, "no-such-invitation")
	b.enter(cems, more.Code).refused(http.StatusNotFound, "code-void")
	b.ask(bens, http.MethodGet, "/api/tables", nil).is(http.StatusOK)
	b.ask(boss, http.MethodPost, "/api/console/invitations", NewInvitation{Uses: 1, Until: &until}).refused(http.StatusUnprocessableEntity, "bad-text")
}

// An applicant is let in by an operator, or waits a month after a no.
func TestApplications(t *testing.T) {
	b := raise(t)
	boss := b.setDoors("approve")
	ada, adas := b.guest("Ada")
	ben, bens := b.guest("Ben")
	apply := func(token, text string) answer {
		return b.ask(token, http.MethodPost, "/api/doors/apply", NewApplication{Sentence: text})
	}
	apply(adas, "  ").refused(http.StatusUnprocessableEntity, "bad-text")
	apply(adas, "I play on Tuesdays.").is(http.StatusOK)
	b.clock.pass(time.Minute)
	apply(bens, "A friend of Olga.").is(http.StatusOK)
	apply(adas, "I play on Tuesdays and Thursdays.").is(http.StatusOK)
	if got := b.doorsOf(adas); got.Inside || !got.Applied {
		t.Errorf("%+v", got)
	}
	var list []Application
	b.ask(boss, http.MethodGet, "/api/console/applications", nil).is(http.StatusOK, &list)
	if len(list) != 2 || list[0].Person.ID != ada.ID || list[0].Sentence != "I play on Tuesdays and Thursdays." || list[1].Person.ID != ben.ID {
		t.Fatalf("%+v", list)
	}
	say := func(person string, yes bool) answer {
		return b.ask(boss, http.MethodPost, "/api/console/applications/"+person, ApplicationAnswer{Yes: yes})
	}
	say(ada.ID, true).is(http.StatusNoContent)
	say(ada.ID, true).refused(http.StatusNotFound, "no-such-application")
	say(ben.ID, false).is(http.StatusNoContent)
	b.ask(adas, http.MethodGet, "/api/tables", nil).is(http.StatusOK)
	b.ask(bens, http.MethodGet, "/api/tables", nil).refused(http.StatusForbidden, "outside")
	apply(bens, "Please.").refused(http.StatusConflict, "apply-later")
	b.clock.pass(doors.AgainAfter)
	apply(bens, "Please.").is(http.StatusOK)
	b.ask(bens, http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	boss = b.setDoors("invite") // its rights have ended in the meantime
	b.ask(boss, http.MethodGet, "/api/console/applications", nil).is(http.StatusOK, &list)
	if len(list) != 0 {
		t.Errorf("%+v", list)
	}
	_, cems := b.guest("Cem")
	apply(cems, "Please.").refused(http.StatusConflict, "no-applications")
}

// On an open server, newcomers have few tables and do not chat at public ones until they have finished a game. They
// write no web addresses until they have finished five.
func TestNewcomers(t *testing.T) {
	b := raise(t)
	_, host := b.guest("Hal")
	open := b.table(host, public)
	b.setDoors("open")
	_, fresh := b.guest("Ada")
	b.sit(fresh, open.ID, 1).is(http.StatusOK)
	say := func(table, text string) answer {
		return b.ask(fresh, http.MethodPost, "/api/tables/"+table+"/talk", Saying{Text: text})
	}
	say(open.ID, "hello").refused(http.StatusForbidden, "newcomer-talk")
	private := b.table(fresh, func(n *NewTable) { n.Links = true })
	say(private.ID, "see www.example.com").is(http.StatusOK)
	b.table(fresh, public)
	b.ask(fresh, http.MethodPost, "/api/tables", NewTable{Game: "world", Public: true}).refused(http.StatusConflict, "too-many-public")
	b.table(fresh)
	b.ask(fresh, http.MethodPost, "/api/tables", NewTable{Game: "world"}).refused(http.StatusConflict, "too-many-tables")

	finish := func(cause string) {
		t.Helper()
		me := b.me(fresh)
		alone, err := b.lobby.Create(t.Context(), identity.Person{ID: me.ID, Role: identity.RoleOperator}, lobby.Draft{Game: "world", Settings: settingsOf(map[string]string{"players": "2"})})
		if err != nil {
			t.Fatal(err)
		}
		for seat := range 2 {
			if _, _, err := b.lobby.Sit(t.Context(), identity.Person{ID: me.ID}, alone.ID, seat, ""); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := b.lobby.Start(t.Context(), identity.Person{ID: me.ID}, alone.ID); err != nil {
			t.Fatal(err)
		}
		if _, err := b.lobby.Finish(t.Context(), alone.ID, lobby.Outcome{Cause: cause}, b.clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	finish(lobby.GivenUp)
	say(open.ID, "hello").refused(http.StatusForbidden, "newcomer-talk")
	finish("cubes")
	say(open.ID, "hello").is(http.StatusOK)
	b.table(fresh, public)
	say(open.ID, "see www.example.com").refused(http.StatusForbidden, "newcomer-links")
	for range doors.GamesToLink - 1 {
		finish("cubes")
	}
	say(open.ID, "see www.example.com").is(http.StatusOK)
}

func (b *testAPI) me(token string) Person {
	b.t.Helper()
	var got Person
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK, &got)
	return got
}

// Names and titles are checked when they are given, with the operator's words as they are then.
func TestNames(t *testing.T) {
	b := raise(t)
	boss := b.operator()
	_, token := b.guest("Ｍａｒａ")
	if got := b.me(token); got.Name != "Mara" {
		t.Errorf("%+v", got)
	}
	called := func(name string) answer {
		return b.ask(token, http.MethodPatch, "/api/me", PersonChange{Name: &name})
	}
	for name, id := range map[string]string{
		"admin": "name-reserved", "Theriac operator": "name-reserved", "Modératrice": "name-reserved", "Opérateur": "name-reserved",
		"Mаra": "name-mixed", "spam.example.com": "name-refused",
	} {
		called(name).refused(http.StatusUnprocessableEntity, id)
		b.ask("", http.MethodPost, "/api/people", NewPerson{Name: name}).refused(http.StatusUnprocessableEntity, id)
	}
	titled := func(title string) answer {
		return b.ask(token, http.MethodPost, "/api/tables", NewTable{Game: "world", Title: title})
	}
	titled("Theriac night").is(http.StatusCreated)
	titled("Moderator speaking").refused(http.StatusUnprocessableEntity, "name-reserved")
	titled("FREE V1AGRA").is(http.StatusCreated)
	called("Lumen").is(http.StatusOK)
	var lists NameLists
	b.ask(boss, http.MethodPut, "/api/console/names", NameLists{Reserved: []string{"Lumen", "Lumen", ""}, Refused: []string{"viagra"}}).is(http.StatusOK, &lists)
	b.ask(boss, http.MethodGet, "/api/console/names", nil).is(http.StatusOK, &lists)
	if !slices.Equal(lists.Reserved, []string{"Lumen"}) || !slices.Equal(lists.Refused, []string{"viagra"}) {
		t.Errorf("%+v", lists)
	}
	titled("FREE V1AGRA").refused(http.StatusUnprocessableEntity, "name-refused")
	called("L U M E N").refused(http.StatusUnprocessableEntity, "name-reserved")
	if got := b.me(token); got.Name != "Lumen" {
		t.Errorf("a name was taken away: %+v", got)
	}
}

// At a public table, no person gets a name that looks like that of a player. They cannot sit down with it, take it
// later, or chat with it as a spectator. At private tables they can.
func TestNamesAlike(t *testing.T) {
	b := raise(t)
	_, maras := b.guest("Mara")
	open, private := b.table(maras, public), b.table(maras, func(n *NewTable) { n.Links = true })
	_, token := b.guest("Мара") // Cyrillic
	called := func(name string) answer {
		return b.ask(token, http.MethodPatch, "/api/me", PersonChange{Name: &name})
	}
	called("M4ra").is(http.StatusOK)
	b.sit(token, open.ID, 1).refused(http.StatusConflict, "name-alike")
	b.ask(token, http.MethodPost, "/api/links", Secret{Secret: secretOf(open.Links.Seats[0].Link)}).refused(http.StatusConflict, "name-alike")
	b.ask(token, http.MethodPost, "/api/tables/"+open.ID+"/talk", Saying{Text: "hello"}).refused(http.StatusConflict, "name-alike")
	b.ask(token, http.MethodPost, "/api/links", Secret{Secret: secretOf(private.Links.Invite)}).is(http.StatusOK)
	b.sit(token, private.ID, 1).is(http.StatusOK)
	called("Otto").is(http.StatusOK)
	b.sit(token, open.ID, 1).is(http.StatusOK)
	called("Mära").refused(http.StatusConflict, "name-alike")
	called("Otto 2").is(http.StatusOK)
	b.ask(token, http.MethodPost, "/api/tables/"+open.ID+"/talk", Saying{Text: "hello"}).is(http.StatusOK)
}

// Search engines may list an open server only.
func TestRobots(t *testing.T) {
	b := raise(t)
	for _, c := range []struct {
		mode  string
		shown bool
	}{{"home", false}, {"invite", false}, {"approve", false}, {"open", true}} {
		b.setDoors(c.mode)
		got := b.ask("", http.MethodGet, "/robots.txt", nil).is(http.StatusOK)
		if strings.Contains(string(got.body), "Disallow: /\n") == c.shown || strings.Contains(got.header.Get("X-Robots-Tag"), "noindex") == c.shown {
			t.Errorf("%s: %s %v", c.mode, got.body, got.header)
		}
	}
}

// The pages of a host are our drafts until the operator writes or confirms them. A page has no scripts.
func TestHostPages(t *testing.T) {
	b := raise(t)
	boss := b.operator()
	get := func(path string) (p HostPage) {
		t.Helper()
		b.ask("", http.MethodGet, "/api/pages/"+path, nil).is(http.StatusOK, &p)
		return p
	}
	for _, name := range doors.Pages() {
		en, fr := get(name+"?lang=en"), get(name+"?lang=fr-CH")
		if !en.Draft || !fr.Draft || en.Lang != "en" || fr.Lang != "fr" || en.Title == "" || en.Text == fr.Text || !strings.Contains(en.Text, "<") || en.Source != nil {
			t.Errorf("%+v %+v", en, fr)
		}
	}
	b.ask("", http.MethodGet, "/api/pages/secrets", nil).refused(http.StatusNotFound, "no-such-page")
	plain := b.send(http.MethodGet, "/about/terms", nil, "Accept-Language", "fr").is(http.StatusOK)
	if !strings.Contains(string(plain.body), "Brouillon") || !strings.Contains(string(plain.body), "<strong>Qui peut jouer.</strong>") {
		t.Errorf("%s", plain.body)
	}

	write := func(p HostPageChange) (got HostPage) {
		t.Helper()
		b.ask(boss, http.MethodPut, "/api/console/pages/terms", p).is(http.StatusOK, &got)
		return got
	}
	own := "# Our terms\n\nBe kind. <script>alert(1)</script> [x](javascript:alert(1))\n"
	got := write(HostPageChange{Text: map[string]string{"en": own}})
	if !got.Draft || got.Title != "Our terms" || strings.Contains(got.Text, "script>") || strings.Contains(got.Text, "javascript:") || got.Source["en"] != own {
		t.Errorf("%+v", got)
	}
	if got := write(HostPageChange{Text: map[string]string{"en": own}, Confirmed: true}); got.Draft || got.Confirmed.IsZero() {
		t.Errorf("%+v", got)
	}
	if fr := get("terms?lang=fr"); fr.Lang != "en" || fr.Title != "Our terms" || fr.Draft {
		t.Errorf("the operator wrote English only: %+v", fr)
	}
	plain = b.send(http.MethodGet, "/about/terms", nil).is(http.StatusOK)
	if strings.Contains(string(plain.body), "<script") || strings.Contains(string(plain.body), "Draft") || !strings.Contains(string(plain.body), "<h1>Our terms</h1>") {
		t.Errorf("%s", plain.body)
	}
	if got := write(HostPageChange{Text: map[string]string{}, Confirmed: true}); got.Draft || got.Title != "Terms" {
		t.Errorf("our draft was confirmed: %+v", got)
	}
	b.ask(boss, http.MethodPut, "/api/console/pages/terms", HostPageChange{Text: map[string]string{"en": strings.Repeat("x", doors.MaxPage+1)}}).
		refused(http.StatusUnprocessableEntity, "bad-text")
}

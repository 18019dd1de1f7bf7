package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"theriac/internal/httpapi/admit"
	"theriac/internal/identity"
)

func (b *testAPI) lookAt(token, link string) answer {
	b.t.Helper()
	got := b.ask(token, http.MethodGet, "/api/links/"+secretOf(link), nil)
	if len(got.cookies) != 0 {
		b.t.Errorf("to look set a cookie: %v", got.cookies)
	}
	return got
}

// offers fails the test unless a link's preview is exactly this JSON.
func (a answer) offers(want string) {
	a.t.Helper()
	if got := strings.TrimSpace(string(a.is(http.StatusOK).body)); got != want {
		a.t.Errorf("%s\n got %s\nwant %s", a.asked, got, want)
	}
}

func TestPreviewOfTableLink(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	table := b.table(adas, func(n *NewTable) { n.Links, n.Title = true, "Tuesday" })
	invite, seat := table.Links.Invite, table.Links.Seats[0].Link
	shown := func(taken, status string) string {
		return `"table":{"id":"` + table.ID + `","title":"Tuesday","game":"world","status":"` + status + `","host":"Ada","watch":"hidden","seats":2,"taken":` + taken + `}`
	}

	for _, token := range []string{"", bobs, ""} {
		b.lookAt(token, invite).offers(`{"kind":"invite",` + shown("1", "gathering") + `,"free":true}`)
		b.lookAt(token, seat).offers(`{"kind":"seat",` + shown("1", "gathering") + `,"seat":1,"free":true}`)
	}
	b.lookAt(adas, invite).offers(`{"kind":"invite",` + shown("1", "gathering") + `,"free":true,"yours":true}`)
	// A preview does not admit anyone: Bob still cannot see the table.
	b.ask(bobs, http.MethodGet, "/api/tables/"+table.ID, nil).refused(http.StatusNotFound, "no-such-table")

	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: secretOf(seat)}).is(http.StatusOK)
	b.lookAt(bobs, seat).offers(`{"kind":"seat",` + shown("2", "gathering") + `,"seat":1,"free":false,"yours":true}`)
	b.lookAt("", seat).refused(http.StatusConflict, "seat-taken")
	b.lookAt("", invite).offers(`{"kind":"invite",` + shown("2", "gathering") + `,"free":false}`)

	// A seat that is handed over goes to the first person who opens the link, even if others
	// previewed the link before.
	b.ask(adas, http.MethodPost, path(table, "start"), nil).is(http.StatusOK)
	var offer Link
	b.ask(bobs, http.MethodPost, path(table, "handover"), SeatOnly{Seat: 1}).is(http.StatusOK, &offer)
	_, eves := b.guest("Eve")
	for range 3 {
		b.lookAt(eves, offer.Link).offers(`{"kind":"seat",` + shown("2", "playing") + `,"seat":1,"free":false}`)
	}
	b.ask(eves, http.MethodPost, "/api/links", Secret{Secret: secretOf(offer.Link)}).is(http.StatusOK)
	b.lookAt("", offer.Link).refused(http.StatusNotFound, "link-void")
}

// TestPreviewRefusesAsOpeningDoes checks that the preview of a link rejects a person if, and only
// if, opening the link rejects them.
func TestPreviewRefusesAsOpeningDoes(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	bob, bobs := b.guest("Bob")
	same := func(token, link, id string, status int) {
		t.Helper()
		b.lookAt(token, link).refused(status, id)
		b.ask(token, http.MethodPost, "/api/links", Secret{Secret: secretOf(link)}).refused(status, id)
	}
	same(bobs, "aaaaaaaaaaaaaaaaaaaaaa", "link-void", http.StatusNotFound)
	same(bobs, "nonsense", "link-void", http.StatusNotFound)
	same(bobs, strings.Repeat("a", 65), "invalid", http.StatusUnprocessableEntity)

	table := b.table(adas, func(n *NewTable) { n.Links = true })
	invite := table.Links.Invite
	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: secretOf(invite)}).is(http.StatusOK)
	ban := true
	b.ask(adas, http.MethodPost, path(table, "kick"), Kicking{Person: bob.ID, Ban: &ban}).is(http.StatusOK)
	same(bobs, invite, "banned", http.StatusForbidden)
	same(bobs, table.Links.Seats[0].Link, "banned", http.StatusForbidden)
	b.lookAt("", invite).is(http.StatusOK) // the link still works for other people

	b.ask(adas, http.MethodPost, path(table, "links"), NewLink{Kind: "invite"}).is(http.StatusOK)
	_, eves := b.guest("Eve")
	same(eves, invite, "link-void", http.StatusNotFound)
	b.ask(adas, http.MethodPost, path(table, "close"), nil).is(http.StatusOK)
	same(eves, table.Links.Seats[0].Link, "not-running", http.StatusConflict)
	b.lookAt("", table.Links.Seats[0].Link).refused(http.StatusConflict, "not-running")

	_, boss := b.guest("Olga")
	b.ask(boss, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK)
	b.ask(boss, http.MethodPost, "/api/console/tables/"+table.ID+"/takedown", Takedown{Reason: "spam"}).is(http.StatusOK)
	same(eves, table.Links.Seats[0].Link, "taken-down", http.StatusForbidden)
}

func TestPreviewOfDeviceLink(t *testing.T) {
	b := raise(t)
	ada, adas := b.guest("Ada")
	_, bobs := b.guest("Bob")
	var link DeviceLink
	b.ask(adas, http.MethodPost, "/api/me/device", nil).is(http.StatusCreated, &link)
	for range 3 {
		b.lookAt("", link.Link).offers(`{"kind":"device"}`) // the preview does not reveal the owner
		b.lookAt(bobs, link.Link).offers(`{"kind":"device"}`)
		b.lookAt(adas, link.Link).offers(`{"kind":"device","yours":true}`)
	}
	var opened Opened
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).is(http.StatusOK, &opened)
	if opened.Person == nil || opened.Person.ID != ada.ID {
		t.Errorf("opened %+v", opened)
	}
	b.lookAt("", link.Link).refused(http.StatusNotFound, "link-void")

	b.ask(adas, http.MethodPost, "/api/me/device", nil).is(http.StatusCreated, &link)
	b.clock.pass(identity.DeviceTime)
	b.lookAt(bobs, link.Link).refused(http.StatusNotFound, "link-void")

	// If the person has the maximum number of sessions, the preview of a device link reports that.
	for range identity.MaxSessions - 2 {
		b.ask(adas, http.MethodPost, "/api/me/tokens", nil).is(http.StatusCreated)
	}
	b.ask(adas, http.MethodPost, "/api/me/device", nil).is(http.StatusCreated, &link)
	b.lookAt("", link.Link).refused(http.StatusTooManyRequests, "too-many")
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusTooManyRequests, "too-many")
}

// A caller cannot use previews to guess more secrets, because previewing and opening a link count
// against the same limit.
func TestPreviewsAreGuesses(t *testing.T) {
	b := raise(t, func(c *Config) { c.Limits.Guess = admit.Rate{PerSecond: 0.1, Burst: 3} })
	for range 2 {
		b.lookAt("", "aaaaaaaaaaaaaaaaaaaaaa").refused(http.StatusNotFound, "link-void")
	}
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: "aaaaaaaaaaaaaaaaaaaaaa"}).refused(http.StatusNotFound, "link-void")
	if p := b.lookAt("", "aaaaaaaaaaaaaaaaaaaaaa").refused(http.StatusTooManyRequests, "slow-down"); p.What != "guess" {
		t.Errorf("%+v", p)
	}
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: "aaaaaaaaaaaaaaaaaaaaaa"}).refused(http.StatusTooManyRequests, "slow-down")
}

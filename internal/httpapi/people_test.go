package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/httpapi/wire"
	"theriac/internal/identity"
	"theriac/internal/store"
)

func TestPeople(t *testing.T) {
	b := raise(t)

	arrived := b.send(http.MethodPost, "/api/people", nil).is(http.StatusCreated)
	if len(arrived.cookies) != 1 || !arrived.cookies[0].HttpOnly || arrived.cookies[0].SameSite != http.SameSiteLaxMode ||
		arrived.cookies[0].Secure || arrived.cookies[0].Name != "theriac" {
		t.Errorf("cookies %v", arrived.cookies)
	}
	cookie := "theriac=" + arrived.cookies[0].Value
	var me, again Person
	b.send(http.MethodGet, "/api/me", nil, "Cookie", cookie).is(http.StatusOK, &me)
	// A caller who already has a session can create another person, but the caller's cookie stays
	// the same.
	if second := b.send(http.MethodPost, "/api/people", nil, "Cookie", cookie).is(http.StatusCreated); len(second.cookies) != 0 {
		t.Error("a browser lost its session")
	}

	name, lang := "Ada", "fr"
	ada, token := b.guest("Someone")
	b.ask(token, http.MethodPatch, "/api/me", PersonChange{Name: &name, Lang: &lang}).is(http.StatusOK, &again)
	if again.Name != "Ada" || again.Lang != "fr" || again.ID != ada.ID {
		t.Errorf("changed to %+v", again)
	}
	long := strings.Repeat("x", 25)
	b.ask(token, http.MethodPatch, "/api/me", PersonChange{Name: &long, Lang: new(string)}).refused(http.StatusUnprocessableEntity, "bad-text")
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK, &again)
	if again.Name != "Ada" || again.Lang != "fr" {
		t.Errorf("a refused change did something: %+v", again)
	}
	b.ask("", http.MethodPost, "/api/people", NewPerson{Name: "a\u202eb"}).refused(http.StatusUnprocessableEntity, "bad-text")
	if nobody := b.ask("", http.MethodGet, "/api/me", nil).is(http.StatusNoContent); len(nobody.body) != 0 {
		t.Errorf("nobody is %s", nobody.body)
	}
	b.send(http.MethodGet, "/api/me", nil, "Cookie", "theriac=nonsense").is(http.StatusNoContent)
	b.ask("", http.MethodPatch, "/api/me", PersonChange{Name: &name}).refused(http.StatusUnauthorized, "unknown")
	b.ask("nonsense", http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	// An invalid Authorization header is rejected by every operation. An invalid cookie is ignored.
	b.ask("nonsense", http.MethodGet, "/api/games", nil).refused(http.StatusUnauthorized, "unknown")
	b.send(http.MethodGet, "/api/games", nil, "Cookie", "theriac=nonsense").is(http.StatusOK)
}

func TestSessions(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	var bot Token
	b.ask(token, http.MethodPost, "/api/me/tokens", NewToken{Label: "my bot"}).is(http.StatusCreated, &bot)
	b.ask(bot.Token, http.MethodGet, "/api/me", nil).is(http.StatusOK)
	var list []Session
	b.ask(token, http.MethodGet, "/api/me/sessions", nil).is(http.StatusOK, &list)
	if len(list) != 2 {
		t.Fatalf("sessions %+v", list)
	}
	for _, s := range list {
		if s.Current == (s.Label == "my bot") {
			t.Errorf("the wrong one is current: %+v", s)
		}
		if s.Label == "my bot" {
			b.ask(token, http.MethodDelete, "/api/me/sessions/"+s.ID, nil).is(http.StatusNoContent)
		}
	}
	b.ask(bot.Token, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	b.ask(token, http.MethodDelete, "/api/me/sessions/0123456789abcdef", nil).refused(http.StatusNotFound, "no-such-session")
	_, other := b.guest("Bob")
	b.ask(other, http.MethodDelete, "/api/me/sessions/"+list[0].ID, nil).refused(http.StatusNotFound, "no-such-session")
}

func TestDevice(t *testing.T) {
	b := raise(t)
	ada, token := b.guest("Ada")
	var link DeviceLink
	b.ask(token, http.MethodPost, "/api/me/device", nil).is(http.StatusCreated, &link)
	picture := b.send(http.MethodGet, link.QR, nil).is(http.StatusOK)
	if picture.header.Get("Content-Type") != "image/svg+xml" || !strings.HasPrefix(string(picture.body), "<svg ") {
		t.Errorf("the picture is %q: %.60s", picture.header.Get("Content-Type"), picture.body)
	}
	var opened Opened
	got := b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link), Label: "phone"}).is(http.StatusOK, &opened)
	if opened.Kind != "device" || opened.Person == nil || opened.Person.ID != ada.ID || len(got.cookies) != 1 {
		t.Errorf("opened %+v", opened)
	}
	b.ask(opened.Token, http.MethodGet, "/api/me", nil).is(http.StatusOK)
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusNotFound, "link-void")

	b.ask(token, http.MethodPost, "/api/me/device", nil).is(http.StatusCreated, &link)
	b.clock.pass(identity.DeviceTime)
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(link.Link)}).refused(http.StatusNotFound, "link-void")
	b.send(http.MethodGet, "/api/qr?text=https://example.org/", nil).refused(http.StatusUnprocessableEntity, "foreign-address")
	b.send(http.MethodGet, "/api/qr", nil).refused(http.StatusUnprocessableEntity, "invalid")
}

// TestForget checks that a person's export contains everything that the API shows of the person.
// After the person is forgotten, the API shows nothing.
func TestForget(t *testing.T) {
	b := raise(t)
	ada, token := b.guest("Unmistakable")
	bob, bobs := b.guest("Bob")
	table := b.table(token, func(n *NewTable) { n.Public, n.Links, n.Nonce = true, true, "adas-nonce" })
	var opened Opened
	b.ask(bobs, http.MethodPost, "/api/links", Secret{Secret: secretOf(table.Links.Seats[0].Link)}).is(http.StatusOK, &opened)
	b.ask(token, http.MethodPut, "/api/tables/"+table.ID+"/webhooks", []wire.Webhook{{Seat: 0, URL: "https://hooks.example/ada", Form: "json", On: "owed"}}).is(http.StatusOK)
	b.ask(token, http.MethodPost, "/api/tables/"+table.ID+"/report", NewReport{About: bob.ID, Kind: "hurtful", Text: "unmistakable complaint"}).is(http.StatusCreated)
	if _, err := b.store.Chat().Post(t.Context(), table.ID, ada.ID, []byte(`{"text":"unmistakable words"}`)); err != nil {
		t.Fatal(err)
	}

	b.ask(token, http.MethodPost, "/api/me/notices/devices", NewNoticeDevice{
		Endpoint: "https://push.example/ada", P256dh: somePoint, Auth: "AAAAAAAAAAAAAAAAAAAAAA", Label: "desk",
	}).is(http.StatusCreated)

	export := string(b.ask(token, http.MethodGet, "/api/me/export", nil).is(http.StatusOK).body)
	for _, want := range []string{ada.ID, "Unmistakable", table.ID, "adas-nonce", "hooks.example/ada", "unmistakable complaint", "unmistakable words", `"kind":"invite"`, "push.example/ada"} {
		if !strings.Contains(export, want) {
			t.Errorf("%q is not in the export %s", want, export)
		}
	}
	if strings.Contains(export, bob.ID) {
		t.Error("somebody else is in the export")
	}

	gone := b.ask(token, http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	if len(gone.cookies) != 1 || gone.cookies[0].MaxAge >= 0 {
		t.Errorf("the cookie stays: %v", gone.cookies)
	}
	b.ask(token, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	b.ask("", http.MethodPost, "/api/links", Secret{Secret: secretOf(table.Links.Invite)}).refused(http.StatusNotFound, "link-void")
	_, boss := b.guest("Olga")
	b.ask(boss, http.MethodPost, "/api/operator", OperatorKey{Key: operatorKey}).is(http.StatusOK)
	for _, ask := range []struct{ token, path string }{
		{bobs, "/api/tables/" + table.ID}, {bobs, "/api/tables?list=mine"}, {"", "/api/tables?list=open"},
		{boss, "/api/console/queue"}, {boss, "/api/tables/" + table.ID}, {bobs, "/api/me/export"},
	} {
		b.waitFor("the trace to go from "+ask.path, func() bool {
			body := string(b.ask(ask.token, http.MethodGet, ask.path, nil).is(http.StatusOK).body)
			for _, trace := range []string{ada.ID, "nmistakable", "adas-nonce", "hooks.example"} {
				if strings.Contains(body, trace) {
					return false
				}
			}
			return true
		})
	}
}

// TestForgetAgain checks that the identity is deleted last, so that a person can repeat the request
// after a failure. Afterwards all other data is deleted again, in reverse order.
func TestForgetAgain(t *testing.T) {
	var order []string
	broken := true
	b := raise(t, func(c *Config) {
		for i, kind := range c.Buckets {
			if kind.Forget == nil {
				continue
			}
			c.Buckets[i].Forget = func(ctx context.Context, person string) error {
				if order = append(order, kind.Name); broken && kind.Name == "talk" {
					return store.ErrUnavailable
				}
				return kind.Forget(ctx, person)
			}
		}
	})
	_, token := b.guest("Ada")
	b.ask(token, http.MethodDelete, "/api/me", nil).refused(http.StatusServiceUnavailable, "try-again")
	b.ask(token, http.MethodGet, "/api/me", nil).is(http.StatusOK)
	order, broken = nil, false
	b.ask(token, http.MethodDelete, "/api/me", nil).is(http.StatusNoContent)
	b.ask(token, http.MethodGet, "/api/me", nil).refused(http.StatusUnauthorized, "unknown")
	want := []string{
		"doors-people", "notices", "puzzles", "results", "evenings", "tables", "talk", "order", "signin", "people",
		"signin", "order", "talk", "tables", "evenings", "results", "puzzles", "notices", "doors-people",
	}
	if !slices.Equal(order, want) {
		t.Errorf("forgotten in the order %q, not %q", order, want)
	}

	wrong := b.api.conf
	wrong.Buckets = slices.Clone(wrong.Buckets)
	slices.Reverse(wrong.Buckets)
	for _, buckets := range [][]store.Bucket{nil, wrong.Buckets} {
		wrong.Buckets = buckets
		if _, err := New(wrong); err == nil {
			t.Errorf("an API begins that forgets people too early or never: %d buckets", len(buckets))
		}
	}
}

func TestSecureCookie(t *testing.T) {
	b := raise(t, func(c *Config) { c.Origin = "https://theriac.example" })
	arrived := b.send(http.MethodPost, "/api/people", nil).is(http.StatusCreated)
	if len(arrived.cookies) != 1 || !arrived.cookies[0].Secure || arrived.cookies[0].MaxAge != int(identity.Unseen/time.Second) {
		t.Errorf("cookies %v", arrived.cookies)
	}
	if arrived.header.Get("Strict-Transport-Security") == "" {
		t.Error("no HSTS")
	}
}

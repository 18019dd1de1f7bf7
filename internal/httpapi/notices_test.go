package httpapi

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/signin/signintest"
)

// somePoint is a valid public key for push messages: the base point of the curve P-256.
const somePoint = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"

// A person can choose how to be notified, read the settings, and remove them.
func TestNoticesAPI(t *testing.T) {
	b := raise(t)
	_, token := b.guest("Ada")
	var got Notices
	b.ask("", http.MethodGet, "/api/me/notices", nil).refused(http.StatusUnauthorized, "unknown")
	b.ask(token, http.MethodGet, "/api/me/notices", nil).is(http.StatusOK, &got)
	if len(got.Key) != 87 || len(got.Devices) != 0 || got.Quiet != nil || got.Mail.Available {
		t.Errorf("%+v", got)
	}
	device := NewNoticeDevice{Endpoint: "https://push.example/secret", P256dh: somePoint, Auth: "AAAAAAAAAAAAAAAAAAAAAA", Label: "desk"}
	var added NoticeDevice
	b.ask(token, http.MethodPost, "/api/me/notices/devices", device).is(http.StatusCreated, &added)
	plain := device
	plain.Endpoint = "http://push.example/secret"
	b.ask(token, http.MethodPost, "/api/me/notices/devices", plain).refused(http.StatusUnprocessableEntity, "bad-subscription")
	b.ask(token, http.MethodPut, "/api/me/notices/quiet", QuietHours{From: "22:00", To: "07:30", Zone: "Europe/Zurich"}).is(http.StatusOK)
	b.ask(token, http.MethodPut, "/api/me/notices/quiet", QuietHours{From: "22:00", To: "22:00", Zone: "UTC"}).refused(http.StatusUnprocessableEntity, "bad-quiet-hours")
	var told Notices
	b.ask(token, http.MethodPut, "/api/me/notices/kinds", NoticeKinds{Off: []string{"rematch", "begun"}}).is(http.StatusOK, &told)
	if !slices.Equal(told.Off, []string{"begun", "rematch"}) {
		t.Errorf("off: %v", told.Off)
	}
	b.ask(token, http.MethodPut, "/api/me/notices/kinds", NoticeKinds{Off: []string{"turn"}}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(token, http.MethodPut, "/api/me/notices/quiet", QuietHours{From: "25:00", To: "22:00", Zone: "UTC"}).refused(http.StatusUnprocessableEntity, "invalid")
	b.ask(token, http.MethodPut, "/api/me/notices/mail", NewNoticeMail{Address: "ada@example.org"}).refused(http.StatusConflict, "no-mail")
	shown := b.ask(token, http.MethodGet, "/api/me/notices", nil).is(http.StatusOK, &got)
	if len(got.Devices) != 1 || got.Devices[0].ID != added.ID || got.Devices[0].Service != "push.example" || got.Quiet == nil || got.Quiet.To != "07:30" {
		t.Errorf("%+v", got)
	}
	if strings.Contains(string(shown.body), "secret") {
		t.Errorf("the address is shown: %s", shown.body)
	}
	b.ask(token, http.MethodDelete, "/api/me/notices/devices/"+added.ID, nil).is(http.StatusNoContent)
	b.ask(token, http.MethodDelete, "/api/me/notices/quiet", nil).is(http.StatusNoContent)
	b.ask(token, http.MethodGet, "/api/me/notices", nil).is(http.StatusOK, &got)
	if len(got.Devices) != 0 || got.Quiet != nil {
		t.Errorf("%+v", got)
	}
}

// Viewing the page of a link in an email changes nothing, and a made-up link has no effect.
func TestMailPages(t *testing.T) {
	b := raise(t)
	for _, kind := range []string{"confirm", "stop"} {
		path := "/mail/" + kind + "/aaaaaaaaaaaaaaaaaaaa.x"
		if page := b.send(http.MethodGet, path, nil, "Accept-Language", "fr").is(http.StatusOK); !strings.Contains(string(page.body), `<form method="post">`) {
			t.Errorf("%s", page.body)
		}
		b.send(http.MethodPost, path, strings.NewReader("List-Unsubscribe=One-Click"), "Content-Type", "application/x-www-form-urlencoded").is(http.StatusNotFound)
	}
}

// subscribe adds a push subscription for this browser.
func (br *browser) subscribe(endpoint string) {
	br.b.t.Helper()
	br.ask(http.MethodPost, "/api/me/notices/devices", NewNoticeDevice{
		Endpoint: "https://push.example/" + endpoint, P256dh: somePoint, Auth: "AAAAAAAAAAAAAAAAAAAAAA", Label: endpoint,
	}).is(http.StatusCreated)
}

func (br *browser) subscribed() string {
	br.b.t.Helper()
	var got Notices
	br.ask(http.MethodGet, "/api/me/notices", nil).is(http.StatusOK, &got)
	var list []string
	for _, d := range got.Devices {
		list = append(list, d.Label)
	}
	return strings.Join(list, " ")
}

// After a browser is signed out in any way, it gets no more push messages. If its session is only
// renewed, it still gets them.
func TestSignOutEndsPush(t *testing.T) {
	b := raiseNamed(t)
	home, _ := b.guestAt("Ada")
	home.subscribe("home")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	if got := home.subscribed(); got != "home" {
		t.Fatalf("after a passkey was added: %q", got)
	}
	phone, tablet := b.visitor(), b.visitor()
	phone.signIn(key).is(http.StatusOK)
	phone.subscribe("phone")
	tablet.signIn(key).is(http.StatusOK)
	tablet.subscribe("tablet")
	var sessions []Session
	phone.ask(http.MethodGet, "/api/me/sessions", nil).is(http.StatusOK, &sessions)
	for _, s := range sessions {
		if s.Current {
			home.ask(http.MethodDelete, "/api/me/sessions/"+s.ID, nil).is(http.StatusNoContent)
		}
	}
	if got := home.subscribed(); got != "home tablet" {
		t.Errorf("after the phone's session was ended: %q", got)
	}
	tablet.ask(http.MethodDelete, "/api/me/sessions?keep=true", nil).is(http.StatusNoContent)
	if got := tablet.subscribed(); got != "tablet" {
		t.Errorf("after the others were signed out: %q", got)
	}
	tablet.ask(http.MethodDelete, "/api/me/sessions", nil).is(http.StatusNoContent)
	back := b.visitor()
	back.signIn(key).is(http.StatusOK)
	if got := back.subscribed(); got != "" {
		t.Errorf("after signing out everywhere: %q", got)
	}
	for _, bucket := range []string{"endpoints", "notices"} {
		if left, err := b.store.KV(bucket).List(t.Context(), ""); err != nil || len(left) != 0 {
			t.Errorf("%v stays, %v", left, err)
		}
	}
}

// If a browser's session is ended to admit a new one, the browser gets no more push messages.
func TestRoomForASessionEndsPush(t *testing.T) {
	b := raiseNamed(t)
	home, _ := b.guestAt("Ada")
	home.subscribe("home")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)
	b.clock.pass(time.Hour)
	for range identity.MaxSessions - 2 {
		home.ask(http.MethodPost, "/api/me/tokens", nil).is(http.StatusCreated)
	}
	phone := b.visitor()
	phone.signIn(key).is(http.StatusOK)
	phone.subscribe("phone")
	if got := phone.subscribed(); got != "home phone" {
		t.Fatalf("with room for both: %q", got)
	}
	tablet := b.visitor()
	tablet.signIn(key).is(http.StatusOK)
	if got := tablet.subscribed(); got != "phone" {
		t.Errorf("after the oldest session made room: %q", got)
	}
	if left, err := b.store.KV("endpoints").List(t.Context(), ""); err != nil || len(left) != 1 {
		t.Errorf("endpoints: %v, %v", left, err)
	}
}

// A guest who signs in keeps their notification settings. An attacker who had planted the guest's
// session in the browser gets no notifications.
func TestGuestBringsNotices(t *testing.T) {
	b := raiseNamed(t)
	home, _ := b.guestAt("Ada")
	key := signintest.New(t, passkeyOrigin)
	home.add(key).is(http.StatusCreated)

	guest, person := b.guestAt("On the train")
	planted := &browser{b: b, session: guest.session}
	guest.subscribe("train")
	planted.subscribe("thief")
	guest.ask(http.MethodPut, "/api/me/notices/quiet", QuietHours{From: "22:00", To: "07:30", Zone: "UTC"}).is(http.StatusOK)
	kv := b.store.KV("notices")
	rec, err := kv.Get(t.Context(), person.ID)
	if err != nil {
		t.Fatal(err)
	}
	withMail := append(append([]byte{}, rec.Data[:len(rec.Data)-1]...), `,"mail":{"address":"train@example.org","asked":"2031-01-01T00:00:00Z","confirmed":true}}`...)
	if _, err := kv.Put(t.Context(), person.ID, rec.Version, withMail); err != nil {
		t.Fatal(err)
	}
	var in SignedIn
	guest.signIn(key).is(http.StatusOK, &in)
	var got Notices
	guest.ask(http.MethodGet, "/api/me/notices", nil).is(http.StatusOK, &got)
	if in.Mail != "train@example.org" || got.Mail.Address != "" || got.Quiet == nil || got.Quiet.From != "22:00" || len(got.Devices) != 0 {
		t.Errorf("%+v, %+v", in, got)
	}
	guest.subscribe("train") // a browser that was subscribed before subscribes again on its own
	if got := home.subscribed(); got != "train" {
		t.Errorf("Ada is told at %q", got)
	}
	if _, err := kv.Get(t.Context(), person.ID); err == nil {
		t.Error("something is kept to tell a guest whom nobody can come back to")
	}
	// If another member signs in as Ada, Ada's settings do not change. When that member signs in as
	// himself again, his browser gets no notifications for Ada.
	other, _ := b.guestAt("Bob")
	bobs := signintest.New(t, passkeyOrigin)
	other.add(bobs).is(http.StatusCreated)
	other.subscribe("shared")
	other.ask(http.MethodPut, "/api/me/notices/quiet", QuietHours{From: "01:00", To: "02:00", Zone: "UTC"}).is(http.StatusOK)
	other.signIn(key).is(http.StatusOK, &in)
	other.ask(http.MethodGet, "/api/me/notices", nil).is(http.StatusOK, &got)
	if in.Mail != "" || got.Quiet.From != "22:00" || len(got.Devices) != 1 || got.Devices[0].Label != "train" {
		t.Errorf("%+v, %+v", in, got)
	}
	other.signIn(bobs).is(http.StatusOK)
	if got := other.subscribed(); got != "" {
		t.Errorf("Bob is told at %q", got)
	}
}

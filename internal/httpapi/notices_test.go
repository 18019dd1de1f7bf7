package httpapi

import (
	"net/http"
	"strings"
	"testing"
)

// somePoint is a public key: the base point of the curve P-256.
const somePoint = "BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU"

// A person says how they are told, sees it, and takes it back.
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

// To look at a link of a mail changes nothing, and one that was made up does nothing.
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

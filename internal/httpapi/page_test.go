package httpapi

import (
	"net/http"
	"strings"
	"testing"

	"theriac/internal/httpapi/pages"
	"theriac/internal/httpapi/wire"
)

func TestPageOfALink(t *testing.T) {
	b := raise(t)
	_, adas := b.guest("Ada")
	table := b.table(adas, func(n *NewTable) { n.Links = true })
	there := "/j/" + secretOf(table.Links.Seats[0].Link)

	for range 3 { // viewing the page does not use the link up
		got := b.send(http.MethodGet, there, nil, "Accept-Language", "xx, fr-CH;q=0.9, en;q=0.8").is(http.StatusOK)
		page := string(got.body)
		if !strings.Contains(page, `lang="fr"`) || !strings.Contains(page, `<form method="post">`) || strings.Contains(page, secretOf(there)) {
			t.Errorf("page %s", page)
		}
		if len(got.cookies) != 0 {
			t.Error("to look made somebody")
		}
		if got.header.Get("Referrer-Policy") != "same-origin" {
			t.Error("a form of this page would come from nowhere")
		}
	}
	got := b.send(http.MethodPost, there, strings.NewReader(""), "Origin", b.url, "Accept-Language", "en").is(http.StatusOK)
	if len(got.cookies) != 1 || !strings.Contains(string(got.body), "You have a seat at the table.") ||
		!strings.Contains(string(got.body), `href="/t/`+table.ID+`"`) {
		t.Fatalf("opened %s, cookies %v", got.body, got.cookies)
	}
	var seen wire.Table
	b.send(http.MethodGet, "/t/"+table.ID, nil, "Cookie", "theriac="+got.cookies[0].Value).is(http.StatusOK, &seen)
	if len(seen.You.Seats) != 1 || seen.You.Seats[0] != 1 {
		t.Errorf("you %+v", seen.You)
	}
	// A second person gets an error, because the seat is already taken.
	if late := b.send(http.MethodPost, there, nil).is(http.StatusConflict); !strings.Contains(string(late.body), "seat-taken") {
		t.Errorf("late %s", late.body)
	}
	invited := b.send(http.MethodPost, "/j/"+secretOf(table.Links.Invite), nil).is(http.StatusOK)
	if !strings.Contains(string(invited.body), "You may join the table.") {
		t.Errorf("invited %s", invited.body)
	}

	void := b.send(http.MethodPost, "/j/aaaaaaaaaaaaaaaaaaaaaa", nil).is(http.StatusNotFound)
	if len(void.cookies) != 0 || !strings.Contains(string(void.body), "This link does not work") {
		t.Errorf("void %s", void.body)
	}
	var link DeviceLink
	b.ask(adas, http.MethodPost, "/api/me/device", nil).is(http.StatusCreated, &link)
	device := b.send(http.MethodPost, strings.TrimPrefix(link.Link, b.url), nil).is(http.StatusOK)
	if len(device.cookies) != 1 {
		t.Fatal("no cookie on the other device")
	}
	var me Person
	b.send(http.MethodGet, "/api/me", nil, "Cookie", "theriac="+device.cookies[0].Value).is(http.StatusOK, &me)
	if me.Name != "Ada" {
		t.Errorf("me %+v", me)
	}
}

func TestPageTexts(t *testing.T) {
	en, fr := pages.AllTexts()["en"], pages.AllTexts()["fr"]
	if en == (pages.Texts{}) || fr == (pages.Texts{}) || en == fr {
		t.Error("a language is missing")
	}
	for accepts, want := range map[string]string{"": "en", "fr": "fr", "xx,fr;q=0.5": "fr", "en-GB,fr": "en", "xx": "en", strings.Repeat("a,", 10000): "en"} {
		if got := pages.Language(accepts); got != want {
			t.Errorf("%.20q: %s", accepts, got)
		}
	}
}

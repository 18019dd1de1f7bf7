package httpapi

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"theriac/internal/doors"
	"theriac/internal/httpapi/wire"
)

func (b *testAPI) evenings(token string) Evenings {
	b.t.Helper()
	var list Evenings
	b.ask(token, http.MethodGet, "/api/evenings", nil).is(http.StatusOK, &list)
	return list
}

// Two people come, wait in the hall, and sit at one table at the hour. The list does not tell who comes.
func TestEvening(t *testing.T) {
	b := raise(t)
	ada, adaToken := b.guest("Ada")
	_, ben := b.guest("Ben")
	list := b.evenings("")
	if len(list.Evenings) == 0 || list.Calendar != nil || len(list.Evenings[0].Hours) != 6 {
		t.Fatalf("%+v", list)
	}
	first := list.Evenings[0]
	path := "/api/evenings/" + first.ID
	b.ask("", http.MethodPut, path, Wishes{}).refused(http.StatusUnauthorized, "unknown")
	b.ask(ben, http.MethodPost, path+"/wait", nil).refused(http.StatusConflict, "not-coming")
	b.ask(ben, http.MethodPut, path, Wishes{Game: "chess"}).refused(http.StatusUnprocessableEntity, "no-such-game")
	b.ask(ben, http.MethodPut, "/api/evenings/1", Wishes{}).refused(http.StatusNotFound, "no-such-evening")
	var mine Evening
	b.ask(adaToken, http.MethodPut, path, Wishes{Game: "world", Talk: talkQuiet, Languages: []string{"fr"}}).is(http.StatusOK, &mine)
	if !mine.Mine || mine.Coming != 1 || mine.Wish.Talk != talkQuiet || mine.Wish.Languages[0] != "fr" {
		t.Errorf("%+v", mine)
	}
	b.ask(ben, http.MethodPut, path, Wishes{}).is(http.StatusOK)
	shown := b.ask(ben, http.MethodGet, "/api/evenings", nil)
	if text := string(shown.body); strings.Contains(text, ada.ID) || strings.Contains(text, "Ada") || strings.Contains(text, "quiet") {
		t.Errorf("the list tells who comes: %s", text)
	}
	b.ask(ben, http.MethodDelete, path, nil).is(http.StatusNoContent)
	if now := b.evenings(ben).Evenings[0]; now.Coming != 1 || now.Mine || now.Wish != nil {
		t.Errorf("%+v", now)
	}
	b.ask(ben, http.MethodPut, path, Wishes{}).is(http.StatusOK)
	wait := func(token string) (s EveningSeat) {
		b.ask(token, http.MethodPost, path+"/wait", nil).is(http.StatusOK, &s)
		return s
	}
	b.clock.pass(first.At.Sub(b.clock.Now()) - time.Minute/2)
	for _, token := range []string{adaToken, ben} {
		if s := wait(token); s.Begun || s.Table != "" {
			t.Fatalf("%+v", s)
		}
	}
	b.clock.pass(time.Minute / 2)
	if err := b.evening.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	s := wait(adaToken)
	if !s.Begun || s.Table == "" || s != wait(ben) {
		t.Fatalf("%+v and %+v", s, wait(ben))
	}
	var table wire.Table
	b.ask(adaToken, http.MethodGet, "/api/tables/"+s.Table, nil).is(http.StatusOK, &table)
	if len(table.You.Seats) != 1 || table.Status != "playing" || !table.LetsIn {
		t.Errorf("%+v", table)
	}
}

// People who block each other do not sit together.
func TestEveningKeepsApart(t *testing.T) {
	b := raise(t)
	ada, adaToken := b.guest("Ada")
	_, ben := b.guest("Ben")
	b.ask(ben, http.MethodPut, "/api/me/blocks/"+ada.ID, nil).is(http.StatusNoContent)
	first := b.evenings("").Evenings[0]
	path := "/api/evenings/" + first.ID
	for _, token := range []string{adaToken, ben} {
		b.ask(token, http.MethodPut, path, Wishes{}).is(http.StatusOK)
	}
	b.clock.pass(first.At.Sub(b.clock.Now()))
	for _, token := range []string{adaToken, ben} {
		b.ask(token, http.MethodPost, path+"/wait", nil).is(http.StatusOK)
	}
	if err := b.evening.Tend(t.Context()); err != nil {
		t.Fatal(err)
	}
	var one, two EveningSeat
	b.ask(adaToken, http.MethodPost, path+"/wait", nil).is(http.StatusOK, &one)
	b.ask(ben, http.MethodPost, path+"/wait", nil).is(http.StatusOK, &two)
	if one.Table == "" || two.Table == "" || one.Table == two.Table {
		t.Errorf("%+v %+v", one, two)
	}
}

// The address of a calendar opens without a session, tells no name, and can be renewed and removed.
func TestCalendar(t *testing.T) {
	b := raise(t)
	ada, token := b.guest("Ada")
	first := b.evenings("").Evenings[0]
	b.ask(token, http.MethodPut, "/api/evenings/"+first.ID, Wishes{Game: "world"}).is(http.StatusOK)
	b.ask("", http.MethodPost, "/api/me/calendar", nil).refused(http.StatusUnauthorized, "unknown")
	var old, made CalendarAddress
	b.ask(token, http.MethodPost, "/api/me/calendar", nil).is(http.StatusCreated, &old)
	b.ask(token, http.MethodPost, "/api/me/calendar", nil).is(http.StatusCreated, &made)
	path, ok := strings.CutPrefix(made.Address, b.url)
	if !ok || b.evenings(token).Calendar == nil {
		t.Fatal(made)
	}
	got := b.send(http.MethodGet, path, nil)
	text := string(got.is(http.StatusOK).body)
	if kind := got.header.Get("Content-Type"); kind != "text/calendar; charset=utf-8" {
		t.Error(kind)
	}
	for _, line := range []string{"BEGIN:VCALENDAR", "VERSION:2.0", "DTSTART:" + first.At.UTC().Format(calendarTime), "SUMMARY:Theriac: play together", "END:VCALENDAR"} {
		if !strings.Contains(text, line+"\r\n") {
			t.Errorf("there is no %q in\n%s", line, text)
		}
	}
	if strings.Contains(text, "Ada") || strings.Contains(text, ada.ID) || strings.Contains(text, "world") {
		t.Errorf("the calendar tells more than times:\n%s", text)
	}
	if strings.Contains(b.log.String(), strings.TrimSuffix(path[len("/calendar/"):], calendarSuffix)) {
		t.Error("the log has the secret")
	}
	void := func(path string) {
		t.Helper()
		b.send(http.MethodGet, path, nil).refused(http.StatusNotFound, "no-such-calendar")
	}
	void(strings.TrimPrefix(old.Address, b.url))
	void(strings.TrimSuffix(path, calendarSuffix))
	b.ask(token, http.MethodDelete, "/api/me/calendar", nil).is(http.StatusNoContent)
	void(path)
	if b.evenings(token).Calendar != nil {
		t.Error("the calendar is still there")
	}
}

// If the doors are closed to a person, there are no evenings for them.
func TestEveningsBehindDoors(t *testing.T) {
	b := raise(t)
	first := b.evenings("").Evenings[0]
	_, token := b.guest("Ada")
	b.clock.pass(time.Second)
	mode := doors.Invite
	if _, err := b.doors.Set(t.Context(), &mode, nil); err != nil {
		t.Fatal(err)
	}
	_, late := b.guest("Eve")
	for _, who := range []string{"", late} {
		b.ask(who, http.MethodGet, "/api/evenings", nil).refused(http.StatusForbidden, "outside")
	}
	b.ask(late, http.MethodPut, "/api/evenings/"+first.ID, Wishes{}).refused(http.StatusForbidden, "outside")
	b.ask(token, http.MethodPut, "/api/evenings/"+first.ID, Wishes{}).is(http.StatusOK)
}

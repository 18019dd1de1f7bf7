package serve

import (
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"
)

// After half a year, the server forgets guests who left nothing and never came back. It forgets no other
// person.
func TestGuestsExpire(t *testing.T) {
	c := &shifted{}
	began := time.Date(2031, 3, 30, 10, 0, 0, 0, time.UTC)
	c.set(began)
	s := open(t, Options{Data: t.TempDir(), Trusted: []string{"127.0.0.0/8", "::1"}, clock: c, GuestsExpire: 180 * 24 * time.Hour})
	kept := map[string]*guest{}
	keep := func(why string) *guest {
		g := arrive(t, s.URL())
		kept[why] = g
		return g
	}
	var table struct {
		ID    string
		Links struct{ Invite string }
	}
	host := keep("hosts a table")
	host.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "sit": "all", "links": true}, &table)
	keep("came to a table").ask(http.MethodPost, "/api/links", map[string]any{"secret": table.Links.Invite[strings.LastIndex(table.Links.Invite, "/")+1:]}, nil)
	ended := keep("played a game")
	var over struct{ ID string }
	ended.ask(http.MethodPost, "/api/tables", map[string]any{"game": "world", "sit": "all"}, &over)
	ended.ask(http.MethodPost, "/api/tables/"+over.ID+"/start", nil, nil)
	ended.ask(http.MethodPost, "/api/tables/"+over.ID+"/propose", map[string]any{"what": "end", "key": "enough"}, nil)
	keep("has a deal of the day").deal("world")
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	keep("is told by push").ask(http.MethodPost, "/api/me/notices/devices", map[string]any{
		"endpoint": "https://push.example/one", "p256dh": encode(key.PublicKey().Bytes()), "auth": encode(make([]byte, 16)), "label": "a phone",
	}, nil)
	var who struct{ ID string }
	keep("has codes to come back").ask(http.MethodGet, "/api/me", nil, &who)
	if _, err := s.services.members.NewCodes(t.Context(), who.ID); err != nil {
		t.Fatal(err)
	}
	back := keep("came back")
	gone := []*guest{arrive(t, s.URL()), arrive(t, s.URL())}

	left := func(g *guest) bool {
		t.Helper()
		status, text := g.try(http.MethodGet, "/api/me", nil)
		if status != http.StatusOK && status != http.StatusUnauthorized {
			t.Fatalf("%d %s", status, text)
		}
		return status == http.StatusOK
	}
	expire := func(removed int64) {
		t.Helper()
		if err := s.expireGuests(t.Context()); err != nil || s.guestsGone.Load() != removed {
			t.Errorf("%d were forgotten: %v", s.guestsGone.Load(), err)
		}
	}
	c.set(began.Add(180 * 24 * time.Hour))
	expire(0)
	if !left(back) {
		t.Fatal("they are gone too early")
	}
	c.set(began.Add(182 * 24 * time.Hour))
	expire(2)
	expire(2)
	for _, g := range gone {
		if left(g) {
			t.Error("somebody who left nothing is still there")
		}
	}
	for why, g := range kept {
		if !left(g) {
			t.Errorf("somebody is gone who %s", why)
		}
	}
}

package lobby

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
)

const seedRecord = `{"id":"aaaaaaaaaaaa","game":"world","settings":[{"Name":"players","Value":"2"}],"host":"aaaaaaaaaaaaaaaaaaaa",
"watch":"hidden","clock":{"kind":"slow","limit":259200000000000},"status":"playing","seats":[{"id":"s1","holder":"aaaaaaaaaaaaaaaaaaaa"},
{"id":"s2"}],"links":[{},{"link":"k"}],"webhooks":[{"id":"h","seat":1,"url":"https://x","form":"json","on":"off"}]}`

// FuzzRecord checks that any record is either rejected, or stays readable after every operation.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(seedRecord))
	f.Add([]byte(`{}`))
	f.Add([]byte(`[`))
	who := strings.Repeat("a", identity.PersonLength)
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = decodeSummary(data)
		r, err := decode(data)
		if err != nil {
			return
		}
		c := r.clone()
		_ = c.sit(who, 0, "n")
		_ = c.seated(who, 0, "k", "n")
		_ = c.invited(who, c.Invite)
		_, _ = c.access(identity.Person{ID: who})
		_, _ = c.header()
		_ = c.summary()
		_ = c.rematch(who)
		_ = c.part(who)
		_ = c.forget(who)
		if slices.Contains(c.mentions(), who) {
			t.Errorf("%+v still mentions who was forgotten", c)
		}
		out, err := json.Marshal(&c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := decode(out); err != nil {
			t.Errorf("%s: %v", out, err)
		}
	})
}

func FuzzNonce(f *testing.F) {
	f.Add("abc")
	f.Add(" ")
	f.Add("é")
	f.Fuzz(func(t *testing.T, s string) {
		out, err := CleanNonce(s)
		if err == nil && (out != s || len(s) > MaxNonce || strings.TrimSpace(s) != s || strings.ContainsAny(s, "\n\r\x00\x7f")) {
			t.Errorf("%q passed", s)
		}
	})
}

func FuzzHook(f *testing.F) {
	f.Add("https://example.org/x?y=z")
	f.Add("http://[::1]:80/")
	f.Add("javascript:alert(1)")
	f.Fuzz(func(t *testing.T, s string) {
		err := Hook{URL: s, Form: FormatJSON, On: OnOwed}.check()
		if err == nil && (len(s) > MaxURL || !strings.HasPrefix(strings.ToLower(s), "http") || strings.ContainsAny(s, " \r\n")) {
			t.Errorf("%q passed", s)
		}
	})
}

// Refusals lists each refusal once, and in kebab case.
func TestRefusals(t *testing.T) {
	list := Refusals()
	for i, id := range list {
		if strings.Trim(id, "abcdefghijklmnopqrstuvwxyz-") != "" || slices.Contains(list[:i], id) {
			t.Errorf("%q", id)
		}
	}
	if Refused(refuse(SeatTaken)) != SeatTaken || Refused(nil) != "" || refuse(SeatTaken).Error() != "lobby: seat-taken" {
		t.Error("a refusal does not say its id")
	}
}

// The size of the cache is limited, and an older record never replaces a newer one.
func TestRecentIsBounded(t *testing.T) {
	c := recent{records: map[string]seen{}}
	now := time.Unix(1000, 0)
	for i := range maxRecent + 10 {
		c.put(tableRecord{Table: Table{ID: string(rune(i + 1))}, version: 2}, now, 0)
	}
	if len(c.records) > maxRecent || len(c.records) < maxRecent/2 {
		t.Errorf("%d are kept", len(c.records))
	}
	c.put(tableRecord{Table: Table{ID: "x"}, version: 5}, now, 0)
	c.put(tableRecord{Table: Table{ID: "x"}, version: 4}, now, 0)
	if r, ok := c.get("x", now); !ok || r.version != 5 {
		t.Errorf("%+v", r)
	}
	if _, ok := c.get("x", now.Add(Stale)); ok {
		t.Error("what is stale is served")
	}
}

package identity_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store/memstore"
)

func TestOperator(t *testing.T) {
	st := memstore.New()
	c := newClock()
	p := open(t, config(st, c))
	_, token := guest(t, p, "")
	for range 5 {
		_, err := p.Elevate(t.Context(), token, "wrong")
		wants(t, err, identity.ErrKey)
	}
	_, err := p.Elevate(t.Context(), token, "wrong again")
	wants(t, err, identity.ErrTooMany)
	if p.WrongKeys() != 5 {
		t.Errorf("%d wrong keys", p.WrongKeys())
	}
	c.advance(time.Hour)
	if got, err := p.Elevate(t.Context(), token, operatorKey); err != nil || !got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := p.Authenticate(t.Context(), token); err != nil || !got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	for _, key := range []string{"", "another key altogether"} {
		conf := config(st, c)
		conf.OperatorKey = key
		after := open(t, conf)
		if got, err := after.Authenticate(t.Context(), token); err != nil || got.Operator {
			t.Errorf("with the key %q: %+v, %v", key, got, err)
		}
		_, err := after.Elevate(t.Context(), token, operatorKey)
		wants(t, err, identity.ErrKey)
		_, err = after.Elevate(t.Context(), token, "")
		wants(t, err, identity.ErrKey)
	}
	wants(t, p.Demote(t.Context(), token), nil)
	if got, err := p.Authenticate(t.Context(), token); err != nil || got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	conf := config(st, c)
	conf.OperatorKey = "short"
	_, err = identity.New(conf)
	wants(t, err, identity.ErrKey)
}

// S12: an operator's rights are those of the session that presented the key: another
// session of the same person has none, and they expire.
func TestOperatorRightsEnd(t *testing.T) {
	st := memstore.New()
	c := newClock()
	conf := config(st, c)
	conf.OperatorTime = 3 * time.Hour
	p, other := open(t, conf), open(t, conf)
	who, token := guest(t, p, "")
	second, err := p.NewToken(t.Context(), who.ID, "")
	wants(t, err, nil)
	until := c.now().UTC().Add(3 * time.Hour).Truncate(time.Second)
	got, err := p.Elevate(t.Context(), token, operatorKey)
	if err != nil || !got.Operator || !got.OperatorUntil.Equal(until) {
		t.Fatalf("%+v, %v", got, err)
	}
	if got, err := p.Get(t.Context(), who.ID); err != nil || got.Operator {
		t.Errorf("the person: %+v, %v", got, err)
	}
	operates := func(p *identity.People, token string, want bool) {
		t.Helper()
		if got, err := p.Authenticate(t.Context(), token); err != nil || got.Operator != want || got.OperatorUntil.IsZero() == want {
			t.Errorf("%+v, %v", got, err)
		}
	}
	operates(p, token, true)
	operates(other, token, true)
	operates(p, second, false)
	list, err := p.Sessions(t.Context(), who.ID, token)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	for _, s := range list {
		if s.OperatorUntil.IsZero() == s.Current {
			t.Errorf("%+v", s)
		}
	}
	c.advance(3*time.Hour - time.Second)
	operates(p, token, true)
	c.advance(time.Second) // also in the cache
	operates(p, token, false)
	operates(other, token, false)
	if got, err := p.Elevate(t.Context(), token, operatorKey); err != nil || !got.Operator {
		t.Errorf("once more: %+v, %v", got, err)
	}
}

// S12: what a former version stored with the person gives nobody any rights, and is
// gone with the next change.
func TestOperatorRightsOfFormerVersions(t *testing.T) {
	st := memstore.New()
	c := newClock()
	conf := config(st, c)
	p := open(t, conf)
	who, token := guest(t, p, "")
	rec, err := conf.KV(identity.BucketPeople).Get(t.Context(), who.ID)
	wants(t, err, nil)
	mac := hmac.New(sha256.New, []byte(operatorKey))
	mac.Write([]byte("theriac operator\n" + who.ID))
	old := strings.TrimSuffix(string(rec.Data), "}") + `,"elevated":"` + hex.EncodeToString(mac.Sum(nil)) + `"}`
	_, err = conf.KV(identity.BucketPeople).Put(t.Context(), who.ID, rec.Version, []byte(old))
	wants(t, err, nil)
	p = open(t, conf)
	if got, err := p.Authenticate(t.Context(), token); err != nil || got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = p.SetName(t.Context(), who.ID, "Ada")
	wants(t, err, nil)
	if rec, err = conf.KV(identity.BucketPeople).Get(t.Context(), who.ID); err != nil || strings.Contains(string(rec.Data), "elevated") {
		t.Errorf("%s, %v", rec.Data, err)
	}
}

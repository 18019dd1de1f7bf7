package identity_test

import (
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
	if got, err := p.Elevate(t.Context(), token, operatorKey); err != nil || !got.Operates() {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := p.Authenticate(t.Context(), token); err != nil || !got.Operates() {
		t.Errorf("%+v, %v", got, err)
	}
	for _, key := range []string{"", "another key altogether"} {
		conf := config(st, c)
		conf.OperatorKey = key
		after := open(t, conf)
		if got, err := after.Authenticate(t.Context(), token); err != nil || got.Operates() {
			t.Errorf("with the key %q: %+v, %v", key, got, err)
		}
		_, err := after.Elevate(t.Context(), token, operatorKey)
		wants(t, err, identity.ErrKey)
		_, err = after.Elevate(t.Context(), token, "")
		wants(t, err, identity.ErrKey)
	}
	c.advance(identity.ProofTime)
	if got, err := p.Authenticate(t.Context(), token); err != nil || got.Operates() {
		t.Errorf("%+v, %v", got, err)
	}
	conf := config(st, c)
	conf.OperatorKey = "short"
	_, err = identity.New(conf)
	wants(t, err, identity.ErrKey)
}

// S12: only the session that presented the key has operator rights, and only for a limited time.
// Another session of the same person does not have the rights.
func TestOperatorRightsEnd(t *testing.T) {
	st := memstore.New()
	c := newClock()
	conf := config(st, c)
	p, other := open(t, conf), open(t, conf)
	who, token := guest(t, p, "")
	second, err := p.NewToken(t.Context(), who.ID, "")
	wants(t, err, nil)
	if got, err := p.Elevate(t.Context(), token, operatorKey); err != nil || !got.Operates() {
		t.Fatalf("%+v, %v", got, err)
	}
	if got, err := p.Get(t.Context(), who.ID); err != nil || got.Moderates() {
		t.Errorf("the person: %+v, %v", got, err)
	}
	operates := func(p *identity.People, token string, want bool) {
		t.Helper()
		if got, err := p.Authenticate(t.Context(), token); err != nil || got.Operates() != want {
			t.Errorf("%+v, %v", got, err)
		}
	}
	operates(p, token, true)
	operates(other, token, true)
	operates(p, second, false)
	c.advance(identity.ProofTime - time.Second)
	operates(p, token, true)
	c.advance(time.Second) // the rights also end on the node that cached the session
	operates(p, token, false)
	operates(other, token, false)
	if got, err := p.Elevate(t.Context(), token, operatorKey); err != nil || !got.Operates() {
		t.Errorf("once more: %+v, %v", got, err)
	}
}

// A proof counts for ten minutes, and only once for an operation that needs one of its own. Roles belong to people,
// on every session.
func TestProofs(t *testing.T) {
	c := newClock()
	conf := config(memstore.New(), c)
	boss := ""
	conf.Role = func(person string) string {
		if person == boss {
			return identity.RoleOperator
		}
		return ""
	}
	p := open(t, conf)
	who, token := guest(t, p, "")
	if got, err := p.Authenticate(t.Context(), token); err != nil || got.Moderates() {
		t.Fatalf("%+v, %v", got, err)
	}
	boss = who.ID
	if got, err := p.Authenticate(t.Context(), token); err != nil || !got.Operates() {
		t.Errorf("%+v, %v", got, err)
	}
	has := func(proved, spends bool) {
		t.Helper()
		if ok, err := p.Proved(t.Context(), token); err != nil || ok != proved {
			t.Errorf("proved %t, %v", ok, err)
		}
		if ok, err := p.SpendProof(t.Context(), token); err != nil || ok != spends {
			t.Errorf("spent %t, %v", ok, err)
		}
	}
	has(false, false)
	_, err := p.Prove(t.Context(), token, true)
	wants(t, err, nil)
	has(true, true)
	has(true, false) // it is used up
	_, err = p.Prove(t.Context(), token, false)
	wants(t, err, nil)
	has(true, false) // a sign-in does not count as a proof for one operation
	_, err = p.Prove(t.Context(), token, true)
	wants(t, err, nil)
	c.advance(identity.ProofTime)
	has(false, false)
	_, err = p.SpendProof(t.Context(), "no token")
	wants(t, err, identity.ErrUnknown)
}

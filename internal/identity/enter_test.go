package identity_test

import (
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store/memstore"
)

// Anyone who proves their identity always gets a new session. If they have the maximum number of
// sessions, the one that has been unused the longest ends. The session that sent the request ends,
// too.
func TestEnter(t *testing.T) {
	c := newClock()
	p := open(t, config(memstore.New(), c))
	who, first := guest(t, p, "Ada")
	c.advance(24 * time.Hour)
	var tokens []string
	for range identity.MaxSessions - 1 {
		token, err := p.NewToken(t.Context(), who.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, token)
	}
	_, err := p.NewToken(t.Context(), who.ID, "")
	wants(t, err, identity.ErrTooMany)
	_, planted := guest(t, p, "Somebody")
	in, token, err := p.Enter(t.Context(), who.ID, "new phone", planted)
	if err != nil || in.ID != who.ID {
		t.Fatal(in, err)
	}
	for _, gone := range []string{first, planted} {
		_, err := p.Authenticate(t.Context(), gone)
		wants(t, err, identity.ErrUnknown)
	}
	for _, stays := range append(tokens, token) {
		if got, err := p.Authenticate(t.Context(), stays); err != nil || got.ID != who.ID {
			t.Fatal(got, err)
		}
	}
	wants(t, p.RevokeAll(t.Context(), who.ID), nil)
	_, err = p.Authenticate(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	wants(t, p.Forget(t.Context(), who.ID), nil)
	_, _, err = p.Enter(t.Context(), who.ID, "", "")
	wants(t, err, identity.ErrUnknown)
}

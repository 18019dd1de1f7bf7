package identity_test

import (
	"context"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// S11: a browser's cookie is renewed from time to time, and a session in regular use does not end.
func TestRenew(t *testing.T) {
	st := memstore.New()
	c := newClock()
	p := open(t, config(st, c))
	_, token := guest(t, p, "")
	renewed := 0
	for range 900 { // visits daily, for longer than an unused session lives
		if _, err := p.Authenticate(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			again, err := p.Renew(t.Context(), token)
			wants(t, err, nil)
			if again {
				renewed++
			}
		}
		c.advance(24 * time.Hour)
	}
	if renewed != 8 {
		t.Errorf("renewed %d times in 900 days", renewed)
	}
	_, err := p.Renew(t.Context(), "nonsense")
	wants(t, err, identity.ErrUnknown)
}

// whileRead is a bucket that calls a function in the middle of a read.
type whileRead struct {
	store.KV
	reads int
	then  func()
}

func (w *whileRead) Get(ctx context.Context, key string) (store.Record, error) {
	w.reads++
	rec, err := w.KV.Get(ctx, key)
	if then := w.then; then != nil {
		w.then = nil
		then()
	}
	return rec, err
}

// S11: every browser request checks the age of its cookie. That check must not keep other sessions
// out of the cache. Otherwise, under load, no session would be cached.
func TestRenewForgetsNobody(t *testing.T) {
	st := memstore.New()
	c := config(st, newClock())
	_, ada := guest(t, open(t, c), "Ada")
	_, ben := guest(t, open(t, c), "Ben")
	sessions := &whileRead{KV: c.KV(identity.BucketSessions)}
	c.KV = st.Instead(identity.BucketSessions, sessions)
	p := open(t, c)
	sessions.then = func() {
		if again, err := p.Renew(t.Context(), ben); again || err != nil {
			t.Error(again, err)
		}
	}
	if _, err := p.Authenticate(t.Context(), ada); err != nil {
		t.Fatal(err)
	}
	reads := sessions.reads
	if _, err := p.Authenticate(t.Context(), ada); err != nil {
		t.Fatal(err)
	}
	if reads < 2 || sessions.reads != reads {
		t.Errorf("%d reads, then %d: a session that was just read was not remembered", reads, sessions.reads)
	}
}

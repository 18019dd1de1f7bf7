package identity_test

import (
	"errors"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// Somebody comes back between being found idle and being forgotten: they stay, with their
// session. Others are found in pages, and forgotten with their sessions.
func TestIdle(t *testing.T) {
	c := newClock()
	p := open(t, config(jetstreamtest.One(t), c))
	ok := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	ctx := t.Context()
	var tokens []string
	for range 3 {
		_, token := guest(t, p, "")
		tokens = append(tokens, token)
	}
	began := c.now()
	c.advance(200 * 24 * time.Hour)
	none, more, err := p.Idle(ctx, began.Add(-48*time.Hour), 0, 10)
	ok(err)
	if len(none) != 0 || more {
		t.Errorf("%v %t", none, more)
	}
	first, more, err := p.Idle(ctx, c.now().Add(-time.Hour), 0, 2)
	ok(err)
	if len(first) != 2 || !more {
		t.Fatalf("%v %t", first, more)
	}
	rest, more, err := p.Idle(ctx, c.now().Add(-time.Hour), first[1].Version, 2)
	ok(err)
	if len(rest) != 1 || more {
		t.Fatalf("%v %t", rest, more)
	}
	who, err := p.Authenticate(ctx, tokens[0])
	ok(err)
	if who.ID != first[0].ID {
		t.Fatal("they are not found in order")
	}
	if err := p.ForgetIdle(ctx, first[0]); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	_, err = p.Authenticate(ctx, tokens[0])
	ok(err)
	ok(p.ForgetIdle(ctx, first[1]))
	if _, err := p.Authenticate(ctx, tokens[1]); !errors.Is(err, identity.ErrUnknown) {
		t.Error(err)
	}
}

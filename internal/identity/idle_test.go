package identity_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// lame fails to delete after some times, as a node does that is killed.
type lame struct {
	store.KV
	left int
}

func (b *lame) Delete(ctx context.Context, key string) error {
	if b.left--; b.left < 0 {
		return store.ErrLost
	}
	return b.KV.Delete(ctx, key)
}

// A node that is lost while it forgets somebody leaves sessions that open nothing, and the
// next round removes them.
func TestForgetRest(t *testing.T) {
	for left := range 3 {
		st, c := memstore.New(), newClock()
		p := open(t, config(st, c))
		who, _ := guest(t, p, "")
		stays, token := guest(t, p, "")
		for range 2 {
			if _, err := p.NewToken(t.Context(), who.ID, ""); err != nil {
				t.Fatal(err)
			}
		}
		c.advance(200 * 24 * time.Hour)
		if _, err := p.Authenticate(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		list, _, err := p.Idle(t.Context(), c.now(), 0, 10)
		if err != nil || len(list) != 1 || list[0].ID != who.ID {
			t.Fatal(list, err)
		}
		conf := config(st, c)
		conf.KV = st.Instead(identity.BucketSessions, &lame{conf.KV(identity.BucketSessions), left})
		if err := open(t, conf).ForgetIdle(t.Context(), list[0]); !errors.Is(err, store.ErrLost) {
			t.Fatal(err)
		}
		count := func() int {
			all, err := st.KV("sessions").List(t.Context(), "")
			if err != nil {
				t.Fatal(err)
			}
			return len(all)
		}
		if n := count(); n != 4-left {
			t.Fatalf("%d sessions are there, want %d", n, 4-left)
		}
		if n, err := p.ForgetRest(t.Context()); n != 1 || err != nil {
			t.Errorf("%d, %v", n, err)
		}
		owned, err := st.KV("owned").List(t.Context(), "")
		if n := count(); n != 1 || err != nil || len(owned) != 1 || !strings.HasPrefix(owned[0].Key, stays.ID) {
			t.Errorf("%d sessions and %v are left, %v", n, owned, err)
		}
		if n, err := p.ForgetRest(t.Context()); n != 0 || err != nil {
			t.Errorf("again: %d, %v", n, err)
		}
		if _, err := p.Authenticate(t.Context(), token); err != nil {
			t.Error(err)
		}
	}
}

// Somebody comes back between being found idle and being forgotten: they stay, with their
// session. Others are found in pages, and forgotten with their sessions.
func TestIdle(t *testing.T) {
	c := newClock()
	p := open(t, config(memstore.New(), c))
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

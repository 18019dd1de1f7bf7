package identity_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// If a node is lost while it forgets a person, the person and all their sessions and links are there, or none.
func TestForgetIsWhole(t *testing.T) {
	for _, written := range []bool{false, true} {
		st, c := memstore.New(), newClock()
		p := open(t, config(st, c))
		stays, token := guest(t, p, "")
		who, _ := guest(t, p, "")
		if _, err := p.NewToken(t.Context(), who.ID, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := p.DeviceLink(t.Context(), who.ID); err != nil {
			t.Fatal(err)
		}
		conf := config(st, c)
		conf.Do = func(ctx context.Context, changes ...store.Change) (uint64, error) {
			if written {
				_, err := st.Do(ctx, changes...)
				return 0, errors.Join(err, store.ErrLost)
			}
			return 0, store.ErrLost
		}
		if err := open(t, conf).Forget(t.Context(), who.ID); !errors.Is(err, store.ErrLost) {
			t.Fatal(err)
		}
		wants := map[string]int{identity.BucketPeople: 2, identity.BucketSessions: 3, identity.BucketLinks: 1, identity.BucketOwned: 4}
		if written {
			wants = map[string]int{identity.BucketPeople: 1, identity.BucketSessions: 1, identity.BucketLinks: 0, identity.BucketOwned: 1}
		}
		for bucket, want := range wants {
			list, err := st.KV(bucket).List(t.Context(), "")
			if err != nil || len(list) != want {
				t.Errorf("%d records of %s instead of %d: %v", len(list), bucket, want, err)
			}
		}
		if got, err := p.Authenticate(t.Context(), token); err != nil || got.ID != stays.ID {
			t.Error(got, err)
		}
	}
}

// A session or link that is made while the person is forgotten is refused, or forgotten, too.
func TestForgetWhileOthersGive(t *testing.T) {
	for range 50 {
		st := memstore.New()
		p := open(t, config(st, newClock()))
		who, _ := guest(t, p, "")
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { _, _ = p.NewToken(t.Context(), who.ID, "") })
			all.Go(func() { _, _ = p.DeviceLink(t.Context(), who.ID) })
		}
		all.Go(func() { wants(t, p.Forget(t.Context(), who.ID), nil) })
		all.Wait()
		for _, bucket := range []string{identity.BucketPeople, identity.BucketSessions, identity.BucketLinks, identity.BucketOwned} {
			if list, err := st.KV(bucket).List(t.Context(), ""); err != nil || len(list) != 0 {
				t.Fatalf("%s still has %v, %v", bucket, list, err)
			}
		}
	}
}

// A person who returns after Idle listed them, but before ForgetIdle, is not forgotten and keeps
// their session. The other idle people are listed in pages and forgotten with their sessions.
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
	tokens := map[string]string{}
	for range 3 {
		who, token := guest(t, p, "")
		tokens[who.ID] = token
	}
	began := c.now()
	c.advance(200 * 24 * time.Hour)
	none, err := p.Idle(ctx, began.Add(-48*time.Hour), "", 10)
	ok(err)
	if len(none) != 0 {
		t.Error(none)
	}
	first, err := p.Idle(ctx, c.now().Add(-time.Hour), "", 2)
	ok(err)
	if len(first) != 2 || first[0].ID >= first[1].ID {
		t.Fatal(first)
	}
	rest, err := p.Idle(ctx, c.now().Add(-time.Hour), first[1].ID, 2)
	ok(err)
	if len(rest) != 1 || rest[0].ID <= first[1].ID {
		t.Fatal(rest)
	}
	who, err := p.Authenticate(ctx, tokens[first[0].ID])
	ok(err)
	if err := p.ForgetIdle(ctx, first[0]); !errors.Is(err, store.ErrConflict) {
		t.Error(err)
	}
	_, err = p.Authenticate(ctx, tokens[who.ID])
	ok(err)
	ok(p.ForgetIdle(ctx, first[1]))
	if _, err := p.Authenticate(ctx, tokens[first[1].ID]); !errors.Is(err, identity.ErrUnknown) {
		t.Error(err)
	}
}

package identity_test

import (
	"context"
	"crypto/rand"
	"errors"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// clock is a clock that only the test advances.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time          { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

// counted wraps a bucket and counts its reads and writes.
type counted struct {
	store.KV
	gets, puts atomic.Int64
}

func (c *counted) Get(ctx context.Context, key string) (store.Record, error) {
	c.gets.Add(1)
	return c.KV.Get(ctx, key)
}

func (c *counted) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	c.puts.Add(1)
	return c.KV.Put(ctx, key, version, data)
}

const operatorKey = "a key of the operator's own"

func config(st *memstore.Store, c *clock) identity.Config {
	return identity.Config{
		KV: st.KV, Do: st.Do, Now: c.now, Random: rand.Reader, OperatorKey: operatorKey,
	}
}

func open(t *testing.T, c identity.Config) *identity.People {
	t.Helper()
	p, err := identity.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func guest(t *testing.T, p *identity.People, name string) (identity.Person, string) {
	t.Helper()
	who, token, err := p.Guest(t.Context(), identity.Newcomer{Name: name, Lang: "fr", Label: "a phone"})
	if err != nil {
		t.Fatal(err)
	}
	return who, token
}

func wants(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

// A token identifies its guest on every node and after a restart.
func TestGuestIsKnownByToken(t *testing.T) {
	nodes := memstore.New().Peer
	c := newClock()
	p := open(t, config(nodes(), c))
	who, token := guest(t, p, "  Ada   Lovelace ")
	if who.Name != "Ada Lovelace" || who.Lang != "fr" || !regexp.MustCompile(`^[a-z2-7]{20}$`).MatchString(who.ID) {
		t.Errorf("%+v", who)
	}
	if !regexp.MustCompile(`^[A-Za-z0-9_-]{22}$`).MatchString(token) {
		t.Errorf("the token is %q", token)
	}
	other := open(t, config(nodes(), c))
	for _, node := range []*identity.People{p, other} {
		if got, err := node.Authenticate(t.Context(), token); err != nil || got != who {
			t.Errorf("%+v, %v", got, err)
		}
	}
	for _, bad := range []string{"", "x", token[:21], token + "A", strings.Repeat("A", 22), token[:21] + "!", who.ID} {
		_, err := p.Authenticate(t.Context(), bad)
		wants(t, err, identity.ErrUnknown)
	}
}

// No bucket contains a session token or the secret of a link.
func TestStoreHoldsNoSecret(t *testing.T) {
	st := memstore.New()
	c := newClock()
	p := open(t, config(st, c))
	who, token := guest(t, p, "Ada")
	link, err := p.Mint(t.Context(), identity.Grant{Kind: identity.KindInvite, Person: who.ID, Table: "sometable"})
	if err != nil {
		t.Fatal(err)
	}
	all := everything(t, st)
	if !strings.Contains(all, who.ID) || !strings.Contains(all, link.Key) {
		t.Error("the search finds nothing at all")
	}
	for _, secret := range []string{token, link.Secret, operatorKey} {
		if strings.Contains(all, secret) {
			t.Errorf("%s is in the store", secret)
		}
	}
}

// everything returns all keys and values of the buckets as one text.
func everything(t *testing.T, st *memstore.Store) string {
	t.Helper()
	var all strings.Builder
	for _, name := range []string{"people", "sessions", "links", "owned"} {
		list, err := st.KV(name).List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range list {
			all.WriteString(rec.Key + " " + string(rec.Data) + "\n")
		}
	}
	return all.String()
}

// Frequent requests do not read the store, because of the cache. This node rejects a revoked
// session immediately. Other nodes reject it when their cached result expires.
func TestCacheAndRevocation(t *testing.T) {
	st := memstore.New()
	c := newClock()
	conf := config(st, c)
	sessions := &counted{KV: conf.KV(identity.BucketSessions)}
	conf.KV = st.Instead(identity.BucketSessions, sessions)
	here, there := open(t, conf), open(t, config(st, c))
	who, token := guest(t, here, "")
	second, err := here.NewToken(t.Context(), who.ID, "a laptop")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(p *identity.People, token string) error {
		_, err := p.Authenticate(t.Context(), token)
		return err
	}
	for range 10 {
		wants(t, ask(here, second), nil)
	}
	if n := sessions.gets.Load(); n > 3 {
		t.Errorf("%d reads for one session", n)
	}
	wants(t, ask(there, second), nil)
	list, err := here.Sessions(t.Context(), who.ID, token)
	if err != nil || len(list) != 2 {
		t.Fatalf("%v, %v", list, err)
	}
	for _, s := range list {
		if s.Current != (s.Label == "a phone") {
			t.Errorf("%+v", s)
		}
		if !s.Current {
			wants(t, here.Revoke(t.Context(), who.ID, s.ID), nil)
			wants(t, here.Revoke(t.Context(), who.ID, s.ID), identity.ErrUnknown)
		}
	}
	wants(t, ask(here, second), identity.ErrUnknown)
	wants(t, ask(there, second), nil)
	c.advance(identity.Stale)
	wants(t, ask(there, second), identity.ErrUnknown)

	before := sessions.gets.Load()
	for range 10 {
		wants(t, ask(here, second), identity.ErrUnknown)
	}
	if n := sessions.gets.Load() - before; n > 1 {
		t.Errorf("%d reads for an unknown session", n)
	}
	wants(t, ask(here, token), nil)
}

func TestRevokeOthersAndLeave(t *testing.T) {
	st := memstore.New()
	p := open(t, config(st, newClock()))
	who, token := guest(t, p, "")
	_, stranger := guest(t, p, "")
	var tokens []string
	for range 3 {
		further, err := p.NewToken(t.Context(), who.ID, "bot")
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, further)
	}
	wants(t, p.RevokeOthers(t.Context(), who.ID, "nonsense"), identity.ErrUnknown)
	wants(t, p.RevokeOthers(t.Context(), who.ID, token), nil)
	for _, gone := range tokens {
		_, err := p.Authenticate(t.Context(), gone)
		wants(t, err, identity.ErrUnknown)
	}
	for _, kept := range []string{token, stranger} {
		_, err := p.Authenticate(t.Context(), kept)
		wants(t, err, nil)
	}
	wants(t, p.LogOut(t.Context(), token), nil)
	_, err := p.Authenticate(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	for range identity.MaxSessions {
		if _, err = p.NewToken(t.Context(), who.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	_, err = p.NewToken(t.Context(), who.ID, "")
	wants(t, err, identity.ErrTooMany)
}

// A person's visit is stored at most once a day. A session that is unused for too long ends.
func TestSeenAndExpiry(t *testing.T) {
	st := memstore.New()
	c := newClock()
	conf := config(st, c)
	sessions := &counted{KV: conf.KV(identity.BucketSessions)}
	conf.KV = st.Instead(identity.BucketSessions, sessions)
	p := open(t, conf)
	who, token := guest(t, p, "")
	c.advance(24 * time.Hour)
	written := sessions.puts.Load()
	for range 5 {
		c.advance(time.Minute)
		got, err := p.Authenticate(t.Context(), token)
		if err != nil || !got.Seen.After(who.Seen) {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if n := sessions.puts.Load() - written; n != 1 {
		t.Errorf("%d writes in a day", n)
	}
	c.advance(identity.Unseen - 24*time.Hour)
	_, err := p.Authenticate(t.Context(), token)
	wants(t, err, nil)
	c.advance(identity.Unseen + 48*time.Hour)
	_, err = p.Authenticate(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	if list, err := p.Sessions(t.Context(), who.ID, ""); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestNames(t *testing.T) {
	p := open(t, config(memstore.New(), newClock()))
	who, token := guest(t, p, "")
	for _, bad := range []string{strings.Repeat("a", 25), "a\x00b", "a\u202eb", "\u200b", "a\ufeff", "\u3164", "\xff", "a\x07"} {
		_, err := p.SetName(t.Context(), who.ID, bad)
		wants(t, err, identity.ErrText)
	}
	for _, pair := range [][2]string{{"Zoé", "Zoé"}, {" a\n b ", "a b"}, {strings.Repeat("é", 24), strings.Repeat("é", 24)}, {"名", "名"}, {"", ""}} {
		given, want := pair[0], pair[1]
		got, err := p.SetName(t.Context(), who.ID, given)
		if err != nil || got.Name != want {
			t.Errorf("%q: %+v, %v", given, got, err)
		}
		if now, err := p.Authenticate(t.Context(), token); err != nil || now.Name != want {
			t.Errorf("%q: %+v, %v", given, now, err)
		}
	}
	for _, bad := range []string{"fr_", "1", "a-very-long-language", "é"} {
		_, err := p.SetLang(t.Context(), who.ID, bad)
		wants(t, err, identity.ErrText)
	}
	if got, err := p.SetLang(t.Context(), who.ID, "pt-BR"); err != nil || got.Lang != "pt-BR" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := p.SetBot(t.Context(), who.ID, true); err != nil || !got.Bot {
		t.Errorf("%+v, %v", got, err)
	}
	for _, nobody := range []string{"", "a.b", strings.Repeat("a", 20)} {
		_, err := p.SetName(t.Context(), nobody, "x")
		wants(t, err, identity.ErrUnknown)
		_, err = p.NewToken(t.Context(), nobody, "x")
		wants(t, err, identity.ErrUnknown)
	}
}

// Two concurrent changes to one person both take effect.
func TestChangesDoNotLoseEachOther(t *testing.T) {
	nodes := memstore.New().Peer
	c := newClock()
	a, b := open(t, config(nodes(), c)), open(t, config(nodes(), c))
	who, _ := guest(t, a, "")
	var all sync.WaitGroup
	for range 5 {
		all.Go(func() { _, err := a.SetName(t.Context(), who.ID, "Ada"); wants(t, err, nil) })
		all.Go(func() { _, err := b.SetLang(t.Context(), who.ID, "de"); wants(t, err, nil) })
		all.Go(func() { _, err := b.SetBot(t.Context(), who.ID, true); wants(t, err, nil) })
	}
	all.Wait()
	if got, err := a.Get(t.Context(), who.ID); err != nil || got.Name != "Ada" || !got.Bot {
		t.Errorf("%+v, %v", got, err)
	}
	c.advance(identity.Stale)
	if got, err := a.Get(t.Context(), who.ID); err != nil || got.Lang != "de" {
		t.Errorf("%+v, %v", got, err)
	}
}

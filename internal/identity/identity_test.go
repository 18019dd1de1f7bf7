package identity_test

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// clock is a time that only the test moves.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time          { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

// counted counts how often a shelf is read and written.
type counted struct {
	store.Shelf
	gets, puts atomic.Int64
}

func (c *counted) Get(ctx context.Context, key string) (store.Record, error) {
	c.gets.Add(1)
	return c.Shelf.Get(ctx, key)
}

func (c *counted) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	c.puts.Add(1)
	return c.Shelf.Put(ctx, key, version, data)
}

const operatorKey = "a key of the operator's own"

func config(st *jetstream.Store, c *clock) identity.Config {
	return identity.Config{
		People: st.Shelf("people"), Sessions: st.Shelf("sessions"), Links: st.Shelf("links"), Owned: st.Shelf("owned"),
		Now: c.now, Random: rand.Reader, OperatorKey: operatorKey,
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

// A guest is known by the token, on every node, and after a restart.
func TestGuestIsKnownByToken(t *testing.T) {
	jetstreamtest.Each(t, func(t *testing.T, nodes func() *jetstream.Store) {
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
			if got, err := node.Who(t.Context(), token); err != nil || got != who {
				t.Errorf("%+v, %v", got, err)
			}
		}
		for _, bad := range []string{"", "x", token[:21], token + "A", strings.Repeat("A", 22), token[:21] + "!", who.ID} {
			_, err := p.Who(t.Context(), bad)
			wants(t, err, identity.ErrUnknown)
		}
	})
}

// Nothing on any shelf gives a token or the secret of a link away.
func TestStoreHoldsNoSecret(t *testing.T) {
	st := jetstreamtest.One(t)
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

// everything is all keys and data of the shelves.
func everything(t *testing.T, st *jetstream.Store) string {
	t.Helper()
	var all strings.Builder
	for _, name := range []string{"people", "sessions", "links", "owned"} {
		list, err := st.Shelf(name).List(t.Context(), "")
		if err != nil {
			t.Fatal(err)
		}
		for _, rec := range list {
			all.WriteString(rec.Key + " " + string(rec.Data) + "\n")
		}
	}
	return all.String()
}

// Who asks often is answered from memory; a revoked session is refused at once
// here and after the expiry elsewhere.
func TestCacheAndRevocation(t *testing.T) {
	st := jetstreamtest.One(t)
	c := newClock()
	conf := config(st, c)
	sessions := &counted{Shelf: conf.Sessions}
	conf.Sessions = sessions
	here, there := open(t, conf), open(t, config(st, c))
	who, token := guest(t, here, "")
	second, err := here.NewToken(t.Context(), who.ID, "a laptop")
	if err != nil {
		t.Fatal(err)
	}
	ask := func(p *identity.People, token string) error {
		_, err := p.Who(t.Context(), token)
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
	st := jetstreamtest.One(t)
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
		_, err := p.Who(t.Context(), gone)
		wants(t, err, identity.ErrUnknown)
	}
	for _, kept := range []string{token, stranger} {
		_, err := p.Who(t.Context(), kept)
		wants(t, err, nil)
	}
	wants(t, p.Leave(t.Context(), token), nil)
	_, err := p.Who(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	for range identity.MaxSessions {
		if _, err = p.NewToken(t.Context(), who.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	_, err = p.NewToken(t.Context(), who.ID, "")
	wants(t, err, identity.ErrTooMany)
}

// A day is noted once; a session that nobody used for long ends.
func TestSeenAndExpiry(t *testing.T) {
	st := jetstreamtest.One(t)
	c := newClock()
	conf := config(st, c)
	sessions := &counted{Shelf: conf.Sessions}
	conf.Sessions = sessions
	p := open(t, conf)
	who, token := guest(t, p, "")
	c.advance(24 * time.Hour)
	written := sessions.puts.Load()
	for range 5 {
		c.advance(time.Minute)
		got, err := p.Who(t.Context(), token)
		if err != nil || !got.Seen.After(who.Seen) {
			t.Fatalf("%+v, %v", got, err)
		}
	}
	if n := sessions.puts.Load() - written; n != 1 {
		t.Errorf("%d writes in a day", n)
	}
	c.advance(identity.Unseen - 24*time.Hour)
	_, err := p.Who(t.Context(), token)
	wants(t, err, nil)
	c.advance(identity.Unseen + 48*time.Hour)
	_, err = p.Who(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	if list, err := p.Sessions(t.Context(), who.ID, ""); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestNames(t *testing.T) {
	p := open(t, config(jetstreamtest.One(t), newClock()))
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
		if now, err := p.Who(t.Context(), token); err != nil || now.Name != want {
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

// Two who change the same person at once both get their way.
func TestChangesDoNotLoseEachOther(t *testing.T) {
	jetstreamtest.Each(t, func(t *testing.T, nodes func() *jetstream.Store) {
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
	})
}

func TestOperator(t *testing.T) {
	st := jetstreamtest.One(t)
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
	if got, err := p.Who(t.Context(), token); err != nil || !got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	for _, key := range []string{"", "another key altogether"} {
		conf := config(st, c)
		conf.OperatorKey = key
		after := open(t, conf)
		if got, err := after.Who(t.Context(), token); err != nil || got.Operator {
			t.Errorf("with the key %q: %+v, %v", key, got, err)
		}
		_, err := after.Elevate(t.Context(), token, operatorKey)
		wants(t, err, identity.ErrKey)
		_, err = after.Elevate(t.Context(), token, "")
		wants(t, err, identity.ErrKey)
	}
	wants(t, p.Lower(t.Context(), token), nil)
	if got, err := p.Who(t.Context(), token); err != nil || got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	conf := config(st, c)
	conf.OperatorKey = "short"
	_, err = identity.New(conf)
	wants(t, err, identity.ErrKey)
}

// S12: an operator's rights are those of the session that gave the key: another
// session of the same person has none, and they end.
func TestOperatorRightsEnd(t *testing.T) {
	st := jetstreamtest.One(t)
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
		if got, err := p.Who(t.Context(), token); err != nil || got.Operator != want || got.OperatorUntil.IsZero() == want {
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
	c.advance(time.Second) // also where it is remembered
	operates(p, token, false)
	operates(other, token, false)
	if got, err := p.Elevate(t.Context(), token, operatorKey); err != nil || !got.Operator {
		t.Errorf("once more: %+v, %v", got, err)
	}
}

// S12: what a former version stored on the person gives nobody any rights, and is
// gone with the next change.
func TestOperatorRightsOfFormerVersions(t *testing.T) {
	st := jetstreamtest.One(t)
	c := newClock()
	conf := config(st, c)
	p := open(t, conf)
	who, token := guest(t, p, "")
	rec, err := conf.People.Get(t.Context(), who.ID)
	wants(t, err, nil)
	mac := hmac.New(sha256.New, []byte(operatorKey))
	mac.Write([]byte("theriac operator\n" + who.ID))
	old := strings.TrimSuffix(string(rec.Data), "}") + `,"elevated":"` + hex.EncodeToString(mac.Sum(nil)) + `"}`
	_, err = conf.People.Put(t.Context(), who.ID, rec.Version, []byte(old))
	wants(t, err, nil)
	p = open(t, conf)
	if got, err := p.Who(t.Context(), token); err != nil || got.Operator {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = p.SetName(t.Context(), who.ID, "Ada")
	wants(t, err, nil)
	if rec, err = conf.People.Get(t.Context(), who.ID); err != nil || strings.Contains(string(rec.Data), "elevated") {
		t.Errorf("%s, %v", rec.Data, err)
	}
}

// S11: a browser is told once in a while to keep its cookie, and a session that is
// used does not end.
func TestRenew(t *testing.T) {
	st := jetstreamtest.One(t)
	c := newClock()
	p := open(t, config(st, c))
	_, token := guest(t, p, "")
	renewed := 0
	for range 900 { // comes back daily for longer than a session lives unused
		if _, err := p.Who(t.Context(), token); err != nil {
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

// whileRead is a shelf where something happens while a record is read.
type whileRead struct {
	store.Shelf
	reads int
	then  func()
}

func (w *whileRead) Get(ctx context.Context, key string) (store.Record, error) {
	w.reads++
	rec, err := w.Shelf.Get(ctx, key)
	if then := w.then; then != nil {
		w.then = nil
		then()
	}
	return rec, err
}

// S11: to ask whether a cookie is old keeps nobody else's session from being
// remembered. Each request of a browser asks it: under load no session would be.
func TestRenewForgetsNobody(t *testing.T) {
	c := config(jetstreamtest.One(t), newClock())
	_, ada := guest(t, open(t, c), "Ada")
	_, ben := guest(t, open(t, c), "Ben")
	sessions := &whileRead{Shelf: c.Sessions}
	c.Sessions = sessions
	p := open(t, c)
	sessions.then = func() {
		if again, err := p.Renew(t.Context(), ben); again || err != nil {
			t.Error(again, err)
		}
	}
	if _, err := p.Who(t.Context(), ada); err != nil {
		t.Fatal(err)
	}
	reads := sessions.reads
	if _, err := p.Who(t.Context(), ada); err != nil {
		t.Fatal(err)
	}
	if reads < 2 || sessions.reads != reads {
		t.Errorf("%d reads, then %d: a session that was just read was not remembered", reads, sessions.reads)
	}
}

package signin_test

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/signin"
	"theriac/internal/signin/signintest"
	"theriac/internal/store/memstore"
)

const origin = "https://theriac.example"

func node(t *testing.T, st *memstore.Store) (*signin.SignIn, *identity.People) {
	t.Helper()
	people, err := identity.New(identity.Config{
		KV: st.KV, Do: st.Do, Now: time.Now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	s, err := signin.New(signin.Config{KV: st.KV("signin"), People: people, Now: time.Now, Random: rand.Reader, Origin: origin})
	if err != nil {
		t.Fatal(err)
	}
	return s, people
}

func text(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Any node can finish a ceremony that another node began. If many try to finish it at the same time, one
// succeeds.
func TestAnyNodeFinishesOnce(t *testing.T) {
	nodes := memstore.New().Peer
	ctx := t.Context()
	one, people := node(t, nodes())
	two, _ := node(t, nodes())
	who, token, err := people.Guest(ctx, identity.Newcomer{Name: "Ada"})
	if err != nil {
		t.Fatal(err)
	}
	key := signintest.New(t, origin)
	begun, err := one.BeginPasskey(ctx, who, token, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := two.AddPasskey(ctx, who, token, begun.Secret, "", text(t, key.Create(begun.JSON))); err != nil {
		t.Fatal(err)
	}
	if begun, err = two.BeginSignIn(ctx, ""); err != nil {
		t.Fatal(err)
	}
	answer := text(t, key.Get(begun.JSON))
	var in, over atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			person, err := []*signin.SignIn{one, two}[i%2].SignIn(ctx, "", begun.Secret, answer)
			switch {
			case err == nil && person == who.ID:
				in.Add(1)
			case errors.Is(err, signin.ErrCeremony):
				over.Add(1)
			default:
				t.Errorf("%q, %v", person, err)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 || over.Load() != 7 {
		t.Errorf("%d signed in, %d were refused", in.Load(), over.Load())
	}
	codes, err := one.NewCodes(ctx, who.ID)
	if err != nil {
		t.Fatal(err)
	}
	in.Store(0)
	for i := range 8 {
		all.Go(func() {
			if person, err := []*signin.SignIn{one, two}[i%2].UseCode(ctx, codes[0]); err == nil && person == who.ID {
				in.Add(1)
			} else if !errors.Is(err, signin.ErrCode) {
				t.Errorf("%q, %v", person, err)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("a code was used %d times", in.Load())
	}
}

// A program that does not know all fields of a record must not write the record.
func TestNewerRecordsStay(t *testing.T) {
	st := memstore.New()
	s, people := node(t, st)
	who, token, err := people.Guest(t.Context(), identity.Newcomer{})
	if err != nil {
		t.Fatal(err)
	}
	key := signintest.New(t, origin)
	begun, err := s.BeginPasskey(t.Context(), who, token, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddPasskey(t.Context(), who, token, begun.Secret, "phone", text(t, key.Create(begun.JSON))); err != nil {
		t.Fatal(err)
	}
	kv := st.KV("signin")
	list, err := kv.List(t.Context(), "passkey")
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	newer := append([]byte(`{"tomorrow":1,`), list[0].Data[1:]...)
	if _, err := kv.Put(t.Context(), list[0].Key, list[0].Version, newer); err != nil {
		t.Fatal(err)
	}
	have, err := s.PasskeysOf(t.Context(), who.ID)
	if err != nil || len(have) != 1 || have[0].Label != "phone" {
		t.Fatal(have, err)
	}
	if _, err := s.RenamePasskey(t.Context(), who.ID, have[0].ID, "x"); err == nil {
		t.Error("a newer record was written")
	}
}

// A sign-in at the provider that begins on one node can be finished on another node, but only once. If many people
// link one new account at the same time, only one of them gets it.
func TestProviderAnyNode(t *testing.T) {
	nodes := memstore.New().Peer
	ctx := t.Context()
	p := signintest.NewProvider(t, origin+signin.ProviderPage, time.Now)
	join := func(st *memstore.Store) (*signin.SignIn, *identity.People) {
		_, people := node(t, st)
		s, err := signin.New(signin.Config{
			KV: st.KV("signin"), People: people, Now: time.Now, Random: rand.Reader, Origin: origin,
			Provider: signin.Provider{Issuer: p.URL, Client: p.Client, Secret: p.Secret},
		})
		if err != nil {
			t.Fatal(err)
		}
		return s, people
	}
	one, people := join(nodes())
	two, _ := join(nodes())
	address, secret, err := one.BeginProvider(ctx, "", false, "")
	if err != nil {
		t.Fatal(err)
	}
	code, state := p.Authorize(address, "ada")
	var came signin.Arrived
	var in, over atomic.Int64
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			got, err := []*signin.SignIn{two, one}[i%2].FinishProvider(ctx, "", secret, signin.ProviderAnswer{Code: code, State: state})
			switch {
			case err == nil && got.Person == "":
				in.Add(1)
				came = got
			case errors.Is(err, signin.ErrCeremony):
				over.Add(1)
			default:
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 || over.Load() != 7 {
		t.Fatalf("%d came back, %d were refused", in.Load(), over.Load())
	}
	var guests, owners [4]string
	for i := range guests {
		who, _, err := people.Guest(ctx, identity.Newcomer{})
		if err != nil {
			t.Fatal(err)
		}
		guests[i] = who.ID
	}
	in.Store(0)
	for i, guest := range guests {
		all.Go(func() {
			owner, err := []*signin.SignIn{two, one}[i%2].Link(ctx, came, guest)
			if owners[i] = owner; err == nil && owner == guest {
				in.Add(1)
			} else if !errors.Is(err, signin.ErrLinked) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 || owners[0] != owners[1] || owners[1] != owners[2] || owners[2] != owners[3] {
		t.Errorf("%d have it: %v", in.Load(), owners)
	}
}

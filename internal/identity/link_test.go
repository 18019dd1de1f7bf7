package identity_test

import (
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store/memstore"
)

func TestLinks(t *testing.T) {
	c := newClock()
	p := open(t, config(memstore.New(), c))
	who, _ := guest(t, p, "")
	later := c.now().Add(time.Hour)
	for name, tc := range map[string]struct {
		grant identity.Grant
		uses  int // how often the link can be redeemed; -1 means without limit
	}{
		"invite":       {identity.Grant{Kind: identity.KindInvite, Table: "t"}, -1},
		"seat":         {identity.Grant{Kind: identity.KindSeat, Table: "t", Seat: "s"}, -1},
		"seat, twice":  {identity.Grant{Kind: identity.KindSeat, Table: "t", Seat: "s", Uses: 2}, 2},
		"invite, late": {identity.Grant{Kind: identity.KindInvite, Table: "t", Expires: later}, -1},
	} {
		tc.grant.Person = who.ID
		link, err := p.Mint(t.Context(), tc.grant)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if g, key, err := p.Inspect(t.Context(), link.Secret); err != nil || key != link.Key || g.Table != "t" {
			t.Errorf("%s: %+v %s %v", name, g, key, err)
		}
		for i := range 4 {
			g, err := p.Redeem(t.Context(), link.Secret)
			if tc.uses < 0 || i < tc.uses {
				if err != nil || g.Kind != tc.grant.Kind || g.Seat != tc.grant.Seat || g.Person != who.ID {
					t.Errorf("%s: use %d: %+v, %v", name, i+1, g, err)
				}
			} else {
				wants(t, err, identity.ErrUnknown)
			}
		}
		if !tc.grant.Expires.IsZero() {
			c.advance(time.Hour)
		} else {
			wants(t, p.RevokeLink(t.Context(), link.Key), nil)
		}
		_, err = p.Redeem(t.Context(), link.Secret)
		wants(t, err, identity.ErrUnknown)
		wants(t, p.RevokeLink(t.Context(), link.Key), nil)
	}
	if all, err := p.Export(t.Context(), who.ID); err != nil || len(all.Links) != 0 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestLinksToNothing(t *testing.T) {
	c := newClock()
	p := open(t, config(memstore.New(), c))
	who, _ := guest(t, p, "")
	for name, g := range map[string]identity.Grant{
		"no kind":               {},
		"unknown kind":          {Kind: "x", Table: "t"},
		"invite without table":  {Kind: identity.KindInvite},
		"invite with a seat":    {Kind: identity.KindInvite, Table: "t", Seat: "s"},
		"seat without seat":     {Kind: identity.KindSeat, Table: "t"},
		"device for ever":       {Kind: identity.KindDevice, Uses: 1},
		"device as often":       {Kind: identity.KindDevice, Expires: c.now().Add(time.Hour)},
		"uses below nothing":    {Kind: identity.KindInvite, Table: "t", Uses: -1},
		"a table of a thousand": {Kind: identity.KindInvite, Table: strings.Repeat("t", 1000)},
	} {
		g.Person = who.ID
		if _, err := p.Mint(t.Context(), g); err == nil {
			t.Errorf("%s was made", name)
		} else {
			wants(t, err, identity.ErrGrant)
		}
	}
	_, err := p.Mint(t.Context(), identity.Grant{Kind: identity.KindInvite, Table: "t", Person: strings.Repeat("a", 20)})
	wants(t, err, identity.ErrUnknown)
}

// A link for one use works only once, however many clients redeem it concurrently on any node.
func TestOneUseOnce(t *testing.T) {
	nodes := memstore.New().Peer
	c := newClock()
	all := []*identity.People{open(t, config(nodes(), c)), open(t, config(nodes(), c)), open(t, config(nodes(), c))}
	who, _ := guest(t, all[0], "")
	for _, uses := range []int{1, 3} {
		link, err := all[0].Mint(t.Context(), identity.Grant{Kind: identity.KindInvite, Person: who.ID, Table: "t", Uses: uses})
		if err != nil {
			t.Fatal(err)
		}
		var got atomic.Int64
		var group sync.WaitGroup
		for i := range 12 {
			group.Go(func() {
				if _, err := all[i%3].Redeem(t.Context(), link.Secret); err == nil {
					got.Add(1)
				} else {
					wants(t, err, identity.ErrUnknown)
				}
			})
		}
		group.Wait()
		if int(got.Load()) != uses {
			t.Errorf("%d of %d uses", got.Load(), uses)
		}
	}
}

func TestDeviceLink(t *testing.T) {
	c := newClock()
	p := open(t, config(memstore.New(), c))
	who, token := guest(t, p, "Ada")
	link, err := p.DeviceLink(t.Context(), who.ID)
	if err != nil {
		t.Fatal(err)
	}
	same, second, err := p.OpenDevice(t.Context(), link.Secret, "a tablet")
	if err != nil || same != who || second == token {
		t.Errorf("%+v, %v", same, err)
	}
	for _, tok := range []string{token, second} {
		if got, err := p.Authenticate(t.Context(), tok); err != nil || got != who {
			t.Errorf("%+v, %v", got, err)
		}
	}
	_, _, err = p.OpenDevice(t.Context(), link.Secret, "")
	wants(t, err, identity.ErrUnknown)

	link, err = p.DeviceLink(t.Context(), who.ID)
	wants(t, err, nil)
	c.advance(identity.DeviceTime)
	_, _, err = p.OpenDevice(t.Context(), link.Secret, "")
	wants(t, err, identity.ErrUnknown)

	// If a person has too many sessions, opening the link fails without using it up.
	link, err = p.DeviceLink(t.Context(), who.ID)
	wants(t, err, nil)
	for err == nil {
		_, err = p.NewToken(t.Context(), who.ID, "")
	}
	wants(t, err, identity.ErrTooMany)
	_, _, err = p.OpenDevice(t.Context(), link.Secret, "")
	wants(t, err, identity.ErrTooMany)
	wants(t, p.RevokeOthers(t.Context(), who.ID, token), nil)
	_, _, err = p.OpenDevice(t.Context(), link.Secret, "")
	wants(t, err, nil)

	invite, err := p.Mint(t.Context(), identity.Grant{Kind: identity.KindInvite, Person: who.ID, Table: "t"})
	wants(t, err, nil)
	_, _, err = p.OpenDevice(t.Context(), invite.Secret, "")
	wants(t, err, identity.ErrUnknown)
	// A session token is not accepted as the secret of a link, and a link's secret is not accepted
	// as a token.
	_, err = p.Redeem(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	_, err = p.Authenticate(t.Context(), invite.Secret)
	wants(t, err, identity.ErrUnknown)
}

// A forgotten person is removed completely, and concurrent requests do not restore them.
func TestExportAndForget(t *testing.T) {
	st := memstore.New()
	c := newClock()
	p, there := open(t, config(st, c)), open(t, config(st, c))
	who, token := guest(t, p, "Ada")
	other, otherToken := guest(t, p, "Bob")
	if _, err := there.Authenticate(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	for _, person := range []string{who.ID, other.ID} {
		if _, err := p.Mint(t.Context(), identity.Grant{Kind: identity.KindInvite, Person: person, Table: "sometable"}); err != nil {
			t.Fatal(err)
		}
	}
	out, err := p.Export(t.Context(), who.ID)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`"Ada"`, `"a phone"`, `"sometable"`} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%s is not in %s", part, text)
		}
	}
	if strings.Contains(string(text), token) {
		t.Errorf("%s has the token", text)
	}
	wants(t, p.Forget(t.Context(), who.ID), nil)
	// The other node still has the person cached. It must not write the person's record again.
	_, err = there.NewToken(t.Context(), who.ID, "late")
	wants(t, err, identity.ErrUnknown)
	_, err = there.Mint(t.Context(), identity.Grant{Kind: identity.KindInvite, Person: who.ID, Table: "t"})
	wants(t, err, identity.ErrUnknown)
	all := everything(t, st)
	if strings.Contains(all, who.ID) || strings.Contains(all, "Ada") {
		t.Errorf("a trace is left in\n%s", all)
	}
	if !strings.Contains(all, other.ID) {
		t.Error("everybody was forgotten")
	}
	_, err = p.Authenticate(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	c.advance(identity.Stale)
	_, err = there.Authenticate(t.Context(), token)
	wants(t, err, identity.ErrUnknown)
	_, err = p.Authenticate(t.Context(), otherToken)
	wants(t, err, nil)
	wants(t, p.Forget(t.Context(), who.ID), nil)
	wants(t, p.Forget(t.Context(), "*"), identity.ErrUnknown)
}

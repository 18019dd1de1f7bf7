package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"theriac/internal/store"
)

// The kinds of links, by what they grant.
const (
	// KindDevice is a link that opens a session for the same person on another device. It works
	// once, for DeviceTime.
	KindDevice = "device"
	// KindSeat is a private link that gives its user one particular seat at a table.
	KindSeat = "seat"
	// KindInvite is a link that invites people to a table.
	KindInvite = "invite"
)

// DeviceTime is how long a link to another device stays valid.
const DeviceTime = 10 * time.Minute

// Grant is what a link gives to anyone who opens it.
type Grant struct {
	Kind    string    `json:"kind"`
	Person  string    `json:"person"` // id of the person who made the link
	Table   string    `json:"table,omitempty"`
	Seat    string    `json:"seat,omitempty"`   // the seat's opaque id
	Uses    int       `json:"uses,omitempty"`   // how often the link can be used; 0 means without limit
	Expires time.Time `json:"expires,omitzero"` // when the link expires; zero means that it is valid until revoked
	Created time.Time `json:"created"`          // set by Mint
}

type linkRecord struct {
	Grant
	Used int `json:"used,omitempty"`

	newer bool // the record has fields that this program does not know, so it must not be written back
}

func knownKind(kind string) bool { return kind == KindDevice || kind == KindSeat || kind == KindInvite }

// Link is a newly made link. Secret is stored nowhere. Key identifies the link in later calls and
// grants nothing.
type Link struct{ Secret, Key string }

// Mint creates a link for a grant and returns its secret.
func (p *People) Mint(ctx context.Context, g Grant) (Link, error) {
	g.Created = p.conf.Now().UTC()
	if err := g.check(); err != nil {
		return Link{}, err
	}
	if _, err := p.Get(ctx, g.Person); err != nil {
		return Link{}, err
	}
	have, err := p.owned(ctx, g.Person, ownedLink)
	if err != nil {
		return Link{}, err
	}
	if len(have) >= MaxLinks {
		return Link{}, fmt.Errorf("%w links", ErrTooMany)
	}
	secret, key, err := p.newSecret()
	if err != nil {
		return Link{}, err
	}
	return Link{Secret: secret, Key: key}, p.give(ctx, g.Person, ownedLink, BucketLinks, key, linkRecord{Grant: g})
}

// check returns an error if the grant lacks a field that its kind of link needs, such as the table.
func (g Grant) check() error {
	ok := g.Uses >= 0 && len(g.Table) <= 64 && len(g.Seat) <= 64
	switch g.Kind {
	case KindDevice:
		ok = ok && g.Table == "" && g.Seat == "" && g.Uses == 1 && !g.Expires.IsZero()
	case KindSeat:
		ok = ok && g.Table != "" && g.Seat != ""
	case KindInvite:
		ok = ok && g.Table != "" && g.Seat == ""
	default:
		ok = false
	}
	if !ok {
		return fmt.Errorf("%w: kind %q", ErrGrant, g.Kind)
	}
	return nil
}

// Inspect returns a link's grant and its key, without using the link up.
func (p *People) Inspect(ctx context.Context, secret string) (Grant, string, error) {
	key, ok := keyOf(secret)
	if !ok {
		return Grant{}, "", ErrUnknown
	}
	r, _, err := p.link(ctx, key)
	return r.Grant, key, err
}

// Redeem uses a link and returns its grant. If the store fails to answer, the use may count
// although the caller gets no grant. That is better than a link that works too often.
func (p *People) Redeem(ctx context.Context, secret string) (Grant, error) {
	key, ok := keyOf(secret)
	if !ok {
		return Grant{}, ErrUnknown
	}
	for {
		r, version, err := p.link(ctx, key)
		if err != nil || r.Uses == 0 {
			return r.Grant, err
		}
		if r.newer {
			return Grant{}, fmt.Errorf("identity: link: %w", store.ErrNewer)
		}
		r.Used++
		err = put(ctx, p.kv.links, key, version, r)
		if errors.Is(err, store.ErrConflict) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return Grant{}, fmt.Errorf("identity: link: %w", err)
		}
		if r.Used >= r.Uses {
			// The link is already used up: if the record cannot be deleted now, it remains in the
			// store but grants nothing.
			_ = p.dropLink(ctx, r.Person, key)
		}
		return r.Grant, nil
	}
}

// link reads the record of a link that can still be used, and the record's version.
func (p *People) link(ctx context.Context, key string) (linkRecord, uint64, error) {
	rec, err := p.kv.links.Get(ctx, key)
	if err != nil {
		return linkRecord{}, 0, unknown("link", err)
	}
	r, err := decodeLink(rec.Data)
	if err != nil {
		return linkRecord{}, 0, err
	}
	late := !r.Expires.IsZero() && !p.conf.Now().Before(r.Expires)
	if late || r.Uses > 0 && r.Used >= r.Uses {
		return linkRecord{}, 0, errors.Join(ErrUnknown, p.dropLink(ctx, r.Person, key))
	}
	return r, rec.Version, nil
}

// RevokeLink ends a link. It is not an error if the link does not exist.
func (p *People) RevokeLink(ctx context.Context, key string) error {
	if !isKey(key) {
		return nil
	}
	rec, err := p.kv.links.Get(ctx, key)
	if errors.Is(err, store.ErrAbsent) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("identity: link: %w", err)
	}
	r, err := decodeLink(rec.Data)
	if err != nil {
		return err
	}
	return p.dropLink(ctx, r.Person, key)
}

func (p *People) dropLink(ctx context.Context, person, key string) error {
	return p.drop(ctx, person, ownedLink, BucketLinks, key)
}

// DeviceLink creates a link that signs a person in on another device.
func (p *People) DeviceLink(ctx context.Context, person string) (Link, error) {
	return p.Mint(ctx, Grant{Kind: KindDevice, Person: person, Uses: 1, Expires: p.conf.Now().UTC().Add(DeviceTime)})
}

// OpenDevice uses a link made by DeviceLink: it signs the link's person in on this device.
func (p *People) OpenDevice(ctx context.Context, secret, label string) (Person, string, error) {
	g, _, err := p.Inspect(ctx, secret)
	if err != nil {
		return Person{}, "", err
	}
	if g.Kind != KindDevice {
		return Person{}, "", ErrUnknown
	}
	// Check before using the link up, so a person with too many sessions can end some and try
	// again.
	if err = p.CheckSessionLimit(ctx, g.Person); err != nil {
		return Person{}, "", err
	}
	if g, err = p.Redeem(ctx, secret); err != nil {
		return Person{}, "", err
	}
	token, err := p.NewToken(ctx, g.Person, label)
	if err != nil {
		return Person{}, "", err
	}
	who, err := p.Get(ctx, g.Person)
	return who, token, err
}

func decodeLink(data []byte) (linkRecord, error) {
	var r linkRecord
	err := json.Unmarshal(data, &r)
	if err == nil && IsID(r.Person, PersonLength) && r.Kind != "" && !knownKind(r.Kind) {
		return r, fmt.Errorf("identity: link: %w: the kind %q", store.ErrNewer, r.Kind)
	}
	if err == nil {
		err = r.check()
	}
	if err == nil && (!IsID(r.Person, PersonLength) || r.Used < 0) {
		err = errors.New("of nobody")
	}
	if err != nil {
		return r, fmt.Errorf("identity: link: %w: %w", store.ErrDamaged, err)
	}
	r.newer = store.Newer(data, &linkRecord{})
	return r, nil
}

package identity

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"theriac/internal/store"
)

// The kinds of links.
const (
	// KindDevice opens a session for the same person on another device: once,
	// within ten minutes.
	KindDevice = "device"
	// KindSeat is the private link of one seat.
	KindSeat = "seat"
	// KindInvite is the invitation to a table.
	KindInvite = "invite"
)

// DeviceTime is how long a link to another device works.
const DeviceTime = 10 * time.Minute

// Grant is what a link gives to whoever has it.
type Grant struct {
	Kind    string    `json:"kind"`
	Person  string    `json:"person"` // who made it
	Table   string    `json:"table,omitempty"`
	Seat    string    `json:"seat,omitempty"`   // the seat's opaque id
	Uses    int       `json:"uses,omitempty"`   // 0: without limit
	Expires time.Time `json:"expires,omitzero"` // zero: until revoked
	Created time.Time `json:"created"`          // set by Mint
}

type linkRecord struct {
	Grant
	Used int `json:"used,omitempty"`

	newer bool // it has fields that this program does not know: it is not written back
}

func knownKind(kind string) bool { return kind == KindDevice || kind == KindSeat || kind == KindInvite }

// Link is a new link. It holds the secret, which is nowhere else; the key names the
// link from now on, and opens nothing.
type Link struct{ Secret, Key string }

// Mint makes a link.
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
	if err := p.own(ctx, g.Person, ownedLink, key); err != nil {
		return Link{}, err
	}
	if err := putNew(ctx, p.kv.links, key, linkRecord{Grant: g}); err != nil {
		return Link{}, fmt.Errorf("identity: new link: %w", err)
	}
	if err := p.Exists(ctx, g.Person); err != nil {
		return Link{}, errors.Join(err, p.dropLink(ctx, g.Person, key))
	}
	return Link{Secret: secret, Key: key}, nil
}

// check refuses a link to nothing.
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

// Inspect says what a link gives and what its key is, without using it.
func (p *People) Inspect(ctx context.Context, secret string) (Grant, string, error) {
	key, ok := keyOf(secret)
	if !ok {
		return Grant{}, "", ErrUnknown
	}
	r, _, err := p.link(ctx, key)
	return r.Grant, key, err
}

// Redeem uses a link. Where the store gives no answer the use may be gone: that is
// better than one use too many.
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
			// It is used up in any case: if it cannot be deleted now, the record that stays
			// opens nothing.
			_ = p.dropLink(ctx, r.Person, key)
		}
		return r.Grant, nil
	}
}

// link reads a link that can still be used.
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

// RevokeLink ends a link. To revoke an absent one is no error.
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
	if err := p.kv.links.Delete(ctx, key); err != nil {
		return fmt.Errorf("identity: link: %w", err)
	}
	return p.disown(ctx, person, ownedLink, key)
}

// DeviceLink makes the link that moves a person to another device.
func (p *People) DeviceLink(ctx context.Context, person string) (Link, error) {
	return p.Mint(ctx, Grant{Kind: KindDevice, Person: person, Uses: 1, Expires: p.conf.Now().UTC().Add(DeviceTime)})
}

// OpenDevice uses such a link: the same person, with a session for this device.
func (p *People) OpenDevice(ctx context.Context, secret, label string) (Person, string, error) {
	g, _, err := p.Inspect(ctx, secret)
	if err != nil {
		return Person{}, "", err
	}
	if g.Kind != KindDevice {
		return Person{}, "", ErrUnknown
	}
	// A person who has too many sessions can end some and come back.
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

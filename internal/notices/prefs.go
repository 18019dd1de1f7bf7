package notices

import (
	"context"
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/outbound"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Limits on one person's settings.
const (
	MaxDevices  = 10
	MaxEndpoint = 1000 // characters
	MaxLabel    = 64
)

// Errors that callers compare with errors.Is.
var (
	// ErrDevice reports an invalid push subscription.
	ErrDevice error = refusal.New(refusal.Invalid, "bad-subscription", "notices: not a subscription")
	// ErrQuiet reports invalid quiet hours.
	ErrQuiet error = refusal.New(refusal.Invalid, "bad-quiet-hours", "notices: not quiet hours")
	// ErrAddress reports an invalid email address.
	ErrAddress error = refusal.New(refusal.Invalid, "bad-address", "notices: not a mail address")
	// ErrNoMail reports that this server cannot send emails.
	ErrNoMail error = refusal.New(refusal.Conflict, "no-mail", "notices: this server sends no mail")
	// ErrTooMany reports that too many confirmation emails were requested recently.
	ErrTooMany error = refusal.New(refusal.TooMany, "too-many", "notices: too many")
	// ErrVoid reports a link from an email that is invalid or no longer valid.
	ErrVoid error = refusal.New(refusal.NotFound, "link-void", "notices: the link is void")
)

// Person holds one person's settings for notices.
type Person struct {
	Devices []Device `json:"devices,omitempty"`
	Quiet   *Quiet   `json:"quiet,omitempty"`
	Mail    *Mail    `json:"mail,omitempty"`
	Off     []string `json:"off,omitempty"` // the kinds of news that the person does not want
}

// Device is a subscribed browser, with the address and keys from its push service.
type Device struct {
	ID       string    `json:"id"`
	Label    string    `json:"label,omitempty"`
	Created  time.Time `json:"created"`
	Endpoint string    `json:"endpoint"`
	P256dh   string    `json:"p256dh"`
	Auth     string    `json:"auth"`
	// Session is the public id of the session in which the browser subscribed. The subscription ends with the
	// session.
	Session string `json:"session,omitempty"`
}

// Mail is a person's email address and whether it is confirmed.
type Mail struct {
	Address   string    `json:"address"`
	Asked     time.Time `json:"asked"` // when the confirmation email was sent
	Confirmed bool      `json:"confirmed,omitempty"`
}

// any reports whether the person has any device or confirmed address for notices.
func (p Person) any() bool { return len(p.Devices) > 0 || p.Mail != nil && p.Mail.Confirmed }

// isOff reports whether the person does not want a kind of news.
func (p Person) isOff(kind string) bool { return slices.Contains(p.Off, kind) }

// Get returns a person's settings for notices.
func (n *Notifier) Get(ctx context.Context, person string) (Person, error) {
	p, _, err := n.get(ctx, person)
	return p, err
}

func (n *Notifier) get(ctx context.Context, person string) (Person, uint64, error) {
	if !identity.IsID(person, identity.PersonLength) {
		return Person{}, 0, identity.ErrUnknown
	}
	rec, err := n.kv.people.Get(ctx, person)
	if errors.Is(err, store.ErrAbsent) {
		return Person{}, 0, nil
	}
	if err != nil {
		return Person{}, 0, fmt.Errorf("notices: person: %w", err)
	}
	p, err := decodePerson(rec.Data)
	return p, rec.Version, err
}

func decodePerson(data []byte) (Person, error) {
	var p Person
	if err := json.Unmarshal(data, &p); err != nil {
		return p, fmt.Errorf("notices: person: %w: %w", store.ErrDamaged, err)
	}
	return p, nil
}

// change applies f to a person's settings and writes them. After a conflict it does both again. If the person
// has been deleted meanwhile, it writes nothing.
func (n *Notifier) change(ctx context.Context, person string, f func(*Person) error) (Person, error) {
	for {
		p, version, err := n.get(ctx, person)
		if err != nil {
			return p, err
		}
		if err := f(&p); err != nil {
			return p, err
		}
		if len(p.Devices) == 0 && p.Mail == nil && p.Quiet == nil && len(p.Off) == 0 {
			return p, n.kv.people.Delete(ctx, person)
		}
		data, err := json.Marshal(p)
		if err != nil {
			return p, err
		}
		_, err = n.kv.people.Put(ctx, person, version, data)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return p, fmt.Errorf("notices: person: %w", err)
		}
		if _, err := n.conf.Identity.Get(ctx, person); err != nil {
			return p, errors.Join(err, n.Forget(ctx, person))
		}
		return p, nil
	}
}

// AddDevice adds a push subscription. If its browser is already subscribed, or if it has the id of one of the
// person's devices, it replaces that device's subscription and keeps the id. If there are too many devices,
// AddDevice removes the oldest.
func (n *Notifier) AddDevice(ctx context.Context, person string, d Device) (Device, error) {
	if err := n.checkDevice(d); err != nil {
		return d, err
	}
	label, err := identity.CleanLine(d.Label, MaxLabel)
	if err != nil {
		return d, err
	}
	replaces := d.ID
	fresh, err := n.newID()
	if err != nil {
		return d, err
	}
	d.Label = label
	if err := n.ownEndpoint(ctx, person, d.Endpoint); err != nil {
		return d, err
	}
	var gone []Device
	_, err = n.change(ctx, person, func(p *Person) error {
		d.ID, d.Created, gone = fresh, n.now(), nil
		place, kept := -1, make([]Device, 0, len(p.Devices)+1)
		for _, old := range p.Devices {
			if same := old.ID == replaces; same || old.Endpoint == d.Endpoint {
				if place < 0 {
					place, kept = len(kept), append(kept, d)
				}
				if d.ID == fresh || same {
					d.ID, d.Created = old.ID, old.Created
				}
				if old.Endpoint != d.Endpoint {
					gone = append(gone, old)
				}
				continue
			}
			kept = append(kept, old)
		}
		if place < 0 {
			over := max(len(kept)-MaxDevices+1, 0)
			gone, kept = append(gone, kept[:over]...), kept[over:]
			place, kept = len(kept), append(kept, d)
		}
		kept[place] = d
		p.Devices = kept
		return nil
	})
	if err != nil {
		return d, err
	}
	return d, n.freeEndpoints(ctx, person, gone)
}

// checkDevice rejects subscriptions that no push service would issue: an address without TLS or outside the
// public internet, or invalid keys. A host name is resolved and checked later, with each request.
func (n *Notifier) checkDevice(d Device) error {
	u, err := url.Parse(d.Endpoint)
	if err != nil || len(d.Endpoint) > MaxEndpoint || u.Scheme != "https" && !(n.conf.Private && u.Scheme == "http") ||
		u.Hostname() == "" || u.User != nil || u.Fragment != "" {
		return ErrDevice
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err == nil && !n.conf.Private && !outbound.Public(ip) {
		return ErrDevice
	}
	for _, c := range []byte(d.Endpoint) {
		if c <= ' ' || c > '~' {
			return ErrDevice
		}
	}
	key, err := base64.RawURLEncoding.DecodeString(d.P256dh)
	if err != nil {
		return ErrDevice
	}
	if _, err := ecdh.P256().NewPublicKey(key); err != nil {
		return ErrDevice
	}
	if auth, err := base64.RawURLEncoding.DecodeString(d.Auth); err != nil || len(auth) != authSize {
		return ErrDevice
	}
	return nil
}

const authSize = 16

// ownEndpoint records who owns a push subscription. A browser has one owner at a time: if another person used
// it before, that person's notices must no longer reach it.
func (n *Notifier) ownEndpoint(ctx context.Context, person, endpoint string) error {
	key := endpointKey(endpoint)
	for {
		rec, err := n.kv.endpoints.Get(ctx, key)
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			return fmt.Errorf("notices: device: %w", err)
		}
		before := string(rec.Data)
		if before == person {
			return nil
		}
		if before != "" {
			if err := n.dropEndpoint(ctx, before, endpoint); err != nil {
				return err
			}
		}
		_, err = n.kv.endpoints.Put(ctx, key, rec.Version, []byte(person))
		if store.Retryable(ctx, err) {
			continue
		}
		return err
	}
}

// dropEndpoint removes the record of a person's ownership of a push subscription.
func (n *Notifier) dropEndpoint(ctx context.Context, person, endpoint string) error {
	_, err := n.change(ctx, person, func(p *Person) error {
		p.Devices = slices.DeleteFunc(p.Devices, func(d Device) bool { return d.Endpoint == endpoint })
		return nil
	})
	if errors.Is(err, identity.ErrUnknown) {
		return nil
	}
	return err
}

// freeEndpoints removes the ownership records of push subscriptions that a person has given up.
func (n *Notifier) freeEndpoints(ctx context.Context, person string, gone []Device) error {
	for _, d := range gone {
		key := endpointKey(d.Endpoint)
		rec, err := n.kv.endpoints.Get(ctx, key)
		if errors.Is(err, store.ErrAbsent) || err == nil && string(rec.Data) != person {
			continue
		}
		if err == nil {
			err = n.kv.endpoints.Delete(ctx, key)
		}
		if err != nil {
			return fmt.Errorf("notices: device: %w", err)
		}
	}
	return nil
}

func endpointKey(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return hex.EncodeToString(sum[:])
}

// RemoveDevice removes a device's push subscription. It returns no error if there is none.
func (n *Notifier) RemoveDevice(ctx context.Context, person, id string) error {
	var gone []Device
	_, err := n.change(ctx, person, func(p *Person) error {
		gone = nil
		p.Devices = slices.DeleteFunc(p.Devices, func(d Device) bool {
			if d.ID == id {
				gone = append(gone, d)
			}
			return d.ID == id
		})
		return nil
	})
	if err != nil {
		return err
	}
	return n.freeEndpoints(ctx, person, gone)
}

// EndSessions removes the push subscriptions of sessions that have ended.
func (n *Notifier) EndSessions(ctx context.Context, person string, ended func(session string) bool) error {
	theirs := func(d Device) bool { return ended(d.Session) }
	p, err := n.Get(ctx, person)
	if err != nil || !slices.ContainsFunc(p.Devices, theirs) {
		return err
	}
	var gone []Device
	_, err = n.change(ctx, person, func(p *Person) error {
		gone = nil
		p.Devices = slices.DeleteFunc(p.Devices, func(d Device) bool {
			over := theirs(d)
			if over {
				gone = append(gone, d)
			}
			return over
		})
		return nil
	})
	if err != nil {
		return err
	}
	return n.freeEndpoints(ctx, person, gone)
}

// RenewSession moves a session's push subscriptions to the session that replaces it.
func (n *Notifier) RenewSession(ctx context.Context, person, before, after string) error {
	p, err := n.Get(ctx, person)
	if err != nil || !slices.ContainsFunc(p.Devices, func(d Device) bool { return d.Session == before }) {
		return err
	}
	_, err = n.change(ctx, person, func(p *Person) error {
		for i := range p.Devices {
			if p.Devices[i].Session == before {
				p.Devices[i].Session = after
			}
		}
		return nil
	})
	return err
}

// SetQuiet sets a person's quiet hours, or removes them if q is nil.
func (n *Notifier) SetQuiet(ctx context.Context, person string, q *Quiet) (Person, error) {
	if q != nil {
		if err := q.check(); err != nil {
			return Person{}, err
		}
	}
	return n.change(ctx, person, func(p *Person) error {
		p.Quiet = q
		return nil
	})
}

// SetOff sets the kinds of news that a person does not want.
func (n *Notifier) SetOff(ctx context.Context, person string, off []string) (Person, error) {
	off = slices.Compact(slices.Sorted(slices.Values(off)))
	return n.change(ctx, person, func(p *Person) error {
		p.Off = off
		return nil
	})
}

// Export is everything that this package stores about a person.
type Export struct {
	Person
	Owed []string // ids of the tables that wait for the person
}

// Export collects everything that this package stores about a person.
func (n *Notifier) Export(ctx context.Context, person string) (e Export, err error) {
	if e.Person, err = n.Get(ctx, person); err != nil {
		return e, err
	}
	e.Owed, err = n.Owed(ctx, person)
	return e, err
}

// Buckets declares the buckets of this package, for exporting and forgetting people.
func (n *Notifier) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketPeople, Export: store.Exports(n.Export), Forget: n.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
			told, err := n.Get(ctx, person)
			return len(told.Devices) > 0 || told.Mail != nil, err
		}},
		{Name: BucketEndpoints, With: BucketPeople},
		{Name: BucketDebts, With: BucketPeople},
		{Name: BucketServer, With: BucketPeople}, // this bucket also contains recent requests for confirmation emails
	}
}

// Forget removes everything that this package stores about a person.
func (n *Notifier) Forget(ctx context.Context, person string) error {
	if !identity.IsID(person, identity.PersonLength) {
		return identity.ErrUnknown
	}
	p, _, err := n.get(ctx, person)
	if err != nil && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	if err := n.freeEndpoints(ctx, person, p.Devices); err != nil {
		return err
	}
	if err := n.kv.people.Delete(ctx, person); err != nil {
		return fmt.Errorf("notices: forget: %w", err)
	}
	if err := n.kv.server.Delete(ctx, askedPrefix+".person-"+person); err != nil {
		return fmt.Errorf("notices: forget: %w", err)
	}
	owed, err := n.kv.debts.List(ctx, person)
	if err != nil {
		return fmt.Errorf("notices: forget: %w", err)
	}
	for _, rec := range owed {
		if err := n.kv.debts.Delete(ctx, rec.Key); err != nil {
			return fmt.Errorf("notices: forget: %w", err)
		}
	}
	return nil
}

// Owed returns the tables to which a person owes an answer.
func (n *Notifier) Owed(ctx context.Context, person string) ([]string, error) {
	list, err := n.kv.debts.List(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("notices: debts: %w", err)
	}
	tables := make([]string, 0, len(list))
	for _, rec := range list {
		if _, table := splitKey(rec.Key); !isApart(table) && !isNamed(table) {
			tables = append(tables, table)
		}
	}
	return tables, nil
}

// personChanged updates what this node knows after any node has changed a person's settings.
func (n *Notifier) personChanged(rec store.Record) {
	var p Person
	if rec.Data != nil {
		var err error
		if p, err = decodePerson(rec.Data); err != nil {
			n.trouble("read what somebody asked for", err)
			return
		}
	}
	n.mu.Lock()
	was := n.wanted[rec.Key] > 0
	if p.any() {
		n.wanted[rec.Key] = rec.Version
	} else {
		delete(n.wanted, rec.Key)
	}
	if n.Ready() {
		n.debts.retryNow(rec.Key, n.now()) // the person may have changed their quiet hours
	}
	n.mu.Unlock()
	n.wakeDue()
	if p.any() && !was && n.Ready() {
		select {
		case n.asked <- rec.Key:
		default:
		}
	}
}

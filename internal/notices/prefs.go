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

// What one person may have.
const (
	MaxDevices  = 10
	MaxEndpoint = 1000 // characters
	MaxLabel    = 64
)

// Errors to compare with errors.Is.
var (
	// ErrDevice says that a subscription is none that could be sent to.
	ErrDevice error = refusal.New(refusal.Invalid, "bad-subscription", "notices: not a subscription")
	// ErrQuiet says that quiet hours make no sense.
	ErrQuiet error = refusal.New(refusal.Invalid, "bad-quiet-hours", "notices: not quiet hours")
	// ErrAddress says that a mail address is not one.
	ErrAddress error = refusal.New(refusal.Invalid, "bad-address", "notices: not a mail address")
	// ErrNoMail says that the operator has no mail server.
	ErrNoMail error = refusal.New(refusal.Conflict, "no-mail", "notices: this server sends no mail")
	// ErrTooMany says that too many mails were asked for lately.
	ErrTooMany error = refusal.New(refusal.TooMany, "too-many", "notices: too many")
	// ErrVoid says that a link of a mail does not work, or no longer.
	ErrVoid error = refusal.New(refusal.NotFound, "link-void", "notices: the link is void")
)

// Person is what one person asked for.
type Person struct {
	Devices []Device `json:"devices,omitempty"`
	Quiet   *Quiet   `json:"quiet,omitempty"`
	Mail    *Mail    `json:"mail,omitempty"`
}

// Device is a browser that subscribed, with the address and the keys that its push
// service gave it.
type Device struct {
	ID       string    `json:"id"`
	Label    string    `json:"label,omitempty"`
	Created  time.Time `json:"created"`
	Endpoint string    `json:"endpoint"`
	P256dh   string    `json:"p256dh"`
	Auth     string    `json:"auth"`
	// Session is the session that subscribed it, by the id that its owner knows. It ends
	// with it.
	Session string `json:"session,omitempty"`
}

// Mail is a person's mail address.
type Mail struct {
	Address   string    `json:"address"`
	Asked     time.Time `json:"asked"` // when the confirmation was sent
	Confirmed bool      `json:"confirmed,omitempty"`
}

// any says whether there is a way to tell them.
func (p Person) any() bool { return len(p.Devices) > 0 || p.Mail != nil && p.Mail.Confirmed }

// Get is what a person asked for.
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

// change rewrites what a person asked for, and repeats after a conflict. A person who
// was forgotten meanwhile gets nothing back.
func (n *Notifier) change(ctx context.Context, person string, f func(*Person) error) (Person, error) {
	for {
		p, version, err := n.get(ctx, person)
		if err != nil {
			return p, err
		}
		if err := f(&p); err != nil {
			return p, err
		}
		if len(p.Devices) == 0 && p.Mail == nil && p.Quiet == nil {
			return p, n.kv.people.Delete(ctx, person)
		}
		data, err := json.Marshal(p)
		if err != nil {
			return p, err
		}
		_, err = n.kv.people.Put(ctx, person, version, data)
		if retryable(ctx, err) {
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

// AddDevice subscribes a device. The same subscription again takes the place of the
// first, and one under the id of a device of theirs the place of that one's, which keeps
// its id; with too many, the oldest goes.
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

// checkDevice refuses what no push service gives: an address without TLS or outside the
// public internet, or keys that are none. Where a name leads is checked when it is called.
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

// ownEndpoint notes whose a subscription is. A browser has one at a time: where somebody
// else used it before, their notices must no longer come to it.
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
		if retryable(ctx, err) {
			continue
		}
		return err
	}
}

// dropEndpoint takes a subscription away from a person.
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

// freeEndpoints removes the notes of subscriptions that a person no longer has.
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

// RemoveDevice ends a subscription. To end one that is not there is no error.
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

// EndSessions ends the subscriptions of sessions that have ended.
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

// RenewSession gives the subscriptions of a session to the one that took its place.
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

// SetQuiet sets quiet hours, or none.
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

// Export is all that is stored to tell a person.
type Export struct {
	Person
	Owed []string // tables
}

// Export collects a person's own data.
func (n *Notifier) Export(ctx context.Context, person string) (e Export, err error) {
	if e.Person, err = n.Get(ctx, person); err != nil {
		return e, err
	}
	e.Owed, err = n.Owed(ctx, person)
	return e, err
}

// Buckets declares what is stored to tell people.
func (n *Notifier) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketPeople, Export: store.Exports(n.Export), Forget: n.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
			told, err := n.Get(ctx, person)
			return len(told.Devices) > 0 || told.Mail != nil, err
		}},
		{Name: BucketEndpoints, With: BucketPeople},
		{Name: BucketDebts, With: BucketPeople},
		{Name: BucketServer, With: BucketPeople}, // who asked for a confirmation lately
	}
}

// Forget removes everything about a person.
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

// Owed is the tables that a person owes an answer.
func (n *Notifier) Owed(ctx context.Context, person string) ([]string, error) {
	list, err := n.kv.debts.List(ctx, person)
	if err != nil {
		return nil, fmt.Errorf("notices: debts: %w", err)
	}
	tables := make([]string, 0, len(list))
	for _, rec := range list {
		_, table := splitKey(rec.Key)
		tables = append(tables, table)
	}
	return tables, nil
}

// personChanged follows what people ask for.
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
		n.debts.retryNow(rec.Key, n.now()) // hours may have changed
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

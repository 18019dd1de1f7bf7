// Package doors decides who may come in: who sees the hall and public tables, sits down at them, and invites others to
// tables of their own. It stores the server's mode, codes that let people in, and people's applications. It also
// stores the operator's lists of names and the pages that an operator writes.
//
// By design it refuses to know tables, positions and HTTP, and to guard a table from people who were invited there: its
// host decides. It never stores a code, only the code's hash.
package doors

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"time"

	"theriac/internal/identity"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Mode determines which people a server lets in.
type Mode string

// The modes of a server.
const (
	Home    Mode = "home"    // everyone who reaches the server, but no search engine
	Invite  Mode = "invite"  // people with a code
	Approve Mode = "approve" // people whose application an operator has accepted, and people with a code
	Open    Mode = "open"    // everyone, with limits for newcomers
)

// Modes lists all modes, the default one first.
func Modes() []Mode { return []Mode{Home, Invite, Approve, Open} }

// narrow reports whether people need an operator's word to come in.
func (m Mode) narrow() bool { return m == Invite || m == Approve }

// Errors that callers compare with errors.Is.
var (
	// ErrOutside reports that the doors are not open to the person.
	ErrOutside error = refusal.New(refusal.Forbidden, "outside", "doors: not inside")
	// ErrClosed reports that the server takes no new people for now.
	ErrClosed error = refusal.New(refusal.Forbidden, "closed-to-new", "doors: closed to new people")
	// ErrMode reports that a text names no mode.
	ErrMode error = refusal.New(refusal.Invalid, "no-such-mode", "doors: no such mode")
)

// The names of the buckets in the store.
const (
	BucketDoors        = "doors"              // the settings, the lists of names, and the pages
	BucketPeople       = "doors-people"       // who was let in or turned away, by person
	BucketApplications = "doors-applications" // applications that wait for an answer, by person
	BucketCodes        = "doors-codes"        // keyed by the hash of the code
)

// Stale is how old cached settings may be. A change on this node counts immediately, and on other nodes after this time.
const Stale = 2 * time.Second

// Config configures the doors.
type Config struct {
	KV     func(bucket string) store.KV
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// Start is the mode until an operator chooses one. Empty means Home.
	Start Mode
	// Reserved are the words that sound like an operator's people, in all languages.
	Reserved []string
	// Finished returns how many games a person has played to their end, but no more than "most". If it is nil, no
	// person is a newcomer.
	Finished func(ctx context.Context, person string, most int) (int, error)
	// Pages is the operator's folder with pages, such as terms.en.md. It may be nil.
	Pages fs.FS
}

// Doors is the main type of this package.
type Doors struct {
	conf       Config
	kv         struct{ doors, people, applications, codes store.KV }
	randomness sync.Mutex

	mu     sync.Mutex
	known  Settings
	until  time.Time       // when known has to be read again
	grown  map[string]bool // people who have finished so many games that no limit for newcomers applies
	inside map[string]bool // people who were let in; they stay inside until they are forgotten
}

// maxInside limits each cache of people.
const maxInside = 50_000

// New returns the doors of a server.
func New(c Config) (*Doors, error) {
	if c.Start == "" {
		c.Start = Home
	}
	if !slices.Contains(Modes(), c.Start) {
		return nil, fmt.Errorf("%w: %q", ErrMode, c.Start)
	}
	d := &Doors{conf: c, inside: map[string]bool{}, grown: map[string]bool{}}
	d.kv.doors, d.kv.people = c.KV(BucketDoors), c.KV(BucketPeople)
	d.kv.applications, d.kv.codes = c.KV(BucketApplications), c.KV(BucketCodes)
	return d, nil
}

func (d *Doors) now() time.Time { return d.conf.Now().UTC() }

// Settings are the state of the doors. The stored mode counts, not the flag: all nodes then agree, and a restart does
// not reopen doors that an operator has closed.
type Settings struct {
	Mode   Mode `json:"mode,omitempty"` // empty until an operator chooses one
	Closed bool `json:"closed,omitempty"`
	// ClosedAt is when the doors were last closed to new people, and Since when they last became narrow. People who
	// were here before stay inside.
	ClosedAt time.Time `json:"closed-at,omitzero"`
	Since    time.Time `json:"since,omitzero"`
}

const settingsKey = "settings"

// Known returns the settings that this node read last, and never waits for the store. They are empty if it has read none.
func (d *Doors) Known() Settings {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.known
}

// Settings returns the state of the doors. It may be as old as Stale, and lag as much as this node's data do.
func (d *Doors) Settings(ctx context.Context) (Settings, error) {
	d.mu.Lock()
	s, until := d.known, d.until
	d.mu.Unlock()
	if d.now().Before(until) {
		return s, nil
	}
	// Page reads this node's data, so the doors do not depend on a majority of the nodes.
	recs, err := d.kv.doors.Page(ctx, settingsKey, "", 1)
	if err != nil {
		return Settings{}, fmt.Errorf("doors: %w", err)
	}
	s = Settings{}
	for _, rec := range recs {
		if err := decode(rec.Data, &s); err != nil {
			return s, err
		}
	}
	return d.learn(s), nil
}

// learn caches the settings, with the mode that counts.
func (d *Doors) learn(s Settings) Settings {
	if s.Mode == "" {
		s.Mode = d.conf.Start
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.until = s, d.now().Add(Stale)
	return s
}

// Set changes the mode, or whether the server is closed to new people. A nil argument changes nothing.
func (d *Doors) Set(ctx context.Context, mode *Mode, closed *bool) (Settings, error) {
	if mode != nil && !slices.Contains(Modes(), *mode) {
		return Settings{}, fmt.Errorf("%w: %q", ErrMode, *mode)
	}
	s, err := change(ctx, d.kv.doors, settingsKey, func(s *Settings) error {
		if s.Mode == "" {
			s.Mode = d.conf.Start
		}
		if mode != nil && mode.narrow() && !s.Mode.narrow() {
			s.Since = d.now()
			if s.Closed {
				s.Since = s.ClosedAt
			}
		}
		if mode != nil {
			s.Mode = *mode
		}
		if closed != nil && *closed != s.Closed {
			s.Closed, s.ClosedAt = *closed, d.now()
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	return d.learn(s), nil
}

// Admits returns an error unless the person is inside: they may see the hall, sit at public tables, and invite others.
func (d *Doors) Admits(ctx context.Context, who identity.Person) error {
	s, err := d.Settings(ctx)
	if err != nil || who.Moderates() {
		return err
	}
	if s.Mode.narrow() {
		return d.wasLetIn(ctx, s, who)
	}
	if s.Closed && (who.ID == "" || !who.Created.Before(s.ClosedAt)) {
		return ErrClosed
	}
	return nil
}

// wasLetIn returns an error unless the person was here before the doors became narrow, or was let in since.
func (d *Doors) wasLetIn(ctx context.Context, s Settings, who identity.Person) error {
	if who.ID != "" {
		if who.Created.Before(s.Since) {
			return nil
		}
		in, err := d.letIn(ctx, who.ID)
		if in || err != nil {
			return err
		}
	}
	if s.Closed {
		return ErrClosed
	}
	return ErrOutside
}

// letIn reports whether a code or an operator has let the person in.
func (d *Doors) letIn(ctx context.Context, person string) (bool, error) {
	d.mu.Lock()
	in := d.inside[person]
	d.mu.Unlock()
	if in {
		return true, nil
	}
	r, _, err := read[entry](ctx, d.kv.people, person)
	if err == nil && !r.In.IsZero() {
		d.remember(d.inside, person)
		return true, nil
	}
	return false, err
}

// remember adds a person to one of the caches.
func (d *Doors) remember(cache map[string]bool, person string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(cache) >= maxInside {
		clear(cache)
	}
	cache[person] = true
}

// read returns a record and its version. A record that does not exist is the zero value with version 0.
func read[T any](ctx context.Context, kv store.KV, key string) (r T, version uint64, err error) {
	rec, err := kv.Get(ctx, key)
	if errors.Is(err, store.ErrAbsent) {
		return r, 0, nil
	}
	if err != nil {
		return r, 0, fmt.Errorf("doors: %w", err)
	}
	return r, rec.Version, decode(rec.Data, &r)
}

func decode[T any](data []byte, r *T) error {
	if store.Newer(data, r) {
		return fmt.Errorf("doors: %w", store.ErrNewer)
	}
	if err := json.Unmarshal(data, r); err != nil {
		return fmt.Errorf("doors: %w: %w", store.ErrDamaged, err)
	}
	return nil
}

// change reads a record, applies f and writes the result. After a conflict it tries again.
func change[T any](ctx context.Context, kv store.KV, key string, f func(*T) error) (T, error) {
	for {
		r, version, err := read[T](ctx, kv, key)
		if err != nil {
			return r, err
		}
		if err := f(&r); err != nil {
			return r, err
		}
		data, err := json.Marshal(r)
		if err != nil {
			return r, fmt.Errorf("doors: %w", err)
		}
		_, err = kv.Put(ctx, key, version, data)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("doors: %w", err)
		}
		return r, nil
	}
}

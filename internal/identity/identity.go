// Package identity identifies callers. It manages people, their sessions, and links that grant
// something, such as a seat. No account is needed: a new visitor automatically becomes a guest, and
// a session token is the only proof of identity.
//
// Tokens and links are capabilities of 128 random bits. They are shown once, and only their SHA-256
// hashes are stored, so a leaked store does not reveal them. They can be revoked at any time.
//
// By design it refuses to know what people play. It stores no password and no postal or email
// address, and it never makes up a name for a person without one.
package identity

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Errors that callers compare with errors.Is.
var (
	// ErrUnknown means that a person, session or link does not exist, or has been removed. It does
	// not reveal which of the two, so that a guess reveals nothing.
	ErrUnknown error = refusal.New(refusal.Unauthorized, "unknown", "identity: unknown")
	// ErrTooMany means that a person has reached a limit or has made too many attempts.
	ErrTooMany error = refusal.New(refusal.TooMany, "too-many", "identity: too many")
	// ErrText means that a name, a label or a language is not valid.
	ErrText error = refusal.New(refusal.Invalid, "bad-text", "identity: not a text for this place")
	// ErrKey means that the operator's key is wrong.
	ErrKey error = refusal.New(refusal.Forbidden, "wrong-key", "identity: not the key")
	// ErrGrant means that a link cannot be made because its grant is incomplete.
	ErrGrant = errors.New("identity: no such link can be made")
)

// Limits on the data of one person, and lifetimes.
const (
	MaxSessions = 50
	MaxLinks    = 2000
	// Unseen is how long a session stays valid without being used.
	Unseen = 400 * 24 * time.Hour
	// RenewAfter is the age at which a browser's cookie is renewed. It is well below the cookie's
	// lifetime, but long enough that renewals cost almost nothing.
	RenewAfter = Unseen / 4
	// ProofTime is how long a proof counts: that of a passkey, or the operator's key where passkeys cannot work.
	ProofTime = 10 * time.Minute
	// Stale is the longest time for which a cached result is used. The node that revokes a session
	// rejects it immediately; other nodes reject it after at most this time.
	Stale = 15 * time.Second
)

// The maximum number of entries in each cache.
const (
	cachedSessions = 100_000
	cachedPeople   = 100_000
	cachedUnknown  = 20_000
	day            = 24 * time.Hour
)

// The names of the buckets in the store.
const (
	BucketPeople   = "people"   // by id
	BucketSessions = "sessions" // keyed by the hash of the token
	BucketLinks    = "links"    // keyed by the hash of the secret
	BucketOwned    = "owned"    // the keys of each person's sessions and links
	BucketFound    = "found"    // keys by which people are found
)

// Config configures a People.
type Config struct {
	KV     func(bucket string) store.KV
	Do     func(context.Context, ...store.Change) (uint64, error) // of the store with these buckets
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// OperatorKey makes the first operator. Where passkeys cannot work, it also gives a session an
	// operator's rights for ProofTime. A new key ends the rights that the previous key gave.
	OperatorKey string
	// Role returns a person's role, or "". It must not block. It may be nil.
	Role func(person string) string
	// NoPublic reports whether a person may not see public tables. It must not block. It may be nil.
	NoPublic func(person string) bool
	// CleanName returns a name in its usual form, or the reason why no person may have it. If it is nil, every line
	// of text is a name.
	CleanName func(ctx context.Context, name string) (string, error)
}

// People manages people, sessions and links. It is the main type of this package.
type People struct {
	conf Config
	kv   struct{ people, sessions, links, owned, found store.KV }

	randomness sync.Mutex // guards Config.Random, which may be unsafe for concurrent use
	sessions   *cache[sessionRecord]
	unknown    *cache[struct{}]
	persons    *cache[Person]
	tries      *tries
	onEnd      atomic.Pointer[func(session string)]
}

// New returns a People that uses the buckets of a store. It rejects an operator key that is easy to
// guess.
func New(c Config) (*People, error) {
	if c.OperatorKey != "" && len(c.OperatorKey) < 16 {
		return nil, fmt.Errorf("%w: an operator's key has at least 16 characters", ErrKey)
	}
	if c.Role == nil {
		c.Role = func(string) string { return "" }
	}
	if c.NoPublic == nil {
		c.NoPublic = func(string) bool { return false }
	}
	p := &People{
		conf:     c,
		sessions: newCache[sessionRecord](cachedSessions),
		unknown:  newCache[struct{}](cachedUnknown),
		persons:  newCache[Person](cachedPeople),
		tries:    newTries(),
	}
	p.kv.people, p.kv.sessions, p.kv.links, p.kv.owned = c.KV(BucketPeople), c.KV(BucketSessions), c.KV(BucketLinks), c.KV(BucketOwned)
	p.kv.found = c.KV(BucketFound)
	return p, nil
}

// today returns the current day. The times of the last use are stored as days.
func (p *People) today() time.Time { return p.conf.Now().UTC().Truncate(day) }

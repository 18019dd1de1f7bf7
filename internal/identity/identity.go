// Package identity knows who is calling: people, their sessions, and links that hand
// something on. Nobody needs an account: a guest is made silently, and a session
// token is the only proof of identity.
//
// Tokens and links are capabilities of 128 random bits. They are shown once and
// stored only as their SHA-256, so that a reader of the store cannot use them; they
// can be revoked at any time.
//
// It refuses to know what people play, to store a password, an address or a mail, and
// to make up a name for a person who gave none.
package identity

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Errors to compare with errors.Is.
var (
	// ErrUnknown says that there is no such person, session or link, or none any more.
	// It does not say which: a guess learns nothing.
	ErrUnknown error = refusal.New(refusal.Unauthorized, "unknown", "identity: unknown")
	// ErrTooMany says that a person has reached a limit, or has tried too often.
	ErrTooMany error = refusal.New(refusal.TooMany, "too-many", "identity: too many")
	// ErrText says that a name, a label or a language is not valid.
	ErrText error = refusal.New(refusal.Invalid, "bad-text", "identity: not a text for this place")
	// ErrKey says that the operator's key is wrong.
	ErrKey error = refusal.New(refusal.Forbidden, "wrong-key", "identity: not the key")
	// ErrGrant says that no such link can be made.
	ErrGrant = errors.New("identity: no such link can be made")
)

// What one person may have, and for how long.
const (
	MaxSessions = 50
	MaxLinks    = 2000
	// Unseen is how long a session lives without being used.
	Unseen = 400 * 24 * time.Hour
	// RenewAfter is when a browser gets its cookie anew: long before it would forget
	// it, and seldom enough to cost nothing.
	RenewAfter = Unseen / 4
	// OperatorTime is how long a session has an operator's rights, unless the
	// Config says otherwise.
	OperatorTime = 12 * time.Hour
	// Stale is how old a cached answer may be: a session that was revoked on another
	// node is refused here after that at the latest. On the revoking node it is refused
	// at once.
	Stale = 15 * time.Second
)

// How much is cached.
const (
	cachedSessions = 100_000
	cachedPeople   = 100_000
	cachedUnknown  = 20_000
	day            = 24 * time.Hour
)

// The names of the buckets.
const (
	BucketPeople   = "people"   // by id
	BucketSessions = "sessions" // by the hash of the token
	BucketLinks    = "links"    // by the hash of the secret
	BucketOwned    = "owned"    // who has which sessions and links
)

// Config configures identity.
type Config struct {
	KV     func(bucket string) store.KV
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// OperatorKey makes an operator of a session that presents it, for OperatorTime (0
	// for the constant). Empty: nobody can become one. A new key ends the rights that
	// the former one gave.
	OperatorKey  string
	OperatorTime time.Duration
}

// People knows everybody.
type People struct {
	conf Config
	kv   struct{ people, sessions, links, owned store.KV }

	randomness sync.Mutex // an injected reader need not be safe for concurrent use
	sessions   *cache[sessionRecord]
	unknown    *cache[struct{}]
	persons    *cache[Person]
	tries      *tries
	onEnd      atomic.Pointer[func(session string)]
}

// New opens identity on its buckets. It refuses an operator's key that could be
// guessed.
func New(c Config) (*People, error) {
	if c.OperatorKey != "" && len(c.OperatorKey) < 16 {
		return nil, fmt.Errorf("%w: an operator's key has at least 16 characters", ErrKey)
	}
	if c.OperatorTime == 0 {
		c.OperatorTime = OperatorTime
	}
	p := &People{
		conf:     c,
		sessions: newCache[sessionRecord](cachedSessions),
		unknown:  newCache[struct{}](cachedUnknown),
		persons:  newCache[Person](cachedPeople),
		tries:    newTries(),
	}
	p.kv.people, p.kv.sessions, p.kv.links, p.kv.owned = c.KV(BucketPeople), c.KV(BucketSessions), c.KV(BucketLinks), c.KV(BucketOwned)
	return p, nil
}

// today is the precision of the last use: no finer than needed.
func (p *People) today() time.Time { return p.conf.Now().UTC().Truncate(day) }

// Package signin lets a person be the same on every device: with a passkey, with a
// recovery code, or with an account at the operator's OpenID provider. Nobody needs any
// of it. A guest who adds one is a member: the same person, with the same tables and the
// same history.
//
// A ceremony (the challenge of a passkey, the trip to a provider) is stored with the
// other data, so that any node can finish it. It works once, for some minutes, and only
// for the browser and the session that began it.
//
// It refuses to open a session, which is for identity; to know what people play; and to
// store a private key, a password, a mail address, or a recovery code in a form that
// could be used.
package signin

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"theriac/internal/identity"
	"theriac/internal/refusal"
	"theriac/internal/store"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// providerRemark is what the log says with an error of the provider.
const providerRemark = "the OpenID provider signed nobody in"

// Errors to compare with errors.Is.
var (
	// ErrOff says that this server offers no such way to sign in.
	ErrOff error = refusal.New(refusal.NotFound, "no-passkeys", "signin: not offered here")
	// ErrCeremony says that what was begun is over: used, too old, or begun elsewhere.
	ErrCeremony error = refusal.New(refusal.Conflict, "ceremony-over", "signin: no such ceremony")
	// ErrRefused says that a proof is not one: a wrong signature, origin or challenge.
	ErrRefused error = refusal.New(refusal.Forbidden, "passkey-refused", "signin: not proved")
	// ErrUnknown says that there is no such passkey, or not for this person.
	ErrUnknown error = refusal.New(refusal.NotFound, "no-such-passkey", "signin: unknown passkey")
	// ErrCloned says that a passkey's count went backwards: there may be a copy of it.
	ErrCloned error = refusal.New(refusal.Forbidden, "passkey-copied", "signin: a passkey's count went backwards")
	// ErrKnown says that the passkey is somebody's already.
	ErrKnown error = refusal.New(refusal.Conflict, "passkey-known", "signin: known already")
	// ErrLast says that the person could not come back without it.
	ErrLast error = refusal.New(refusal.Conflict, "last-way", "signin: the last way to come back")
	// ErrCode says that it is no recovery code, or one that was used.
	ErrCode error = refusal.New(refusal.Forbidden, "wrong-code", "signin: not a recovery code")
	// ErrNoProvider says that this server has no OpenID provider.
	ErrNoProvider error = refusal.New(refusal.NotFound, "no-provider", "signin: no provider")
	// ErrProvider says that the provider does not answer, or not as it should.
	ErrProvider error = refusal.Elsewhere(refusal.BadGateway, "provider-failed", "signin: the provider failed", providerRemark)
	// ErrAccount says that what came back from the provider proves nothing.
	ErrAccount error = refusal.Elsewhere(refusal.Forbidden, "account-refused", "signin: no proof of an account", providerRemark)
	// ErrLinked says that the account is another person's.
	ErrLinked error = refusal.New(refusal.Conflict, "account-known", "signin: somebody else's account")
	// ErrNoAccount says that the person has no such account.
	ErrNoAccount error = refusal.New(refusal.NotFound, "no-such-account", "signin: no such account")
	// ErrReturn says that a path to go on at is none of this server's.
	ErrReturn error = refusal.New(refusal.Invalid, "bad-return", "signin: not a path")
)

// How much there may be, and for how long.
const (
	MaxPasskeys = 20
	MaxAccounts = 5
	Codes       = 10
	// CeremonyTime is how long somebody may take to find their key or to sign in at the
	// provider.
	CeremonyTime = 5 * time.Minute
)

// Config configures the package.
type Config struct {
	KV     store.KV
	People *identity.People
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// Origin is where people reach the server. Passkeys belong to its host, and work
	// where browsers trust the connection: over TLS, and on localhost.
	Origin string
	// Provider is where people can sign in too. Its zero value is none.
	Provider Provider
}

// SignIn knows how members come back.
type SignIn struct {
	conf       Config
	party      *webauthn.WebAuthn // nil where the address allows no passkeys
	provider   *provider          // nil where there is none
	randomness sync.Mutex
}

// New opens the package on its bucket.
func New(c Config) (*SignIn, error) {
	s := &SignIn{conf: c}
	if err := c.Provider.Check(); err != nil {
		return nil, fmt.Errorf("signin: %w", err)
	}
	if c.Provider != (Provider{}) {
		s.provider = newProvider(c.Provider, c.Origin, c.Now)
	}
	host, ok := PasskeyHost(c.Origin)
	if !ok {
		return s, nil
	}
	required := true
	party, err := webauthn.New(&webauthn.Config{
		RPID: host, RPDisplayName: "Theriac", RPOrigins: []string{c.Origin}, AttestationPreference: protocol.PreferNoAttestation,
		// The key is the only proof, so its holder proves to it who they are.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: &required, UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: webauthn.TimeoutConfig{Timeout: CeremonyTime}, Registration: webauthn.TimeoutConfig{Timeout: CeremonyTime}},
		// Some password managers answer more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("signin: passkeys at %s: %w", c.Origin, err)
	}
	s.party = party
	return s, nil
}

// PasskeyHost is the host that passkeys belong to at an origin, if browsers allow any
// there: it has a name, and TLS unless it is this machine.
func PasskeyHost(origin string) (string, bool) {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil {
		return "", false
	}
	host := strings.ToLower(u.Hostname())
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	return host, u.Scheme == "https" && strings.Contains(host, ".") || local
}

// Passkeys says whether this server offers them.
func (s *SignIn) Passkeys() bool { return s.party != nil }

// The first word of a record's key, and the kind in a note of who owns it.
const (
	kindPasskey  = "passkey"
	kindCode     = "code"
	kindAccount  = "account"
	kindCeremony = "ceremony"
	owner        = "of"
)

func hash(parts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\n")))
	return hex.EncodeToString(sum[:])
}

func (s *SignIn) newID(length int) (string, error) {
	s.randomness.Lock()
	defer s.randomness.Unlock()
	return identity.NewID(s.conf.Random, length)
}

// own notes that a person has something, before it is written: a crash then leaves a
// note of nothing rather than a key that cannot be found and removed.
func (s *SignIn) own(ctx context.Context, person, kind, key string) error {
	for {
		_, err := s.conf.KV.Put(ctx, owner+"."+person+"."+kind+"."+key, 0, []byte("{}"))
		if errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			continue
		}
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return fmt.Errorf("signin: new %s: %w", kind, err)
		}
		return nil
	}
}

// owned lists the keys of what a person has of a kind.
func (s *SignIn) owned(ctx context.Context, person, kind string) ([]string, error) {
	if !identity.IsID(person, identity.PersonLength) {
		return nil, identity.ErrUnknown
	}
	prefix := owner + "." + person + "." + kind
	list, err := s.conf.KV.List(ctx, prefix)
	if err != nil {
		return nil, fmt.Errorf("signin: %ss: %w", kind, err)
	}
	keys := make([]string, 0, len(list))
	for _, rec := range list {
		if key, ok := strings.CutPrefix(rec.Key, prefix+"."); ok {
			keys = append(keys, key)
		}
	}
	return keys, nil
}

// drop removes something with the note of its owner. A note of what is somebody
// else's goes alone.
func (s *SignIn) drop(ctx context.Context, person, kind, key string) error {
	r, _, err := get[struct{ Person string }](ctx, s, kind, key)
	if err == nil && r.Person == person {
		err = s.conf.KV.Delete(ctx, kind+"."+key)
	}
	if err != nil && !errors.Is(err, store.ErrAbsent) {
		return fmt.Errorf("signin: %s: %w", kind, err)
	}
	if err := s.conf.KV.Delete(ctx, owner+"."+person+"."+kind+"."+key); err != nil {
		return fmt.Errorf("signin: %s: %w", kind, err)
	}
	return nil
}

// get reads a record.
func get[R any](ctx context.Context, s *SignIn, kind, key string) (r R, version uint64, err error) {
	rec, err := s.conf.KV.Get(ctx, kind+"."+key)
	if err != nil {
		return r, 0, err
	}
	if err := json.Unmarshal(rec.Data, &r); err != nil {
		return r, 0, fmt.Errorf("signin: %s: %w: %w", kind, store.ErrDamaged, err)
	}
	return r, rec.Version, nil
}

// put writes a record.
func (s *SignIn) put(ctx context.Context, kind, key string, version uint64, record any) error {
	data, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = s.conf.KV.Put(ctx, kind+"."+key, version, data)
	return err
}

// change rewrites a record unless a newer program wrote it, and repeats after a
// conflict. It does not where no answer came: its own count could look like a copy's.
func change[R any](ctx context.Context, s *SignIn, kind, key string, f func(*R) error) (R, error) {
	var none R
	for {
		rec, err := s.conf.KV.Get(ctx, kind+"."+key)
		if err != nil {
			return none, err
		}
		var r, like R
		if err := json.Unmarshal(rec.Data, &r); err != nil {
			return none, fmt.Errorf("signin: %s: %w: %w", kind, store.ErrDamaged, err)
		}
		if store.Newer(rec.Data, &like) {
			return none, fmt.Errorf("signin: %s: %w", kind, store.ErrNewer)
		}
		if err := f(&r); err != nil {
			return r, err
		}
		err = s.put(ctx, kind, key, rec.Version, r)
		if errors.Is(err, store.ErrConflict) && ctx.Err() == nil {
			continue
		}
		if err != nil {
			return none, fmt.Errorf("signin: %s: %w", kind, err)
		}
		return r, nil
	}
}

// Package signin lets a person sign in as themselves on every device: with a passkey, with a recovery code, or with
// an account at the operator's OpenID provider. All of these are optional. A guest who adds one becomes a member:
// the same person, with the same tables and the same history.
//
// A ceremony is one attempt to add a passkey, or to sign in with a passkey or at a provider. It is stored with the
// other data, so that any node can finish it. It works once, for some minutes, and only for the browser and the
// session that began it.
//
// By design it refuses to open a session, which package identity does, and to know what people play. It never stores
// a private key, a password, an email address, or a recovery code in a usable form.
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

// providerRemark is the log message for errors of the provider.
const providerRemark = "the OpenID provider signed nobody in"

// Errors that callers compare with errors.Is.
var (
	// ErrOff reports that this server does not offer this sign-in method.
	ErrOff error = refusal.New(refusal.NotFound, "no-passkeys", "signin: not offered here")
	// ErrCeremony reports that a ceremony cannot be finished: it was already used, is too old, or was begun
	// elsewhere.
	ErrCeremony error = refusal.New(refusal.Conflict, "ceremony-over", "signin: no such ceremony")
	// ErrRefused reports an invalid proof: a wrong signature, origin or challenge.
	ErrRefused error = refusal.New(refusal.Forbidden, "passkey-refused", "signin: not proved")
	// ErrUnknown reports that the passkey does not exist or belongs to another person.
	ErrUnknown error = refusal.New(refusal.NotFound, "no-such-passkey", "signin: unknown passkey")
	// ErrCloned reports that a passkey's counter went backwards, so someone may have copied the passkey.
	ErrCloned error = refusal.New(refusal.Forbidden, "passkey-copied", "signin: a passkey's count went backwards")
	// ErrKnown reports that the passkey already belongs to some person.
	ErrKnown error = refusal.New(refusal.Conflict, "passkey-known", "signin: known already")
	// ErrLast reports that this is the person's last sign-in method, so they could not sign in without it.
	ErrLast error = refusal.New(refusal.Conflict, "last-way", "signin: the last way to come back")
	// ErrCode reports that the text is not a valid recovery code, or that the code was already used.
	ErrCode error = refusal.New(refusal.Forbidden, "wrong-code", "signin: not a recovery code")
	// ErrNoProvider reports that no OpenID provider is configured on this server.
	ErrNoProvider error = refusal.New(refusal.NotFound, "no-provider", "signin: no provider")
	// ErrProvider reports that the provider sends no response, or an invalid one.
	ErrProvider error = refusal.Elsewhere(refusal.BadGateway, "provider-failed", "signin: the provider failed", providerRemark)
	// ErrAccount reports that the provider's response does not prove whose account it is.
	ErrAccount error = refusal.Elsewhere(refusal.Forbidden, "account-refused", "signin: no proof of an account", providerRemark)
	// ErrLinked reports that the account already belongs to another person.
	ErrLinked error = refusal.New(refusal.Conflict, "account-known", "signin: somebody else's account")
	// ErrNoAccount reports that the person has no account with that id.
	ErrNoAccount error = refusal.New(refusal.NotFound, "no-such-account", "signin: no such account")
	// ErrReturn reports that the path to return to is not on this server.
	ErrReturn error = refusal.New(refusal.Invalid, "bad-return", "signin: not a path")
)

// Limits, and the lifetime of a ceremony.
const (
	MaxPasskeys = 20
	MaxAccounts = 5
	Codes       = 10
	// CeremonyTime is how long a user may take to find their passkey or to sign in at the provider.
	CeremonyTime = 5 * time.Minute
)

// Config configures a SignIn.
type Config struct {
	KV     store.KV
	People *identity.People
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	// Origin is the URL of the server. Passkeys belong to its host. They work only on connections that browsers
	// trust: over TLS, and on localhost.
	Origin string
	// Provider is an OpenID provider at which people can also sign in. Its zero value means none.
	Provider Provider
}

// SignIn manages the sign-in methods of members.
type SignIn struct {
	conf       Config
	party      *webauthn.WebAuthn // nil if passkeys do not work at the origin
	provider   *provider          // nil if no provider is configured
	randomness sync.Mutex
}

// New returns a SignIn that stores its records in the configured bucket.
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
		// The passkey is the only proof of identity, so the device must verify its user.
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: &required, UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: webauthn.TimeoutConfig{Timeout: CeremonyTime}, Registration: webauthn.TimeoutConfig{Timeout: CeremonyTime}},
		// Some password managers return extensions that were not requested.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil, fmt.Errorf("signin: passkeys at %s: %w", c.Origin, err)
	}
	s.party = party
	return s, nil
}

// PasskeyHost returns the host to which the passkeys of an origin belong. It returns false if browsers allow
// no passkeys there. They require a host name, and TLS unless the host is this machine.
func PasskeyHost(origin string) (string, bool) {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" || net.ParseIP(u.Hostname()) != nil {
		return "", false
	}
	host := strings.ToLower(u.Hostname())
	local := host == "localhost" || strings.HasSuffix(host, ".localhost")
	return host, u.Scheme == "https" && strings.Contains(host, ".") || local
}

// Passkeys reports whether this server offers passkeys.
func (s *SignIn) Passkeys() bool { return s.party != nil }

// The kinds of records. A record's key begins with its kind, and so does the part of a note's key that names
// the record.
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

// own writes a note that a person owns a record, before the record is written. So a crash can leave a note
// without a record, but not a record that cannot be found and removed.
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

// owned returns the keys of a person's records of one kind.
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

// drop removes a record together with the note about its owner. If the record belongs to another person, it
// removes only the note.
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

// get reads a record and its version.
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

// put writes a record if version is still the record's newest version.
func (s *SignIn) put(ctx context.Context, kind, key string, version uint64, record any) error {
	data, err := json.Marshal(record)
	if err != nil {
		return err
	}
	_, err = s.conf.KV.Put(ctx, kind+"."+key, version, data)
	return err
}

// change applies f to a record and writes it, and repeats both after a conflict. It fails if a newer version
// of the program wrote the record. It does not repeat a write that got no answer: if a passkey's new counter
// was already stored, the passkey would look like a copy.
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

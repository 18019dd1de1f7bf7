package signin

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Passkey is one of a person's passkeys, as they see it.
type Passkey struct {
	ID      string    `json:"id"` // the beginning of its key; opens nothing
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"` // the day it last signed in
	Synced  bool      `json:"synced"`        // its owner's devices share it
	// Cloned is when it was last refused because its count went backwards.
	Cloned time.Time `json:"cloned,omitzero"`
	key    string
}

// passkeyRecord is the stored form. It has the public key and no attestation: which
// make of device somebody has is nobody's business.
type passkeyRecord struct {
	Person     string    `json:"person"`
	Label      string    `json:"label,omitempty"`
	Created    time.Time `json:"created"`
	Used       time.Time `json:"used,omitzero"`
	Cloned     time.Time `json:"cloned,omitzero"`
	Credential []byte    `json:"credential"`
	PublicKey  []byte    `json:"public"`
	Count      uint32    `json:"count,omitempty"`
	Eligible   bool      `json:"eligible,omitempty"` // may be synced; never changes
	Synced     bool      `json:"synced,omitempty"`
	Transports []string  `json:"transports,omitempty"`
}

// passkeyID is how much of a key names a passkey to its owner.
const passkeyID = 16

func credentialKey(id []byte) string {
	return hash(kindPasskey, base64.RawURLEncoding.EncodeToString(id))
}

// user is a person as the library for passkeys wants one. The handle in a passkey is
// the person's id, which says nothing about them.
type user struct {
	id, name string
	keys     []passkeyRecord
}

func (u user) WebAuthnID() []byte          { return []byte(u.id) }
func (u user) WebAuthnName() string        { return u.name }
func (u user) WebAuthnDisplayName() string { return u.name }
func (u user) WebAuthnCredentials() []webauthn.Credential {
	list := make([]webauthn.Credential, 0, len(u.keys))
	for _, k := range u.keys {
		list = append(list, k.credential())
	}
	return list
}

func (r passkeyRecord) credential() webauthn.Credential {
	c := webauthn.Credential{
		ID: r.Credential, PublicKey: r.PublicKey, Authenticator: webauthn.Authenticator{SignCount: r.Count},
		Flags: webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: r.Eligible, BackupState: r.Synced},
	}
	for _, t := range r.Transports {
		c.Transport = append(c.Transport, protocol.AuthenticatorTransport(t))
	}
	return c
}

// Options is what a browser needs for its part, as the platform defines it, and the
// secret of the ceremony.
type Options struct {
	JSON   json.RawMessage
	Secret string
}

// BeginPasskey begins to add a passkey to the calling person. The name is shown by the
// device that keeps it.
func (s *SignIn) BeginPasskey(ctx context.Context, who identity.Person, token, name string) (Options, error) {
	if s.party == nil {
		return Options{}, ErrOff
	}
	name, err := identity.CleanLine(name, identity.MaxName)
	if err != nil {
		return Options{}, err
	}
	if name == "" {
		if name = who.Name; name == "" {
			name = "Theriac"
		}
	}
	have, err := s.records(ctx, who.ID)
	if err != nil {
		return Options{}, err
	}
	if len(have) >= MaxPasskeys {
		return Options{}, fmt.Errorf("%w passkeys", identity.ErrTooMany)
	}
	u := user{id: who.ID, name: name, keys: have}
	asked, data, err := s.party.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return Options{}, fmt.Errorf("signin: %w", err)
	}
	return s.offer(ctx, ceremony{For: forAdding, Session: sessionHash(token), Passkey: data}, asked.Response)
}

// BeginSignIn begins to sign in with any passkey of this server's.
func (s *SignIn) BeginSignIn(ctx context.Context, token string) (Options, error) {
	if s.party == nil {
		return Options{}, ErrOff
	}
	asked, data, err := s.party.BeginDiscoverableLogin()
	if err != nil {
		return Options{}, fmt.Errorf("signin: %w", err)
	}
	return s.offer(ctx, ceremony{For: forSigning, Session: sessionHash(token), Passkey: data}, asked.Response)
}

func (s *SignIn) offer(ctx context.Context, c ceremony, asked any) (Options, error) {
	text, err := json.Marshal(asked)
	if err != nil {
		return Options{}, err
	}
	secret, err := s.begin(ctx, c)
	return Options{JSON: text, Secret: secret}, err
}

// AddPasskey finishes: the browser's answer proves that there is a passkey for this
// person, made for this server and for this ceremony.
func (s *SignIn) AddPasskey(ctx context.Context, who identity.Person, token, secret, label string, answer []byte) (Passkey, error) {
	if s.party == nil {
		return Passkey{}, ErrOff
	}
	label, err := identity.CleanLine(label, identity.MaxLabel)
	if err != nil {
		return Passkey{}, err
	}
	c, err := s.finish(ctx, secret, forAdding, token)
	if err != nil {
		return Passkey{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return Passkey{}, refused(err)
	}
	made, err := s.party.CreateCredential(user{id: who.ID}, *c.Passkey, parsed)
	if err != nil {
		return Passkey{}, refused(err)
	}
	have, err := s.records(ctx, who.ID)
	if err != nil {
		return Passkey{}, err
	}
	if len(have) >= MaxPasskeys {
		return Passkey{}, fmt.Errorf("%w passkeys", identity.ErrTooMany)
	}
	r := passkeyRecord{
		Person: who.ID, Label: label, Created: s.conf.Now().UTC(), Credential: made.ID, PublicKey: made.PublicKey,
		Count: made.Authenticator.SignCount, Eligible: made.Flags.BackupEligible, Synced: made.Flags.BackupState,
	}
	for _, t := range made.Transport {
		if len(r.Transports) < 8 && len(t) <= 16 {
			r.Transports = append(r.Transports, string(t))
		}
	}
	key := credentialKey(made.ID)
	if err := s.own(ctx, who.ID, kindPasskey, key); err != nil {
		return Passkey{}, err
	}
	if err := s.put(ctx, kindPasskey, key, 0, r); err != nil {
		if errors.Is(err, store.ErrConflict) {
			return Passkey{}, ErrKnown // where it is somebody else's, the note that stays means nothing
		}
		return Passkey{}, fmt.Errorf("signin: passkey: %w", err)
	}
	return r.shown(key), nil
}

// SignIn finishes: the person whose passkey answered. A count that goes backwards is
// refused, and noted for the owner to see; one that stays at 0 is what synced passkeys
// have.
func (s *SignIn) SignIn(ctx context.Context, token, secret string, answer []byte) (person string, err error) {
	if s.party == nil {
		return "", ErrOff
	}
	c, err := s.finish(ctx, secret, forSigning, token)
	if err != nil {
		return "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", refused(err)
	}
	key, cloned := credentialKey(parsed.RawID), false
	// The proof is checked against the record as it is written back, so that two
	// answers with one count cannot both pass.
	r, err := change(ctx, s, kindPasskey, key, func(r *passkeyRecord) error {
		if cloned = false; r.Person != string(parsed.Response.UserHandle) {
			return ErrUnknown
		}
		_, used, err := s.party.ValidatePasskeyLogin(func([]byte, []byte) (webauthn.User, error) {
			return user{id: r.Person, keys: []passkeyRecord{*r}}, nil
		}, *c.Passkey, parsed)
		if err != nil {
			return refused(err)
		}
		if used.Authenticator.CloneWarning {
			cloned, r.Cloned = true, s.conf.Now().UTC()
			return nil
		}
		r.Count, r.Synced, r.Used = used.Authenticator.SignCount, used.Flags.BackupState, s.conf.Now().UTC().Truncate(24*time.Hour)
		return nil
	})
	switch {
	case errors.Is(err, store.ErrAbsent):
		return "", ErrUnknown
	case err != nil:
		return "", err
	case cloned:
		return "", ErrCloned
	}
	return r.Person, nil
}

// refused is an error of the library. Its detail is for a log, not for the caller.
func refused(err error) error {
	var detail *protocol.Error
	if errors.As(err, &detail) {
		return fmt.Errorf("%w: %s %s", ErrRefused, detail.Details, detail.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

// records reads a person's passkeys.
func (s *SignIn) records(ctx context.Context, person string) ([]passkeyRecord, error) {
	keys, err := s.owned(ctx, person, kindPasskey)
	if err != nil {
		return nil, err
	}
	list := make([]passkeyRecord, 0, len(keys))
	for _, key := range keys {
		r, _, err := get[passkeyRecord](ctx, s, kindPasskey, key)
		if errors.Is(err, store.ErrAbsent) || err == nil && r.Person != person {
			continue // the note of an addition that failed
		}
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b passkeyRecord) int { return a.Created.Compare(b.Created) })
	return list, nil
}

func (r passkeyRecord) shown(key string) Passkey {
	return Passkey{ID: key[:passkeyID], Label: r.Label, Created: r.Created, Used: r.Used, Synced: r.Synced, Cloned: r.Cloned, key: key}
}

// PasskeysOf lists a person's passkeys, the oldest first.
func (s *SignIn) PasskeysOf(ctx context.Context, person string) ([]Passkey, error) {
	have, err := s.records(ctx, person)
	if err != nil {
		return nil, err
	}
	list := make([]Passkey, 0, len(have))
	for _, r := range have {
		list = append(list, r.shown(credentialKey(r.Credential)))
	}
	return list, nil
}

func (s *SignIn) passkey(ctx context.Context, person, id string) (Passkey, []Passkey, error) {
	list, err := s.PasskeysOf(ctx, person)
	if err != nil {
		return Passkey{}, nil, err
	}
	for _, k := range list {
		if k.ID == id {
			return k, list, nil
		}
	}
	return Passkey{}, nil, ErrUnknown
}

// RenamePasskey gives one of a person's passkeys another label.
func (s *SignIn) RenamePasskey(ctx context.Context, person, id, label string) (Passkey, error) {
	label, err := identity.CleanLine(label, identity.MaxLabel)
	if err != nil {
		return Passkey{}, err
	}
	k, _, err := s.passkey(ctx, person, id)
	if err != nil {
		return Passkey{}, err
	}
	r, err := change(ctx, s, kindPasskey, k.key, func(r *passkeyRecord) error { r.Label = label; return nil })
	if errors.Is(err, store.ErrAbsent) {
		err = ErrUnknown
	}
	return r.shown(k.key), err
}

// RemovePasskey removes one of a person's passkeys. The last one goes only where
// another way to come back is left.
func (s *SignIn) RemovePasskey(ctx context.Context, person, id string) error {
	k, list, err := s.passkey(ctx, person, id)
	if err != nil {
		return err
	}
	if len(list) == 1 {
		ways, err := s.WaysOf(ctx, person)
		if err != nil {
			return err
		}
		if ways.Passkeys = nil; !ways.CanReturn() {
			return ErrLast
		}
	}
	return s.drop(ctx, person, kindPasskey, k.key)
}

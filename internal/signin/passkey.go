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

// Passkey is one of a person's passkeys, as its owner sees it.
type Passkey struct {
	ID      string    `json:"id"` // the beginning of the record's key; gives no access
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"` // the day of the last sign-in with this passkey
	Synced  bool      `json:"synced"`        // the passkey is shared between the owner's devices
	// Cloned is when the passkey was last rejected because its counter went backwards.
	Cloned time.Time `json:"cloned,omitzero"`
	key    string
}

// passkeyRecord is the stored form of a passkey. It has the public key but no attestation, because an
// attestation would reveal the make of the person's device.
type passkeyRecord struct {
	Person     string    `json:"person"`
	Label      string    `json:"label,omitempty"`
	Created    time.Time `json:"created"`
	Used       time.Time `json:"used,omitzero"`
	Cloned     time.Time `json:"cloned,omitzero"`
	Credential []byte    `json:"credential"`
	PublicKey  []byte    `json:"public"`
	Count      uint32    `json:"count,omitempty"`
	Eligible   bool      `json:"eligible,omitempty"` // whether the passkey may be synced; never changes
	Synced     bool      `json:"synced,omitempty"`
	Transports []string  `json:"transports,omitempty"`
}

// passkeyID is how many characters of a record's key identify a passkey to its owner.
const passkeyID = 16

func credentialKey(id []byte) string {
	return hash(kindPasskey, base64.RawURLEncoding.EncodeToString(id))
}

// user adapts a person to the webauthn library. The user handle in a passkey is the person's id, which
// reveals nothing about the person.
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

// Options holds the data that a browser needs for its part of a ceremony, in the format of the web platform,
// and the ceremony's secret.
type Options struct {
	JSON   json.RawMessage
	Secret string
}

// BeginPasskey begins adding a passkey for the calling person. The device that stores the passkey shows name to its
// user.
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

// BeginSignIn begins a sign-in with any passkey of this server.
func (s *SignIn) BeginSignIn(ctx context.Context, token string) (Options, error) {
	return s.beginAssertion(ctx, forSigning, token)
}

// BeginProof begins a proof that the session's own person is there, with one of their passkeys.
func (s *SignIn) BeginProof(ctx context.Context, token string) (Options, error) {
	return s.beginAssertion(ctx, forProving, token)
}

func (s *SignIn) beginAssertion(ctx context.Context, purpose, token string) (Options, error) {
	if s.party == nil {
		return Options{}, ErrOff
	}
	asked, data, err := s.party.BeginDiscoverableLogin()
	if err != nil {
		return Options{}, fmt.Errorf("signin: %w", err)
	}
	return s.offer(ctx, ceremony{For: purpose, Session: sessionHash(token), Passkey: data}, asked.Response)
}

func (s *SignIn) offer(ctx context.Context, c ceremony, asked any) (Options, error) {
	text, err := json.Marshal(asked)
	if err != nil {
		return Options{}, err
	}
	secret, err := s.begin(ctx, c)
	return Options{JSON: text, Secret: secret}, err
}

// AddPasskey finishes adding a passkey. The browser's answer proves that the passkey exists, and that the
// device made it for this person, this server and this ceremony.
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
			return Passkey{}, ErrKnown // if the passkey belongs to another person, the note that own wrote has no effect
		}
		return Passkey{}, fmt.Errorf("signin: passkey: %w", err)
	}
	return r.shown(key), nil
}

// SignIn finishes a sign-in and returns the owner of the passkey.
func (s *SignIn) SignIn(ctx context.Context, token, secret string, answer []byte) (person string, err error) {
	return s.assert(ctx, forSigning, token, secret, answer)
}

// Prove finishes a proof. It returns ErrUnknown if the passkey is not the person's own.
func (s *SignIn) Prove(ctx context.Context, person, token, secret string, answer []byte) error {
	owner, err := s.assert(ctx, forProving, token, secret, answer)
	if err == nil && owner != person {
		return ErrUnknown
	}
	return err
}

// assert checks a browser's proof that its user has a passkey, and returns the owner. If the passkey's counter
// went backwards, assert fails and records the failure for the owner to see. The counter of a synced passkey
// usually stays at 0.
func (s *SignIn) assert(ctx context.Context, purpose, token, secret string, answer []byte) (person string, err error) {
	if s.party == nil {
		return "", ErrOff
	}
	c, err := s.finish(ctx, secret, purpose, token)
	if err != nil {
		return "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return "", refused(err)
	}
	key, cloned := credentialKey(parsed.RawID), false
	// The proof is checked again with each attempt to write the record. So two answers with the same counter
	// cannot both succeed.
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

// refused converts an error of the webauthn library. The details are for a log, not for the caller.
func refused(err error) error {
	var detail *protocol.Error
	if errors.As(err, &detail) {
		return fmt.Errorf("%w: %s %s", ErrRefused, detail.Details, detail.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrRefused, err)
}

// records returns the records of a person's passkeys.
func (s *SignIn) records(ctx context.Context, person string) ([]passkeyRecord, error) {
	keys, err := s.owned(ctx, person, kindPasskey)
	if err != nil {
		return nil, err
	}
	list := make([]passkeyRecord, 0, len(keys))
	for _, key := range keys {
		r, _, err := get[passkeyRecord](ctx, s, kindPasskey, key)
		if errors.Is(err, store.ErrAbsent) || err == nil && r.Person != person {
			continue // this note has no passkey, because AddPasskey failed after writing it
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

// PasskeysOf returns a person's passkeys, oldest first.
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

// RenamePasskey changes the label of one of a person's passkeys.
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

// RemovePasskey removes one of a person's passkeys, unless it is their last sign-in method.
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

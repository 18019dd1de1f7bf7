package signin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/store"

	"github.com/go-webauthn/webauthn/webauthn"
)

// The purposes of a ceremony. A ceremony can be finished only for the purpose for which it was begun.
const (
	forAdding   = "add"
	forSigning  = "sign-in"
	forProvider = "provider"
	forLinking  = "link"
	forProving  = "prove"
)

// ceremony is a sign-in step that was begun and must be completed with a proof. Its key is the hash of a
// secret. Only the browser that began the ceremony has the secret.
type ceremony struct {
	For     string                `json:"for"`
	Session string                `json:"session,omitempty"` // hash of the session's token; empty if there was no session
	Expires time.Time             `json:"expires"`
	Used    bool                  `json:"used,omitempty"`
	Passkey *webauthn.SessionData `json:"passkey,omitempty"`
	Trip    *trip                 `json:"trip,omitempty"`
}

const secretLength = 32

// sessionHash returns a hash that identifies a session in a ceremony, but is useless to someone who reads the
// store.
func sessionHash(token string) string {
	if token == "" {
		return ""
	}
	return hash("session", token)
}

// begin stores a ceremony and returns its secret. If the ceremony is not finished in time, the store deletes
// it.
func (s *SignIn) begin(ctx context.Context, c ceremony) (string, error) {
	secret, err := s.newID(secretLength)
	if err != nil {
		return "", err
	}
	c.Expires = s.conf.Now().UTC().Add(CeremonyTime)
	data, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	if _, err := s.conf.KV.PutFor(ctx, kindCeremony+"."+hash(secret), data, 2*CeremonyTime); err != nil {
		return "", fmt.Errorf("signin: ceremony: %w", err)
	}
	return secret, nil
}

// finish returns a ceremony and uses it up. If two callers try at the same time, only one succeeds. Even if
// the sign-in fails later, the ceremony cannot be used again.
func (s *SignIn) finish(ctx context.Context, secret, purpose, token string) (ceremony, error) {
	return s.finishAny(ctx, secret, token, purpose)
}

// finishAny finishes a ceremony that may have any of several purposes.
func (s *SignIn) finishAny(ctx context.Context, secret, token string, purposes ...string) (ceremony, error) {
	key := hash(secret)
	c, version, err := get[ceremony](ctx, s, kindCeremony, key)
	if errors.Is(err, store.ErrAbsent) {
		return c, ErrCeremony
	}
	if err != nil {
		return c, err
	}
	if !slices.Contains(purposes, c.For) || c.Used || c.Session != sessionHash(token) || !s.conf.Now().Before(c.Expires) {
		return c, ErrCeremony
	}
	taken := c
	taken.Used = true
	if err := s.put(ctx, kindCeremony, key, version, taken); err != nil {
		if errors.Is(err, store.ErrConflict) {
			return c, ErrCeremony
		}
		return c, fmt.Errorf("signin: ceremony: %w", err)
	}
	// The ceremony is already marked as used. If Delete fails and the record stays, the record gives no
	// access.
	_ = s.conf.KV.Delete(ctx, kindCeremony+"."+key)
	return c, nil
}

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

// What a ceremony is for.
const (
	forAdding   = "add"
	forSigning  = "sign-in"
	forProvider = "provider"
	forLinking  = "link"
)

// ceremony is what was begun and has to be proved. It is stored under the hash of a
// secret that only the browser has which began it.
type ceremony struct {
	For     string                `json:"for"`
	Session string                `json:"session,omitempty"` // the hash of the token it began with; empty: nobody's
	Expires time.Time             `json:"expires"`
	Used    bool                  `json:"used,omitempty"`
	Passkey *webauthn.SessionData `json:"passkey,omitempty"`
	Trip    *trip                 `json:"trip,omitempty"`
}

const secretLength = 32

// sessionHash names a session in a ceremony without being of use to a reader.
func sessionHash(token string) string {
	if token == "" {
		return ""
	}
	return hash("session", token)
}

// begin stores a ceremony and returns its secret. The store forgets one that nobody
// finishes.
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

// finish takes a ceremony, once: of two who try at the same time, the store lets one.
// An attempt that fails later has used it up as well.
func (s *SignIn) finish(ctx context.Context, secret, purpose, token string) (ceremony, error) {
	return s.finishAny(ctx, secret, token, purpose)
}

// finishAny is finish for one of several purposes.
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
	// It is used in any case: the record that stays where this fails opens nothing.
	_ = s.conf.KV.Delete(ctx, kindCeremony+"."+key)
	return c, nil
}

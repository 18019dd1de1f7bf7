package signin

import (
	"context"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Ways is everything that a person can come back with. It has what is
// stored and no secret: there is none.
type Ways struct {
	Passkeys  []Passkey
	Accounts  []Account
	CodesLeft int
	CodesMade time.Time // zero where there are none
}

// Member says whether there is any, usable now or not.
func (w Ways) Member() bool { return w.CanReturn() || len(w.Accounts) > 0 }

// CanReturn says whether there is one that works now: an account at a provider that the
// operator has no longer does not.
func (w Ways) CanReturn() bool {
	return len(w.Passkeys) > 0 || w.CodesLeft > 0 || slices.ContainsFunc(w.Accounts, func(a Account) bool { return a.Usable })
}

// Bucket is the name of the bucket.
const Bucket = "signin"

// Buckets declares what is stored to sign people in.
func (s *SignIn) Buckets() []store.Bucket {
	return []store.Bucket{{Name: Bucket, Export: store.Exports(s.WaysOf), Forget: s.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
		ways, err := s.WaysOf(ctx, person)
		return ways.Member() || ways.CodesLeft > 0, err
	}}}
}

// WaysOf is what a person can come back with: their own data, too.
func (s *SignIn) WaysOf(ctx context.Context, person string) (w Ways, err error) {
	if w.Passkeys, err = s.PasskeysOf(ctx, person); err != nil {
		return w, err
	}
	if w.Accounts, err = s.AccountsOf(ctx, person); err != nil {
		return w, err
	}
	w.CodesLeft, w.CodesMade, err = s.codes(ctx, person)
	return w, err
}

// Forget removes all of it. It can be called again after a failure.
func (s *SignIn) Forget(ctx context.Context, person string) error {
	if !identity.IsID(person, identity.PersonLength) {
		return identity.ErrUnknown
	}
	for _, kind := range []string{kindPasskey, kindCode, kindAccount} {
		keys, err := s.owned(ctx, person, kind)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if err := s.drop(ctx, person, kind, key); err != nil {
				return err
			}
		}
	}
	return nil
}

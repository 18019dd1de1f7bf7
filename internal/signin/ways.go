package signin

import (
	"context"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Ways lists all stored sign-in methods of a person. It contains no secret, because no secret is stored.
type Ways struct {
	Passkeys  []Passkey
	Accounts  []Account
	CodesLeft int
	CodesMade time.Time // zero if the person has no codes
}

// Member reports whether the person has any sign-in method, even one that does not work now.
func (w Ways) Member() bool { return w.CanReturn() || len(w.Accounts) > 0 }

// CanReturn reports whether the person has a sign-in method that works now. An account at a provider that the
// operator has removed does not work.
func (w Ways) CanReturn() bool {
	return len(w.Passkeys) > 0 || w.CodesLeft > 0 || slices.ContainsFunc(w.Accounts, func(a Account) bool { return a.Usable })
}

// Bucket is the name of the bucket with all records of this package.
const Bucket = "signin"

// Buckets declares the bucket of this package, for exporting and forgetting people.
func (s *SignIn) Buckets() []store.Bucket {
	return []store.Bucket{{Name: Bucket, Export: store.Exports(s.WaysOf), Forget: s.Forget, Missed: func(ctx context.Context, person string) (bool, error) {
		ways, err := s.WaysOf(ctx, person)
		return ways.Member() || ways.CodesLeft > 0, err
	}}}
}

// WaysOf returns a person's sign-in methods. The person's data export uses it, too.
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

// Keys returns the keys of a person's passkeys and accounts: hashes that are useless without the passkey or the
// account itself.
func (s *SignIn) Keys(ctx context.Context, person string) (keys []string, err error) {
	for _, kind := range []string{kindPasskey, kindAccount} {
		list, err := s.owned(ctx, person, kind)
		if err != nil {
			return nil, err
		}
		keys = append(keys, list...)
	}
	return keys, nil
}

// Forget removes all of a person's sign-in methods. After a failure the caller can call it again.
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

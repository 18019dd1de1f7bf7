package signin

import (
	"context"
	"time"

	"theriac/internal/identity"
)

// Ways is everything that a person can come back with. Of recovery codes and passkeys
// it has what is stored and no secret: there is none.
type Ways struct {
	Passkeys  []Passkey
	CodesLeft int
	CodesMade time.Time // zero where there are none
}

// Member says whether there is any.
func (w Ways) Member() bool { return len(w.Passkeys) > 0 || w.CodesLeft > 0 }

// WaysOf is what a person can come back with: their own data, too.
func (s *SignIn) WaysOf(ctx context.Context, person string) (w Ways, err error) {
	if w.Passkeys, err = s.PasskeysOf(ctx, person); err != nil {
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
	for _, kind := range []string{kindPasskey, kindCode} {
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

package signin

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"theriac/internal/identity"
	"theriac/internal/store"
)

// Account is a person's account at an OpenID provider, as its owner sees it.
type Account struct {
	ID      string    `json:"id"` // the beginning of the record's key; gives no access
	Issuer  string    `json:"issuer"`
	Name    string    `json:"name"` // of the provider
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"` // the day of the last sign-in with this account
	// Usable means that the account is at the provider that this server uses now.
	Usable bool `json:"usable"`
	key    string
}

// accountRecord is the stored form of an account. The account's identity at the provider is only in the
// record's key, as a hash of issuer and subject. The server stores nothing else about it.
type accountRecord struct {
	Person  string    `json:"person"`
	Issuer  string    `json:"issuer"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`
}

// ownerOf returns the person who owns an account, or "". The account of a deleted person has no owner.
func (s *SignIn) ownerOf(ctx context.Context, key string) (string, error) {
	r, _, err := get[accountRecord](ctx, s, kindAccount, key)
	if errors.Is(err, store.ErrAbsent) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	err = s.conf.People.Exists(ctx, r.Person)
	if errors.Is(err, identity.ErrUnknown) {
		return "", s.drop(ctx, r.Person, kindAccount, key)
	}
	if err != nil {
		return "", err
	}
	// Used is only shown to the owner. If it cannot be stored, the owner must still be able to sign in.
	_, _ = change(ctx, s, kindAccount, key, func(r *accountRecord) error {
		if today := s.conf.Now().UTC().Truncate(24 * time.Hour); r.Used.Before(today) {
			r.Used = today
			return nil
		}
		return errUnchanged
	})
	return r.Person, nil
}

var errUnchanged = errors.New("signin: unchanged")

// Link links the account of a returning user to a person, and returns the account's owner. It never takes an
// account from another person: in that case it returns ErrLinked.
func (s *SignIn) Link(ctx context.Context, who Arrived, person string) (owner string, err error) {
	if who.account == "" {
		return "", ErrCeremony
	}
	if who.Person == person {
		return person, nil
	}
	if who.Person != "" {
		return who.Person, ErrLinked
	}
	have, err := s.AccountsOf(ctx, person)
	if err != nil {
		return "", err
	}
	if len(have) >= MaxAccounts {
		return "", fmt.Errorf("%w accounts", identity.ErrTooMany)
	}
	if err := s.own(ctx, person, kindAccount, who.account); err != nil {
		return "", err
	}
	now := s.conf.Now().UTC()
	r := accountRecord{Person: person, Issuer: s.provider.Issuer, Created: now, Used: now.Truncate(24 * time.Hour)}
	for {
		err := s.put(ctx, kindAccount, who.account, 0, r)
		if errors.Is(err, store.ErrUncertain) && ctx.Err() == nil {
			continue
		}
		if err != nil && !errors.Is(err, store.ErrConflict) {
			return "", fmt.Errorf("signin: account: %w", err)
		}
		break
	}
	// If two calls link the account at the same time, the store accepts only one write. If a write got no
	// answer, it may be the accepted one.
	if owner, err = s.ownerOf(ctx, who.account); err == nil && owner != person {
		if owner == "" {
			return "", identity.ErrUnknown // the person was deleted in the meantime
		}
		err = ErrLinked // own has written a note for the wrong person, but the note has no effect
	}
	return owner, err
}

// AccountsOf returns a person's accounts, oldest first.
func (s *SignIn) AccountsOf(ctx context.Context, person string) ([]Account, error) {
	keys, err := s.owned(ctx, person, kindAccount)
	if err != nil {
		return nil, err
	}
	list := make([]Account, 0, len(keys))
	for _, key := range keys {
		r, _, err := get[accountRecord](ctx, s, kindAccount, key)
		if errors.Is(err, store.ErrAbsent) || err == nil && r.Person != person {
			continue // this note has no account, because Link failed after writing it
		}
		if err != nil {
			return nil, err
		}
		a := Account{ID: key[:passkeyID], Issuer: r.Issuer, Name: hostOf(r.Issuer), Created: r.Created, Used: r.Used, key: key}
		if s.provider != nil && s.provider.Issuer == r.Issuer {
			a.Name, a.Usable = s.provider.name(), true
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Account) int { return a.Created.Compare(b.Created) })
	return list, nil
}

// Unlink removes an account from a person, unless it is their last sign-in method.
func (s *SignIn) Unlink(ctx context.Context, person, id string) error {
	ways, err := s.WaysOf(ctx, person)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(ways.Accounts, func(a Account) bool { return a.ID == id })
	if i < 0 {
		return ErrNoAccount
	}
	gone := ways.Accounts[i]
	ways.Accounts = slices.Delete(slices.Clone(ways.Accounts), i, i+1)
	if gone.Usable && !ways.CanReturn() {
		return ErrLast
	}
	return s.drop(ctx, person, kindAccount, gone.key)
}

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

// Account is somebody's account at an OpenID provider, as they see it.
type Account struct {
	ID      string    `json:"id"` // the beginning of its key; opens nothing
	Issuer  string    `json:"issuer"`
	Name    string    `json:"name"` // of the provider
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"` // the day it last signed in
	// Usable says that its provider is the one of this server.
	Usable bool `json:"usable"`
	key    string
}

// accountRecord is the stored form. Whose account it is at the provider is in its key
// alone, as a hash of issuer and subject: nothing else of it is known here.
type accountRecord struct {
	Person  string    `json:"person"`
	Issuer  string    `json:"issuer"`
	Created time.Time `json:"created"`
	Used    time.Time `json:"used,omitzero"`
}

// ownerOf is the person whose account it is, or nobody. An account of somebody who was
// forgotten is nobody's.
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
	// The day is for the owner to see; that it could not be noted locks nobody out.
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

// Link gives the account of somebody who arrived to a person, and returns whose it is
// now. It is never taken from anybody: where it is another person's, that is ErrLinked.
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
	// Of two who link at once the store lets one; an attempt without an answer may have
	// been this one's.
	if owner, err = s.ownerOf(ctx, who.account); err == nil && owner != person {
		if owner == "" {
			return "", identity.ErrUnknown // forgotten meanwhile
		}
		err = ErrLinked // the note that stays means nothing
	}
	return owner, err
}

// AccountsOf lists a person's accounts, the oldest first.
func (s *SignIn) AccountsOf(ctx context.Context, person string) ([]Account, error) {
	keys, err := s.owned(ctx, person, kindAccount)
	if err != nil {
		return nil, err
	}
	list := make([]Account, 0, len(keys))
	for _, key := range keys {
		r, _, err := get[accountRecord](ctx, s, kindAccount, key)
		if errors.Is(err, store.ErrAbsent) || err == nil && r.Person != person {
			continue // the note of a link that failed
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

// Unlink takes an account from a person. The last way to come back stays.
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

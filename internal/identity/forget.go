package identity

import (
	"context"
	"errors"
	"fmt"

	"theriac/internal/store"
)

// Export is all that identity knows of a person. It has no secrets: they are not
// stored.
type Export struct {
	Person   Person    `json:"person"`
	Sessions []Session `json:"sessions"`
	Links    []Grant   `json:"links"`
}

// Export collects a person's own data.
func (p *People) Export(ctx context.Context, person string) (Export, error) {
	who, err := p.Get(ctx, person)
	if err != nil {
		return Export{}, err
	}
	sessions, err := p.Sessions(ctx, person, "")
	if err != nil {
		return Export{}, err
	}
	keys, err := p.owned(ctx, person, ownedLink)
	if err != nil {
		return Export{}, err
	}
	links := make([]Grant, 0, len(keys))
	for _, key := range keys {
		rec, err := p.conf.Links.Get(ctx, key)
		if errors.Is(err, store.ErrAbsent) {
			continue
		}
		if err != nil {
			return Export{}, fmt.Errorf("identity: link: %w", err)
		}
		r, err := decodeLink(rec.Data)
		if err != nil {
			return Export{}, err
		}
		links = append(links, r.Grant)
	}
	return Export{Person: who, Sessions: sessions, Links: links}, nil
}

// Forget removes a person with all sessions and links. The person goes first: from
// then on no session opens anything, and Exists takes back what is being added
// at this moment. It can be called again after a failure.
func (p *People) Forget(ctx context.Context, person string) error {
	if !IsID(person, PersonLength) {
		return ErrUnknown
	}
	err := p.conf.People.Delete(ctx, person)
	p.persons.drop(person)
	if err != nil {
		return fmt.Errorf("identity: forget: %w", err)
	}
	for _, kind := range []string{ownedSession, ownedLink} {
		keys, err := p.owned(ctx, person, kind)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if kind == ownedLink {
				err = p.dropLink(ctx, person, key)
			} else {
				err = p.end(ctx, person, key)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Exists fails where there is no such person any more, as the store knows it. It is
// asked after something was written for them: one who was forgotten meanwhile must not
// get it back.
func (p *People) Exists(ctx context.Context, person string) error {
	if _, err := p.conf.People.Get(ctx, person); err != nil {
		return unknown("person", err)
	}
	return nil
}

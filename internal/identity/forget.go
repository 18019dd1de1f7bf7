package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"theriac/internal/store"
)

// Export is all that identity knows of a person. It has no secrets: they are not
// stored.
type Export struct {
	Person   Person    `json:"person"`
	Sessions []Session `json:"sessions"`
	Links    []Grant   `json:"links"`
}

// Buckets declares what identity stores.
func (p *People) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketPeople, Export: store.Exports(p.Export), Forget: p.Forget},
		{Name: BucketSessions, With: BucketPeople},
		{Name: BucketLinks, With: BucketPeople},
		{Name: BucketOwned, With: BucketPeople},
	}
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
		rec, err := p.kv.links.Get(ctx, key)
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
// at this moment. It can be called again after a failure, and ForgetRest finishes what
// a crash has left.
func (p *People) Forget(ctx context.Context, person string) error {
	return p.forget(ctx, person, func() error { return p.kv.people.Delete(ctx, person) })
}

// leaving is the first word of the marks in Owned of those who are being forgotten. It is
// nobody's id: those are longer.
const leaving = "leaving"

// forget removes a person, and then what they own. A mark says so meanwhile.
func (p *People) forget(ctx context.Context, person string, remove func() error) error {
	if !IsID(person, PersonLength) {
		return ErrUnknown
	}
	mark := leaving + "." + person
	if err := putNew(ctx, p.kv.owned, mark, struct{}{}); err != nil {
		return fmt.Errorf("identity: forget: %w", err)
	}
	err := remove()
	p.persons.drop(person)
	if errors.Is(err, store.ErrConflict) { // they stay
		return errors.Join(fmt.Errorf("identity: forget: %w", err), p.kv.owned.Delete(ctx, mark))
	}
	if err != nil {
		return fmt.Errorf("identity: forget: %w", err)
	}
	if err := p.forgetOwned(ctx, person); err != nil {
		return err
	}
	if err := p.kv.owned.Delete(ctx, mark); err != nil {
		return fmt.Errorf("identity: forget: %w", err)
	}
	return nil
}

// ForgetRest removes what is left of people who were being forgotten when a node was lost.
// Of those who are still there nothing is lost yet: they can be forgotten again. It returns
// how many were gone.
func (p *People) ForgetRest(ctx context.Context) (n int, err error) {
	marks, err := p.kv.owned.List(ctx, leaving)
	if err != nil {
		return 0, fmt.Errorf("identity: forget: %w", err)
	}
	for _, rec := range marks {
		person := strings.TrimPrefix(rec.Key, leaving+".")
		if !IsID(person, PersonLength) {
			continue
		}
		if err := p.Exists(ctx, person); err == nil {
			continue
		} else if !errors.Is(err, ErrUnknown) {
			return n, err
		}
		if err := p.forgetOwned(ctx, person); err != nil {
			return n, err
		}
		if err := p.kv.owned.Delete(ctx, rec.Key); err != nil {
			return n, fmt.Errorf("identity: forget: %w", err)
		}
		n++
	}
	return n, nil
}

// forgetOwned removes the sessions and links of a person who is gone.
func (p *People) forgetOwned(ctx context.Context, person string) error {
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
	if _, err := p.kv.people.Get(ctx, person); err != nil {
		return unknown("person", err)
	}
	return nil
}

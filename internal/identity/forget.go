package identity

import (
	"context"
	"errors"
	"fmt"

	"theriac/internal/store"
)

// Export is everything that this package stores about a person. It contains no secrets, because
// only hashes of secrets are stored.
type Export struct {
	Person   Person    `json:"person"`
	Sessions []Session `json:"sessions"`
	Links    []Grant   `json:"links"`
}

// Buckets declares the buckets in which this package stores its records.
func (p *People) Buckets() []store.Bucket {
	return []store.Bucket{
		{Name: BucketPeople, Export: store.Exports(p.Export), Forget: p.Forget},
		{Name: BucketSessions, With: BucketPeople},
		{Name: BucketLinks, With: BucketPeople},
		{Name: BucketOwned, With: BucketPeople},
		{Name: BucketFound, With: BucketPeople},
	}
}

// Export collects everything that this package stores about a person, for the person's data export.
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

// Forget removes a person with all their sessions and links, in one transaction.
func (p *People) Forget(ctx context.Context, person string) error { return p.forget(ctx, person, 0) }

// forget removes a person and what they own. If version is not 0, it must be the version of the person's record. A
// session or link that is made in the meantime changes that version, so none is left.
func (p *People) forget(ctx context.Context, person string, version uint64) error {
	if !IsID(person, PersonLength) {
		return ErrUnknown
	}
	ended := map[string]bool{} // an attempt without an answer may have ended them
	for {
		rec, err := p.kv.people.Get(ctx, person)
		if errors.Is(err, store.ErrAbsent) {
			break
		}
		if err != nil {
			return fmt.Errorf("identity: forget: %w", err)
		}
		if version != 0 && rec.Version != version {
			return fmt.Errorf("identity: forget: %w", store.ErrConflict) // the person has visited again
		}
		changes := []store.Change{{Bucket: BucketPeople, Key: person, Version: rec.Version}}
		if r, err := decodePerson(rec.Data); err == nil { // a damaged record no longer says how it is found
			changes = append(changes, renamed(person, r.Name, "")...)
			changes = append(changes, store.Change{Bucket: BucketFound, Key: dayPrefix(r.Created) + "." + person, Any: true})
		}
		for kind, bucket := range map[string]string{ownedSession: BucketSessions, ownedLink: BucketLinks} {
			keys, err := p.owned(ctx, person, kind)
			if err != nil {
				return err
			}
			for _, key := range keys {
				changes = append(changes, store.Change{Bucket: bucket, Key: key, Any: true},
					store.Change{Bucket: BucketOwned, Key: ownedKey(person, kind, key), Any: true})
				if kind == ownedSession {
					ended[key] = true
				}
			}
		}
		_, err = p.conf.Do(ctx, changes...)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return fmt.Errorf("identity: forget: %w", err)
		}
		break
	}
	p.persons.drop(person)
	for key := range ended {
		p.ended(key)
	}
	return nil
}

// Exists returns an error if the person has been removed from the store.
func (p *People) Exists(ctx context.Context, person string) error {
	if _, err := p.kv.people.Get(ctx, person); err != nil {
		return unknown("person", err)
	}
	return nil
}

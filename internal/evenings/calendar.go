package evenings

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"theriac/internal/store"
)

// A calendar has two records: one by the hash of its secret, and one by its person. The secret itself is not stored.
type (
	calendarOwner struct {
		Person string `json:"person"`
	}
	calendarSecret struct {
		Hash string    `json:"hash"`
		Made time.Time `json:"made"`
	}
)

const (
	byHash   = "hash."
	byPerson = "of."
)

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte("theriac calendar\n" + secret))
	return hex.EncodeToString(sum[:])
}

// NewCalendar returns the secret of a person's calendar. An earlier secret opens nothing any more.
func (e *Evenings) NewCalendar(ctx context.Context, person string) (secret string, err error) {
	if secret, err = e.newID(); err != nil {
		return "", err
	}
	owner, err := json.Marshal(calendarOwner{person})
	if err != nil {
		return "", fmt.Errorf("evenings: %w", err)
	}
	made, err := json.Marshal(calendarSecret{hashOf(secret), e.now()})
	if err != nil {
		return "", fmt.Errorf("evenings: %w", err)
	}
	return secret, e.setCalendar(ctx, person, func(version uint64) []store.Change {
		return []store.Change{
			{Bucket: BucketCalendars, Key: byHash + hashOf(secret), Any: true, Data: owner},
			{Bucket: BucketCalendars, Key: byPerson + person, Version: version, Data: made},
		}
	})
}

// RemoveCalendar makes the address of a person's calendar void.
func (e *Evenings) RemoveCalendar(ctx context.Context, person string) error {
	return e.setCalendar(ctx, person, func(version uint64) []store.Change {
		if version == 0 {
			return nil
		}
		return []store.Change{{Bucket: BucketCalendars, Key: byPerson + person, Version: version}}
	})
}

// setCalendar makes changes for a person whose record has the version that f gets, and removes the earlier secret.
func (e *Evenings) setCalendar(ctx context.Context, person string, f func(version uint64) []store.Change) error {
	for {
		old, version, err := read[calendarSecret](ctx, e.kv.calendars, byPerson+person)
		if err != nil {
			return err
		}
		changes := f(version)
		if len(changes) == 0 {
			return nil
		}
		if version > 0 && !slices.ContainsFunc(changes, func(c store.Change) bool { return c.Key == byHash+old.Hash }) {
			changes = append(changes, store.Change{Bucket: BucketCalendars, Key: byHash + old.Hash, Any: true})
		}
		if _, err := e.conf.Do(ctx, changes...); !store.Retryable(ctx, err) {
			return err
		}
	}
}

// Calendar returns when a person got the address of their calendar; the zero time if they have none.
func (e *Evenings) Calendar(ctx context.Context, person string) (time.Time, error) {
	r, _, err := read[calendarSecret](ctx, e.kv.calendars, byPerson+person)
	return r.Made, err
}

// Entry is an evening in a calendar.
type Entry struct{ At, Since time.Time }

// OpenCalendar returns the person with a calendar's secret, and the evenings to which they come.
func (e *Evenings) OpenCalendar(ctx context.Context, secret string) (person string, list []Entry, err error) {
	if len(secret) != idLength {
		return "", nil, ErrNoCalendar
	}
	rec, err := e.kv.calendars.Get(ctx, byHash+hashOf(secret))
	if errors.Is(err, store.ErrAbsent) {
		return "", nil, ErrNoCalendar
	}
	if err != nil {
		return "", nil, fmt.Errorf("evenings: %w", err)
	}
	var owner calendarOwner
	if err := decode(rec.Data, &owner); err != nil {
		return "", nil, err
	}
	recs, err := e.of(ctx, owner.Person)
	if err != nil {
		return "", nil, err
	}
	for _, rec := range recs {
		id, _, _ := strings.Cut(rec.Key, ".")
		var c coming
		at, err := timeOf(id)
		if err == nil {
			err = decode(rec.Data, &c)
		}
		if err != nil {
			return "", nil, err
		}
		list = append(list, Entry{At: at, Since: c.Since})
	}
	slices.SortFunc(list, func(a, b Entry) int { return a.At.Compare(b.At) })
	return owner.Person, list, nil
}

// Package evenings gathers people at an hour that is known before. It counts how many people are here at each hour of
// the week, proposes the next hours to meet, and stores who comes. At that hour it forms teams of those who are there,
// and has the lobby seat them.
//
// By design it refuses to count people by name, and to tell anyone who comes: it tells how many. It holds no seats.
package evenings

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"theriac/internal/identity"
	"theriac/internal/lobby"
	"theriac/internal/refusal"
	"theriac/internal/store"
)

// Limits and times.
const (
	MaxPeople = 400 // who come to one evening
	Days      = 3   // on how many days evenings are proposed, today included
	// Door is how long before its hour people wait for an evening in the hall. That is also when they are reminded.
	Door = 10 * time.Minute
	// Late is how long after its hour an evening can still begin, if no node was there before.
	Late = 5 * time.Minute
	// Fresh is how long a person counts as present after the last sign of theirs.
	Fresh = 90 * time.Second
	// seenEvery is how often such a sign is written.
	seenEvery = 15 * time.Second
	// kept is how long after its hour an evening is stored.
	kept = time.Hour
	// leaseFor is how long other nodes leave the seating to the node that has begun it.
	leaseFor = 20 * time.Second
)

// The names of this package's buckets.
const (
	BucketComing    = "evenings"          // who comes, by evening and person
	BucketPlans     = "evening-plans"     // the teams of an evening that has begun
	BucketHours     = "evening-hours"     // how many people are here at each hour of the week
	BucketCalendars = "evening-calendars" // the addresses of calendars
)

// Errors that callers compare with errors.Is.
var (
	// ErrNoEvening reports that people do not meet at that time, or not any more.
	ErrNoEvening error = refusal.New(refusal.NotFound, "no-such-evening", "evenings: no such evening")
	// ErrFull reports that as many people come as is allowed.
	ErrFull error = refusal.New(refusal.Conflict, "evening-full", "evenings: full")
	// ErrNotComing reports that the person does not come to the evening.
	ErrNotComing error = refusal.New(refusal.Conflict, "not-coming", "evenings: not coming")
	// ErrNoCalendar reports that no calendar has that address, or not any more.
	ErrNoCalendar error = refusal.New(refusal.NotFound, "no-such-calendar", "evenings: no such calendar")
)

// Config configures the evenings.
type Config struct {
	KV     func(bucket string) store.KV
	Do     func(context.Context, ...store.Change) (uint64, error)
	Now    func() time.Time
	Random io.Reader // crypto/rand.Reader
	Lobby  *lobby.Lobby
	// Meets returns an error if a person may not sit with others at a public table, as in lobby.Config.
	Meets func(ctx context.Context, person string, others []string, full error) error
	// Zone is the time zone in which a day begins and ends. Times are the hours to meet on each day, as time since
	// midnight; if there are none, evenings proposes hours.
	Zone  *time.Location
	Times []time.Duration
	// Here returns how many people are here now.
	Here func() int
	// Remind has a person reminded once, at a time; the zero time cancels that. It may be nil.
	Remind func(ctx context.Context, person, evening string, at time.Time) error
}

// Evenings is the main type of this package.
type Evenings struct {
	conf       Config
	kv         struct{ coming, plans, hours, calendars store.KV }
	node       string // the id of this process
	randomness sync.Mutex

	mu   sync.Mutex
	hour int64 // the last hour that this node counted, and the number that it stored
	peak int
}

// New returns the evenings of a server.
func New(c Config) (*Evenings, error) {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	e := &Evenings{conf: c}
	e.kv.coming, e.kv.plans = c.KV(BucketComing), c.KV(BucketPlans)
	e.kv.hours, e.kv.calendars = c.KV(BucketHours), c.KV(BucketCalendars)
	var err error
	e.node, err = e.newID()
	return e, err
}

const idLength = 26 // characters of five random bits each

func (e *Evenings) newID() (string, error) {
	e.randomness.Lock()
	defer e.randomness.Unlock()
	return identity.NewID(e.conf.Random, idLength)
}

func (e *Evenings) now() time.Time { return e.conf.Now().UTC() }

// ID returns the id of the evening at a time.
func ID(at time.Time) string { return strconv.FormatInt(at.Unix(), 10) }

// timeOf returns the time of the evening with an id. All ids have ten digits, so that they sort by time.
func timeOf(id string) (time.Time, error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil || len(id) != 10 || n < 0 {
		return time.Time{}, ErrNoEvening
	}
	return time.Unix(n, 0).UTC(), nil
}

// read returns a record and its version. A record that does not exist is the zero value with version 0.
func read[T any](ctx context.Context, kv store.KV, key string) (r T, version uint64, err error) {
	rec, err := kv.Get(ctx, key)
	if errors.Is(err, store.ErrAbsent) {
		return r, 0, nil
	}
	if err != nil {
		return r, 0, fmt.Errorf("evenings: %w", err)
	}
	return r, rec.Version, decode(rec.Data, &r)
}

func decode[T any](data []byte, r *T) error {
	if store.Newer(data, r) {
		return fmt.Errorf("evenings: %w", store.ErrNewer)
	}
	if err := json.Unmarshal(data, r); err != nil {
		return fmt.Errorf("evenings: %w: %w", store.ErrDamaged, err)
	}
	return nil
}

// errSame reports that a record stays as it is.
var errSame = errors.New("evenings: nothing to change")

// change reads a record, applies f and writes the result. After a conflict it tries again. there is false if the record
// is new.
func change[T any](ctx context.Context, kv store.KV, key string, f func(r *T, there bool) error) (T, error) {
	for {
		r, version, err := read[T](ctx, kv, key)
		if err != nil {
			return r, err
		}
		if err := f(&r, version > 0); errors.Is(err, errSame) {
			return r, nil
		} else if err != nil {
			return r, err
		}
		data, err := json.Marshal(r)
		if err != nil {
			return r, fmt.Errorf("evenings: %w", err)
		}
		_, err = kv.Put(ctx, key, version, data)
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			return r, fmt.Errorf("evenings: %w", err)
		}
		return r, nil
	}
}

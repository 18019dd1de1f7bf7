package identity

import (
	"context"
	"fmt"
	"time"

	"theriac/internal/store"
)

// Idle is a person who was not seen for long, as they were found.
type Idle struct {
	ID      string
	Version uint64 // of their record: it changes when they are seen again
}

// Idle finds people who were last seen before the day of a time, behind a version and at most that many.
// more says that there may be others. Records that a newer version of the program wrote are
// left out.
func (p *People) Idle(ctx context.Context, before time.Time, after uint64, most int) (list []Idle, more bool, err error) {
	before = before.UTC().Truncate(day) // of the last visit only the day is known
	looking, done := context.WithCancel(ctx)
	defer done()
	err = p.kv.people.Watch(looking, "", func(rec store.Record) {
		if rec.Version <= after || len(list) >= most || looking.Err() != nil {
			return
		}
		r, err := decodePerson(rec.Data)
		if err != nil || !r.Seen.Before(before) || store.Newer(rec.Data, &personRecord{}) {
			return
		}
		if list = append(list, Idle{rec.Key, rec.Version}); len(list) == most {
			more = true
			done()
		}
	}, done)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, false, fmt.Errorf("identity: people: %w", err)
	}
	return list, more, nil
}

// ForgetIdle forgets a person, unless they were seen since: then it is store.ErrConflict.
// Whoever comes back first writes that they were seen.
func (p *People) ForgetIdle(ctx context.Context, who Idle) error {
	return p.forget(ctx, who.ID, func() error { return p.kv.people.DeleteAt(ctx, who.ID, who.Version) })
}

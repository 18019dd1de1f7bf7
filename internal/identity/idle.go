package identity

import (
	"context"
	"fmt"
	"time"

	"theriac/internal/store"
)

// Idle is a person who has not been seen for a long time. ForgetIdle can remove them.
type Idle struct {
	ID      string
	Version uint64 // version of the person's record; a visit changes it
}

// idlePage is how many people Idle reads from the store in one go.
const idlePage = 500

// Idle returns people who were last seen before the given day: the first ones whose ids are greater
// than after, at most as many as most says, ordered by id. It leaves out records written by a newer
// version of the program.
func (p *People) Idle(ctx context.Context, before time.Time, after string, most int) (list []Idle, err error) {
	before = before.UTC().Truncate(day) // only the day of the last visit is stored
	for {
		page, err := p.kv.people.Page(ctx, "", after, idlePage)
		if err != nil {
			return nil, fmt.Errorf("identity: people: %w", err)
		}
		for _, rec := range page {
			after = rec.Key
			r, err := decodePerson(rec.Data)
			if err != nil || !r.Seen.Before(before) || store.Newer(rec.Data, &personRecord{}) {
				continue
			}
			if list = append(list, Idle{rec.Key, rec.Version}); len(list) == most {
				return list, nil
			}
		}
		if len(page) < idlePage {
			return list, nil
		}
	}
}

// ForgetIdle forgets a person whom Idle returned. If the person was seen since, it returns
// store.ErrConflict, because a visit changes the version of the person's record.
func (p *People) ForgetIdle(ctx context.Context, who Idle) error {
	return p.forget(ctx, who.ID, who.Version)
}

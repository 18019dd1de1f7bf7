package serve

import (
	"context"
	"errors"
	"time"

	"theriac/internal/store"
)

const (
	// guestsEvery is how often the server looks for guests to forget.
	guestsEvery = time.Hour
	// guestsAtOnce is how many guests each round examines.
	guestsAtOnce = 500
)

// expireGuests forgets people who have not been seen for long and left nothing that matters: no sign-in method,
// table, result, message or notification settings. In a cluster, the node that leads the log does it. If two nodes
// did, that would be harmless.
func (s *Server) expireGuests(ctx context.Context) error {
	leaders, err := s.storage.Store.Health().Leaders(ctx)
	if err != nil || s.opts.GuestsExpire <= 0 || len(leaders) > 0 && !leaders[0].Here {
		return err
	}
	list, err := s.services.people.Idle(ctx, s.opts.clock.Now().Add(-s.opts.GuestsExpire), s.guestsAt, guestsAtOnce)
	if err != nil {
		return err
	}
	for _, who := range list {
		unused, err := s.services.unused(ctx, who.ID)
		if err != nil && !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) { // skip unreadable records, because they may matter
			return err
		}
		unused = unused && err == nil
		if unused {
			switch err := s.services.people.ForgetIdle(ctx, who); {
			case err == nil:
				s.guestsGone.Add(1)
			case !errors.Is(err, store.ErrConflict): // a conflict means that the person has come back
				return err
			}
		}
		s.guestsAt = who.ID
	}
	if len(list) < guestsAtOnce {
		s.guestsAt = ""
	}
	return nil
}

// unused reports whether nothing that the store has about a person would be missed by anyone.
func (r *services) unused(ctx context.Context, person string) (bool, error) {
	for _, b := range r.buckets() {
		if b.Missed == nil {
			continue
		}
		if missed, err := b.Missed(ctx, person); err != nil || missed {
			return false, err
		}
	}
	return true, nil
}

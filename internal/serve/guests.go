package serve

import (
	"context"
	"errors"
	"time"

	"theriac/internal/store"
)

const (
	// guestsEvery is how often guests are looked for who never came back.
	guestsEvery = time.Hour
	// guestsAtOnce is how many are looked at each time.
	guestsAtOnce = 500
	guestsLease  = "guests" // the task, among those of which one node does each
	bucketLeases = "leases"
)

// expireGuests forgets people who were not seen for long and left nothing: no way back, no
// table, no result, no message, nothing to be told about. Before, it removes what is left of those
// whom a lost node was about to forget, whether guests expire or not. Where nodes share the store, one of
// them does it at a time; if two do after all, nobody is harmed.
func (s *Server) expireGuests(ctx context.Context) error {
	if !s.opts.alone() {
		leases := s.storage.Store.KV(bucketLeases)
		_, err := leases.PutFor(ctx, guestsLease, []byte("1"), guestsEvery/2)
		if errors.Is(err, store.ErrConflict) {
			return nil
		}
		if err != nil {
			return err
		}
		defer func() { _ = leases.Delete(context.WithoutCancel(ctx), guestsLease) }() // it ends by itself too
	}
	if _, err := s.services.people.ForgetRest(ctx); err != nil || s.opts.GuestsExpire <= 0 {
		return err
	}
	list, more, err := s.services.people.Idle(ctx, s.opts.clock.Now().Add(-s.opts.GuestsExpire), s.guestsAt, guestsAtOnce)
	if err != nil {
		return err
	}
	for _, who := range list {
		unused, err := s.services.unused(ctx, who.ID)
		if err != nil && !errors.Is(err, store.ErrDamaged) && !errors.Is(err, store.ErrNewer) { // of those nobody knows
			return err
		}
		unused = unused && err == nil
		if unused {
			switch err := s.services.people.ForgetIdle(ctx, who); {
			case err == nil:
				s.guestsGone.Add(1)
			case !errors.Is(err, store.ErrConflict): // they have come back
				return err
			}
		}
		s.guestsAt = who.Version
	}
	if !more {
		s.guestsAt = 0
	}
	return nil
}

// unused says that nothing is kept of a person that they or others could miss.
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

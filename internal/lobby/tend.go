package lobby

import (
	"context"
	"errors"
	"fmt"

	"theriac/internal/store"
)

// Tend completes interrupted starts, and closes deserted public tables. A node calls it when it starts and at
// intervals after that.
func (l *Lobby) Tend(ctx context.Context) error {
	recs, err := l.kv.open.List(ctx, "")
	if err != nil {
		return fmt.Errorf("lobby: tend: %w", err)
	}
	var all error
	for _, rec := range recs {
		if err := l.tend(ctx, rec.Key); err != nil {
			all = errors.Join(all, fmt.Errorf("lobby: tend %s: %w", rec.Key, err))
		}
	}
	return all
}

func (l *Lobby) tend(ctx context.Context, table string) error {
	r, err := l.read(ctx, table)
	if errors.Is(err, store.ErrNewer) || r.newer {
		return nil // a newer version wrote the record: a newer node tends it
	}
	if err != nil {
		return err
	}
	if r.Status == Gathering && l.now().Sub(r.Updated) > Deserted {
		_, err := l.change(ctx, table, func(r *tableRecord) error {
			if r.Status != Gathering || l.now().Sub(r.Updated) <= Deserted {
				return errSame
			}
			r.close()
			return nil
		})
		return err
	}
	_, err = l.begin(ctx, r)
	return err
}

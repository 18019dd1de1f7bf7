package lobby

import (
	"context"
	"errors"
	"fmt"

	"theriac/internal/store"
)

// RepairLists repairs what a crash left between a record and the list of open tables,
// completes starts that broke off, and closes deserted public tables. A node calls it
// at its start and now and then.
func (l *Lobby) RepairLists(ctx context.Context) error {
	recs, err := l.kv.open.List(ctx, "")
	if err != nil {
		return fmt.Errorf("lobby: repair: %w", err)
	}
	var all error
	for _, rec := range recs {
		if err := l.mend(ctx, rec.Key); err != nil {
			all = errors.Join(all, fmt.Errorf("lobby: repair %s: %w", rec.Key, err))
		}
	}
	return all
}

func (l *Lobby) mend(ctx context.Context, table string) error {
	r, err := l.read(ctx, table)
	if Refused(err) == NoSuchTable {
		return l.kv.open.Delete(ctx, table)
	}
	if errors.Is(err, store.ErrNewer) || r.newer {
		return nil // a newer node repairs it
	}
	if err != nil {
		return err
	}
	if r.Status == Gathering && l.now().Sub(r.Updated) > Deserted {
		_, err := l.change(ctx, table, func(r *record) error {
			if r.Status != Gathering || l.now().Sub(r.Updated) <= Deserted {
				return errSame
			}
			r.close()
			return nil
		})
		return err
	}
	if r, err = l.begin(ctx, r); err != nil {
		return err
	}
	return l.updateLists(ctx, r, nil)
}

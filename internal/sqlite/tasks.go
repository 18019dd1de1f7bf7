package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

const (
	// expireEvery is the interval at which expired records are removed.
	expireEvery = time.Second
	// truncateEvery is the interval at which the WAL is emptied. Until then it still contains deleted data.
	truncateEvery = time.Hour
	// checkEvery is the interval at which all data are read and checked. checkRate is the highest reading
	// rate, in bytes per second.
	checkEvery = 24 * time.Hour
	checkRate  = 20 << 20
)

// startTasks starts the background tasks of the store.
func (s *Store) startTasks() {
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	for _, task := range []struct {
		every time.Duration
		do    func(context.Context)
	}{{expireEvery, s.expire}, {truncateEvery, s.truncate}, {checkEvery, s.check}} {
		s.tasks.Go(func() {
			t := time.NewTicker(task.every)
			defer t.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-t.C:
					task.do(ctx)
				}
			}
		})
	}
}

// expire removes the records that have expired according to this node's clock.
func (s *Store) expire(ctx context.Context) {
	for s.leads() {
		var ops []state.Op
		err := s.read(ctx, func(c *conn) error {
			return c.do("SELECT bucket, key, version FROM kv WHERE ends>0 AND ends<=?1 LIMIT ?2+0", func(r *sqlite3.Stmt) error {
				ops = append(ops, state.Delete{Bucket: r.ColumnText(0), Key: r.ColumnText(1), Only: true, Version: uint64(r.ColumnInt64(2))})
				return nil
			}, time.Now().UnixMilli(), maxWrite)
		})
		if err != nil || len(ops) == 0 {
			return
		}
		if _, err := s.propose(ctx, ops...); err != nil || len(ops) < maxWrite {
			return
		}
	}
}

// truncate empties the WAL unless a reader still needs it.
func (s *Store) truncate(ctx context.Context) {
	if err := s.between(ctx, emptyWAL); err != nil && ctx.Err() == nil {
		s.log.Warn("the write-ahead log could not be emptied", "err", err)
	}
}

func emptyWAL(c *conn) error {
	_ = c.BusyTimeout(0)
	defer func() { _ = c.BusyTimeout(busyWait) }()
	_, _, err := c.WALCheckpoint("main", sqlite3.CHECKPOINT_TRUNCATE)
	if errors.Is(err, sqlite3.BUSY) || errors.Is(err, sqlite3.FULL) {
		return nil // a reader needs the WAL: try again next time
	}
	return fault(err)
}

// check reads the whole file and reports damage. It runs at intervals of checkEvery.
func (s *Store) check(ctx context.Context) {
	report, err := CheckFile(ctx, s.dir, checkRate)
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, store.ErrDamaged):
		_ = s.noted(err)
	case err != nil:
		s.log.Warn("the store could not be checked", "err", err)
	default:
		s.log.Info("the store was checked", "rows", report.Rows, "damages", len(report.Damages))
	}
	for _, d := range report.Damages {
		s.damaged(d)
	}
}

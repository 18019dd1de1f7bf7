package sqlite

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

// grace is how long a reminder stays after it was handed out: a program that dies before
// it acted hands it out again at its next start.
const grace = 5 * time.Minute

// handed is what this program has handed out, and when.
type handed struct {
	mu   sync.Mutex
	when map[state.Done]time.Time
}

func (l tableLog) Remind(ctx context.Context, table string, at time.Time) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	_, err := l.write(ctx, state.Remind{Table: table, At: at.UnixMilli()})
	l.due.mu.Lock()
	defer l.due.mu.Unlock()
	delete(l.due.when, state.Done{Table: table, At: at.UnixMilli()}) // it is set anew, and handed out anew
	return err
}

func (l tableLog) Due(ctx context.Context, now time.Time) (list []store.Reminder, err error) {
	d := &l.due
	d.mu.Lock()
	defer d.mu.Unlock()
	var due []state.Done
	err = l.read(ctx, func(c *conn) error {
		return c.do("SELECT tbl, at FROM due WHERE at<=?1 ORDER BY tbl", func(s *sqlite3.Stmt) error {
			due = append(due, state.Done{Table: s.ColumnText(0), At: s.ColumnInt64(1)})
			return nil
		}, now.UnixMilli())
	})
	if err != nil {
		return nil, err
	}
	if d.when == nil {
		d.when = map[state.Done]time.Time{}
	}
	var past []state.Op
	for _, r := range due {
		when, known := d.when[r]
		switch {
		case !known:
			list = append(list, store.Reminder{Table: r.Table, At: time.UnixMilli(r.At)})
			d.when[r] = now
		case now.Sub(when) >= grace:
			past = append(past, r)
		}
	}
	for part := range slices.Chunk(past, maxWrite) {
		if _, err := l.propose(ctx, part...); err != nil {
			break // they are removed the next time
		}
	}
	for r, when := range d.when {
		if now.Sub(when) >= 2*grace {
			delete(d.when, r)
		}
	}
	return list, nil
}

package sqlite

import (
	"context"
	"slices"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

func (l tableLog) Remind(ctx context.Context, table string, at time.Time) error {
	if err := store.CheckName(table); err != nil {
		return err
	}
	_, err := l.write(ctx, state.Remind{Table: table, At: at.UnixMilli()})
	l.due.Set(table, at.UnixMilli())
	return err
}

func (l tableLog) Due(ctx context.Context, now time.Time) ([]store.Reminder, error) {
	var due []state.Done
	err := l.read(ctx, func(c *conn) error {
		return c.do("SELECT tbl, at FROM due WHERE at<=?1 ORDER BY tbl", func(s *sqlite3.Stmt) error {
			due = append(due, state.Done{Table: s.ColumnText(0), At: s.ColumnInt64(1)})
			return nil
		}, now.UnixMilli())
	})
	if err != nil {
		return nil, err
	}
	list, past := l.due.Name(due, now)
	for part := range slices.Chunk(past, maxWrite) {
		if _, err := l.propose(ctx, part...); err != nil {
			break // the next call removes the remaining ones
		}
	}
	return list, nil
}

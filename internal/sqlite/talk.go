package sqlite

import (
	"context"
	"errors"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

type chat struct{ *Store }

func (t chat) Post(ctx context.Context, table, person string, data []byte) (uint64, error) {
	if err := errors.Join(store.CheckName(table), store.CheckName(person)); err != nil {
		return 0, err
	}
	return t.write(ctx, state.Post{Table: table, Person: person, Data: data})
}

// lines reads chat messages. It reports a damaged message as damage and leaves it out.
func (t chat) lines(ctx context.Context, query string, args ...any) (list []state.Line, err error) {
	err = t.read(ctx, func(c *conn) error {
		list = nil
		return c.do("SELECT "+lineColumns+" FROM chat WHERE "+query, func(s *sqlite3.Stmt) error {
			l, err := lineOf(s)
			if err == nil {
				list = append(list, l)
			}
			_ = t.noted(err)
			return nil
		}, args...)
	})
	return list, err
}

func (t chat) Lines(ctx context.Context, table string, after uint64, most int) ([]store.ChatLine, error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	lines, err := t.lines(ctx, "tbl=?1 AND at>?2 ORDER BY at DESC LIMIT ?3+0", table, after, max(most, 0))
	if err != nil {
		return nil, err
	}
	var list []store.ChatLine
	for _, l := range slices.Backward(lines) {
		list = append(list, store.ChatLine{At: l.At, Person: l.Person, Data: l.Data})
	}
	return list, nil
}

func (t chat) LinesBy(ctx context.Context, person string, f func(table string, l store.ChatLine)) error {
	if err := store.CheckName(person); err != nil {
		return err
	}
	lines, err := t.lines(ctx, "person=?1 ORDER BY at", person)
	for _, l := range lines {
		f(l.Table, store.ChatLine{At: l.At, Person: l.Person, Data: l.Data})
	}
	return err
}

func (t chat) DeleteBy(ctx context.Context, person string) error {
	if err := store.CheckName(person); err != nil {
		return err
	}
	_, err := t.write(ctx, state.Unsay{Person: person})
	return err
}

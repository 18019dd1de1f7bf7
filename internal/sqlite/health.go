package sqlite

import (
	"context"
	"errors"
	"slices"
	"strings"

	"theriac/internal/store"
)

type health struct{ *Store }

// leastRoom is the number of bytes by which the file must still be able to grow for the store to be ready.
const leastRoom = 16 * pageSize

// Ready writes an empty frame, and checks that there is enough space for more.
func (h health) Ready(ctx context.Context) error {
	if err := h.fresh(ctx); err != nil {
		return err
	}
	return h.noted(h.submit(ctx, &write{local: func(c *conn) error {
		if err := c.do("SAVEPOINT room", nil); err != nil {
			return err
		}
		if err := c.do("INSERT INTO snapshot(tbl, sum, data) VALUES('', 0, zeroblob(?1))", nil, leastRoom); err != nil {
			return err
		}
		return errors.Join(c.do("ROLLBACK TO room", nil), c.do("RELEASE room", nil))
	}}))
}

// Leaders reports the file as a single stream that this node leads.
func (h health) Leaders(context.Context) ([]store.Leader, error) {
	return []store.Leader{{Stream: FileName, Known: true, Here: true}}, nil
}

func (h health) Damages(context.Context) ([]store.Damage, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]store.Damage, 0, len(h.damages))
	for d := range h.damages {
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b store.Damage) int { return strings.Compare(a.Where+a.What, b.Where+b.What) })
	return list, nil
}

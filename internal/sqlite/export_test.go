package sqlite

import (
	"context"

	"theriac/internal/store"
)

// Kill ends the store as if its process was killed: nobody hears of a commit after the
// moment in which f copies its files.
func (s *Store) Kill(f func()) {
	_ = s.between(context.Background(), func(*conn) error {
		f()
		s.lose(store.ErrLost)
		return nil
	})
	s.Close()
}

// Widen lets the file grow.
func (s *Store) Widen(bytes int64) error {
	return s.between(context.Background(), func(c *conn) error { return limit(c, bytes) })
}

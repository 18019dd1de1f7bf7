package sqlite

import (
	"context"

	"theriac/internal/state"
	"theriac/internal/store"
)

var RawRows = rawRows

// Frame is the number of the last frame.
func (s *Store) Frame() (n uint64) {
	_ = s.between(context.Background(), func(*conn) error { n = s.frame; return nil })
	return n
}

// Propose applies operations in one frame.
func (s *Store) Propose(ctx context.Context, ops ...state.Op) ([]state.Answer, error) {
	return s.propose(ctx, ops...)
}

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

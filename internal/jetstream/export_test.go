package jetstream

import (
	"context"
	"io"
)

// BackupBetween makes a backup and calls f after each stream, while nothing else
// changes.
func (s *Store) BackupBetween(ctx context.Context, w io.Writer, f func(stream string)) error {
	return s.backup(ctx, w, f)
}

// Heals says whether the store repeats a call that JetStream refused with a code.
func Heals(code, errCode int) bool { return heals(&apiError{Code: code, ErrCode: errCode}) }

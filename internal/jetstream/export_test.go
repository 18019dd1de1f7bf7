package jetstream

import (
	"context"
	"io"
)

// BackupBetween makes a backup and calls f after each stream, while everything
// stands still but what f does.
func (s *Store) BackupBetween(ctx context.Context, w io.Writer, f func(stream string)) error {
	return s.backup(ctx, w, f)
}

// Heals says whether a call is repeated that JetStream has refused with a code.
func Heals(code, errCode int) bool { return heals(&apiError{Code: code, ErrCode: errCode}) }

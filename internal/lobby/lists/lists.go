// Package lists is how tables are found: the live lists of open and finished ones, the
// notes which tables mention a person, and the volumes with the records of those that are
// over.
//
// A list may lag behind the records: its reader compares with them.
//
// It refuses to decide anything about a table, to know what its record says, and who may
// see it: that is internal/lobby's.
package lists

import (
	"context"
	"errors"

	"theriac/internal/store"
)

// TableLength is the length of a table's id.
const TableLength = 12

// Retryable reports whether to decide and write again.
func Retryable(ctx context.Context, err error) bool {
	return (errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUncertain)) && ctx.Err() == nil
}

package hub

import (
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// Batch returns the operation that makes several changes together, for a store's method Do.
func Batch(changes []store.Change) (op state.Batch, err error) {
	if err := store.CheckChanges(changes); err != nil {
		return op, err
	}
	for _, c := range changes {
		p := state.Part{Bucket: c.Bucket, Key: c.Key, Any: c.Any, Version: c.Version, Data: c.Data}
		if c.Life > 0 {
			p.Ends = time.Now().Add(c.Life).UnixMilli()
		}
		op.Parts = append(op.Parts, p)
	}
	return op, nil
}

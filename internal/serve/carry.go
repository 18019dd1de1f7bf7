package serve

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"sync"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// carriers is how many write at once what is carried into another kind of store.
const carriers = 64

// carry fills an empty store with rows of another kind of store. What belongs to one
// table, and to one record, is written in order.
func carry(ctx context.Context, to store.Store, rows func(f func(row any) error) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var queues [carriers]chan any
	for i := range queues {
		queues[i] = make(chan any, 16)
		wg.Go(func() {
			c := carrier{to, map[string]uint64{}, map[string]uint64{}}
			for row := range queues[i] {
				if err := c.write(ctx, row); err != nil {
					cancel(err)
				}
			}
		})
	}
	err := rows(func(row any) error {
		h := fnv.New32a()
		_, _ = h.Write([]byte(rowName(row)))
		select {
		case queues[h.Sum32()%carriers] <- row:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
	for _, q := range queues {
		close(q)
	}
	wg.Wait()
	return errors.Join(err, context.Cause(ctx))
}

// rowName is the table or the record of a row.
func rowName(row any) string {
	switch r := row.(type) {
	case state.Record:
		return r.Bucket + " " + r.Key
	case state.Line:
		return r.Table
	case state.Remind:
		return r.Table
	case state.Entry:
		return r.Table
	case state.Game:
		return r.Table
	}
	return ""
}

// carrier writes the rows of some tables and records.
type carrier struct {
	to       store.Store
	places   map[string]uint64 // of the newest entry of each table
	versions map[string]uint64 // of each record
}

func (c carrier) write(ctx context.Context, row any) (err error) {
	if ctx.Err() != nil {
		return nil
	}
	switch r := row.(type) {
	case state.Record:
		err = c.record(ctx, r)
	case state.Line:
		_, err = c.to.Chat().Post(ctx, r.Table, r.Person, r.Data)
	case state.Remind:
		err = c.to.Log().Remind(ctx, r.Table, time.UnixMilli(r.At))
	case state.Entry:
		c.places[r.Table], err = c.to.Log().Append(ctx, r.Table, c.places[r.Table], r.Key, r.Data)
	case state.Game:
		err = c.to.Log().Archive(ctx, r.Table, r.Data)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", rowName(row), err)
	}
	return nil
}

func (c carrier) record(ctx context.Context, r state.Record) (err error) {
	kv, name := c.to.KV(r.Bucket), rowName(r)
	switch {
	case len(r.Data) == 0:
		delete(c.versions, name)
		return kv.Delete(ctx, r.Key)
	case r.Ends > 0 && c.versions[name] == 0:
		life := time.Until(time.UnixMilli(r.Ends))
		if life <= 0 {
			return nil
		}
		c.versions[name], err = kv.PutFor(ctx, r.Key, r.Data, life)
	default:
		c.versions[name], err = kv.Put(ctx, r.Key, c.versions[name], r.Data)
	}
	return err
}

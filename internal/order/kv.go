package order

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"theriac/internal/store"
)

// get reads a record and its version. A record that does not exist is the zero value with version 0.
func get[R any](ctx context.Context, kv store.KV, key string) (r R, version uint64, err error) {
	rec, err := kv.Get(ctx, key)
	if errors.Is(err, store.ErrAbsent) {
		return r, 0, nil
	}
	if err != nil {
		return r, 0, fmt.Errorf("order: %w", err)
	}
	r, err = decode[R](rec.Data)
	return r, rec.Version, err
}

func decode[R any](data []byte) (r R, err error) {
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("order: %w: %w", store.ErrDamaged, err)
	}
	return r, nil
}

// put writes a record if version is still its newest version.
func put(ctx context.Context, kv store.KV, key string, version uint64, r any) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = kv.Put(ctx, key, version, data)
	return err
}

// record returns the change that writes a record if version is still its newest version.
func record(bucket, key string, version uint64, r any) (store.Change, error) {
	data, err := json.Marshal(r)
	return store.Change{Bucket: bucket, Key: key, Version: version, Data: data}, err
}

// note returns the change that writes a note, whether or not it is there.
func note(bucket, key string) store.Change {
	return store.Change{Bucket: bucket, Key: key, Any: true, Data: []byte("{}")}
}

// gone returns the change that removes a record, if it is there.
func gone(bucket, key string) store.Change {
	return store.Change{Bucket: bucket, Key: key, Any: true}
}

// remove removes records, in several transactions if there are many.
func (o *Order) remove(ctx context.Context, bucket string, keys []string) error {
	for list := range slices.Chunk(keys, store.MaxChanges) {
		changes := make([]store.Change, 0, len(list))
		for _, key := range list {
			changes = append(changes, gone(bucket, key))
		}
		if _, err := o.conf.Store.Do(ctx, changes...); err != nil {
			return fmt.Errorf("order: %w", err)
		}
	}
	return nil
}

// change applies f to a record and writes it, and repeats both after a conflict. f reports whether the record
// changed, and it may be called several times. A record that f leaves empty is deleted.
func change[R any](ctx context.Context, kv store.KV, key string, f func(*R) (keep, changed bool, err error)) (R, error) {
	for {
		rec, err := kv.Get(ctx, key)
		if err != nil && !errors.Is(err, store.ErrAbsent) {
			var none R
			return none, fmt.Errorf("order: %w", err)
		}
		var r R
		if err == nil {
			var like R
			if store.Newer(rec.Data, &like) {
				return r, fmt.Errorf("order: %w", store.ErrNewer)
			}
			if r, err = decode[R](rec.Data); err != nil {
				return r, err
			}
		}
		keep, changed, err := f(&r)
		if err != nil || !changed {
			return r, err
		}
		switch {
		case keep:
			err = put(ctx, kv, key, rec.Version, r)
		case rec.Version == 0:
			return r, nil
		default:
			err = kv.DeleteAt(ctx, key, rec.Version)
		}
		if store.Retryable(ctx, err) {
			continue
		}
		if err != nil {
			err = fmt.Errorf("order: %w", err)
		}
		return r, err
	}
}

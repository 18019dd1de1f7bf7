package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

type kv struct {
	*Store
	name string
}

func (b kv) check(key string) error { return errors.Join(store.CheckName(b.name), store.CheckKey(key)) }

func (b kv) Get(ctx context.Context, key string) (r store.Record, err error) {
	if err := b.check(key); err != nil {
		return r, err
	}
	err = b.read(ctx, func(c *conn) error {
		found := store.ErrAbsent
		err := c.do("SELECT "+recordColumns+" FROM kv WHERE bucket=?1 AND key=?2", func(s *sqlite3.Stmt) error {
			rec, err := recordOf(s)
			if err == nil && (rec.Bucket != b.name || rec.Key != key) { // an index led to another row
				err = damage(b.name + " " + key)
			}
			r, found = store.Record{Key: key, Version: rec.Version, Data: rec.Data}, nil
			return err
		}, b.name, key)
		if err != nil {
			return err
		}
		return found
	})
	if err != nil {
		return store.Record{}, err
	}
	return r, nil
}

func (b kv) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	return b.put(ctx, state.Put{Bucket: b.name, Key: key, Version: version, Data: data})
}

func (b kv) PutFor(ctx context.Context, key string, data []byte, life time.Duration) (uint64, error) {
	return b.put(ctx, state.Put{Bucket: b.name, Key: key, Ends: time.Now().Add(life).UnixMilli(), Data: data})
}

func (b kv) put(ctx context.Context, op state.Put) (uint64, error) {
	if err := b.check(op.Key); err != nil {
		return 0, err
	}
	if len(op.Data) == 0 {
		return 0, fmt.Errorf("sqlite: record %s without data", op.Key)
	}
	return b.write(ctx, op)
}

func (b kv) Delete(ctx context.Context, key string) error {
	return b.remove(ctx, state.Delete{Bucket: b.name, Key: key})
}

func (b kv) DeleteAt(ctx context.Context, key string, version uint64) error {
	return b.remove(ctx, state.Delete{Bucket: b.name, Key: key, Only: true, Version: version})
}

func (b kv) remove(ctx context.Context, op state.Delete) error {
	if err := b.check(op.Key); err != nil {
		return err
	}
	_, err := b.write(ctx, op)
	return err
}

func (b kv) List(ctx context.Context, prefix string) (list []store.Record, err error) {
	if err = store.CheckName(b.name); prefix != "" {
		err = b.check(prefix)
	}
	if err != nil {
		return nil, err
	}
	// '/' follows '.', and '~' all that a key can have.
	ranges := [][2]string{{"", "~"}}
	if prefix != "" {
		ranges = [][2]string{{prefix, prefix}, {prefix + ".", prefix + "/"}}
	}
	err = b.read(ctx, func(c *conn) error {
		list = nil
		for _, r := range ranges {
			err := c.do("SELECT "+recordColumns+" FROM kv WHERE bucket=?1 AND key>=?2 AND key<=?3 ORDER BY key", func(s *sqlite3.Stmt) error {
				rec, err := recordOf(s)
				list = append(list, store.Record{Key: rec.Key, Version: rec.Version, Data: rec.Data})
				return err
			}, b.name, r[0], r[1])
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

func (b kv) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	return b.hub.Watch(ctx, b.name, prefix, func() ([]store.Record, error) { return b.List(ctx, prefix) }, b.ended, f, ready)
}

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
	if err := b.fresh(ctx); err != nil {
		return r, err
	}
	err = b.read(ctx, func(c *conn) error {
		found := store.ErrAbsent
		err := c.do("SELECT "+recordColumns+" FROM kv WHERE bucket=?1 AND key=?2", func(s *sqlite3.Stmt) error {
			rec, err := recordOf(s)
			if err == nil && (rec.Bucket != b.name || rec.Key != key) { // a damaged index has led to the wrong row
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

func (b kv) List(ctx context.Context, prefix string) ([]store.Record, error) {
	if err := b.fresh(ctx); err != nil {
		return nil, err
	}
	return b.list(ctx, prefix)
}

func (b kv) Page(ctx context.Context, prefix, after string, most int) ([]store.Record, error) {
	return b.page(ctx, prefix, after, most)
}

// list returns the records in this node's file whose keys begin with prefix.
func (b kv) list(ctx context.Context, prefix string) ([]store.Record, error) {
	return b.page(ctx, prefix, "", -1)
}

// page returns the first of these records whose keys are greater than after. If most is negative, it returns all
// of them.
func (b kv) page(ctx context.Context, prefix, after string, most int) (list []store.Record, err error) {
	ranges, err := b.ranges(prefix)
	if err != nil {
		return nil, err
	}
	err = b.read(ctx, func(c *conn) error {
		list = nil
		for _, r := range ranges {
			left := -1
			if most >= 0 {
				left = most - len(list)
			}
			if left == 0 {
				break
			}
			err := c.do("SELECT "+recordColumns+" FROM kv WHERE bucket=?1 AND key>=?2 AND key<=?3 AND key>?4 ORDER BY key LIMIT ?5+0", func(s *sqlite3.Stmt) error {
				rec, err := recordOf(s)
				list = append(list, store.Record{Key: rec.Key, Version: rec.Version, Data: rec.Data})
				return err
			}, b.name, r[0], r[1], after, left)
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

// ranges returns the ranges of keys that begin with the words of a prefix.
func (b kv) ranges(prefix string) ([][2]string, error) {
	if prefix == "" {
		return [][2]string{{"", "~"}}, store.CheckName(b.name) // '~' is greater than any character in a key
	}
	return [][2]string{{prefix, prefix}, {prefix + ".", prefix + "/"}}, b.check(prefix) // '/' is the character after '.'
}

func (b kv) Count(ctx context.Context, prefix string) (n int, err error) {
	ranges, err := b.ranges(prefix)
	if err != nil {
		return 0, err
	}
	err = b.read(ctx, func(c *conn) error {
		n = 0
		for _, r := range ranges { // the index of keys answers it
			err := c.do("SELECT count(*) FROM kv WHERE bucket=?1 AND key>=?2 AND key<=?3", func(s *sqlite3.Stmt) error {
				n += s.ColumnInt(0)
				return nil
			}, b.name, r[0], r[1])
			if err != nil {
				return err
			}
		}
		return nil
	})
	return n, err
}

func (b kv) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	return b.hub.Watch(ctx, b.name, prefix, func() ([]store.Record, error) { return b.list(ctx, prefix) }, b.ended, f, ready)
}

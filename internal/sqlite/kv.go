package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"theriac/internal/state"
	"theriac/internal/store"
)

type kv struct {
	*Store
	name string
}

func (b kv) check(key string) error { return errors.Join(word(b.name), words(key)) }

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
	if err = word(b.name); prefix != "" {
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
	w := b.hub.watch(b.name, prefix)
	defer b.hub.unwatch(b.name, w)
	list, err := b.List(ctx, prefix)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	// Versions rise with commits, so what is not newer than the list is in it.
	var newest uint64
	for _, r := range list {
		newest = max(newest, r.Version)
	}
	for fresh := list; ; {
		for _, r := range fresh {
			if ctx.Err() != nil {
				return nil
			}
			f(r)
		}
		if ready != nil {
			ready()
			ready = nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-b.ended:
			return store.ErrLost
		case <-w.more:
			fresh = newer(w.take(), newest)
		}
	}
}

func newer(list []store.Record, than uint64) []store.Record {
	for len(list) > 0 && list[0].Version <= than {
		list = list[1:]
	}
	return list
}

const maxWord = 128

func word(w string) error {
	if w == "" || len(w) > maxWord {
		return fmt.Errorf("sqlite: a name of %d characters", len(w))
	}
	for _, c := range []byte(w) {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return fmt.Errorf("sqlite: the name %q has a character that is not allowed", w)
		}
	}
	return nil
}

func words(key string) error {
	for w := range strings.SplitSeq(key, ".") {
		if err := word(w); err != nil {
			return err
		}
	}
	return nil
}

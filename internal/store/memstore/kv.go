package memstore

import (
	"context"
	"errors"
	"slices"
	"sort"
	"strings"
	"time"

	"theriac/internal/state"
	"theriac/internal/state/maprows"
	"theriac/internal/store"
)

// kv implements store.KV for one bucket.
type kv struct {
	*Store
	name string
}

func (b kv) check(key string) error {
	return errors.Join(store.CheckName(b.name), store.CheckKey(key))
}

func (b kv) Get(ctx context.Context, key string) (r store.Record, err error) {
	if err := b.check(key); err != nil {
		return r, err
	}
	if err := b.fresh(ctx); err != nil {
		return r, err
	}
	err = b.read(ctx, func(all *maprows.Rows) error {
		there, ok := all.Buckets[b.name][key]
		if !ok {
			return store.ErrAbsent
		}
		r = record(there)
		return nil
	})
	return r, err
}

func record(r state.Record) store.Record {
	return store.Record{Key: r.Key, Version: r.Version, Data: r.Data}
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
		return 0, errors.New("memstore: a record without data")
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

// list returns the records whose keys begin with a prefix, as this node knows them.
func (b kv) list(ctx context.Context, prefix string) (list []store.Record, err error) {
	if err = store.CheckName(b.name); prefix != "" {
		err = b.check(prefix)
	}
	if err != nil {
		return nil, err
	}
	err = b.read(ctx, func(all *maprows.Rows) error {
		for _, r := range all.Buckets[b.name] {
			if store.HasPrefix(r.Key, prefix) {
				list = append(list, record(r))
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Record) int { return strings.Compare(a.Key, b.Key) })
	return list, err
}

func (b kv) Page(ctx context.Context, prefix, after string, most int) ([]store.Record, error) {
	list, err := b.list(ctx, prefix)
	first := sort.Search(len(list), func(i int) bool { return list[i].Key > after })
	list = list[first:]
	return list[:min(max(most, 0), len(list))], err
}

func (b kv) Count(ctx context.Context, prefix string) (int, error) {
	list, err := b.list(ctx, prefix)
	return len(list), err
}

func (b kv) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	return b.hub.Watch(ctx, b.name, prefix, func() ([]store.Record, error) { return b.list(ctx, prefix) }, nil, f, ready)
}

// chat implements store.Chat.
type chat struct{ *Store }

func (c chat) Post(ctx context.Context, table, person string, data []byte) (uint64, error) {
	if err := errors.Join(store.CheckName(table), store.CheckName(person)); err != nil {
		return 0, err
	}
	return c.write(ctx, state.Post{Table: table, Person: person, Data: data})
}

func (c chat) Lines(ctx context.Context, table string, after uint64, most int) (lines []store.ChatLine, err error) {
	if err := store.CheckName(table); err != nil {
		return nil, err
	}
	err = c.read(ctx, func(r *maprows.Rows) error {
		for _, l := range r.Chats[table] {
			if l.At > after {
				lines = append(lines, line(l))
			}
		}
		return nil
	})
	return lines[max(0, len(lines)-max(most, 0)):], err
}

func line(l state.Line) store.ChatLine {
	return store.ChatLine{At: l.At, Person: l.Person, Data: l.Data}
}

func (c chat) LinesBy(ctx context.Context, person string, f func(table string, l store.ChatLine)) error {
	if err := store.CheckName(person); err != nil {
		return err
	}
	var own []state.Line
	err := c.read(ctx, func(r *maprows.Rows) error {
		for _, table := range sorted(r.Chats) {
			for _, l := range r.Chats[table] {
				if l.Person == person {
					own = append(own, l)
				}
			}
		}
		return nil
	})
	for _, l := range own {
		f(l.Table, line(l))
	}
	return err
}

func (c chat) DeleteBy(ctx context.Context, person string) error {
	if err := store.CheckName(person); err != nil {
		return err
	}
	_, err := c.write(ctx, state.Unsay{Person: person})
	return err
}

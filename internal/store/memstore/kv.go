package memstore

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"theriac/internal/state"
	"theriac/internal/store"
)

// kv is one bucket.
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
	err = b.read(ctx, func(all *rows) error {
		there, ok := all.buckets[b.name][key]
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

func (b kv) put(ctx context.Context, op state.Put) (at uint64, err error) {
	if err := b.check(op.Key); err != nil {
		return 0, err
	}
	if len(op.Data) == 0 {
		return 0, errors.New("memstore: a record without data")
	}
	err = b.read(ctx, func(*rows) error {
		if at, err = b.apply(op); err == nil && op.Ends != 0 {
			b.ends = min(b.ends, op.Ends)
		}
		return err
	})
	return at, err
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
	err = b.read(ctx, func(all *rows) error {
		for _, r := range all.buckets[b.name] {
			if store.HasPrefix(r.Key, prefix) {
				list = append(list, record(r))
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b store.Record) int { return strings.Compare(a.Key, b.Key) })
	return list, err
}

func (b kv) Watch(ctx context.Context, prefix string, f func(store.Record), ready func()) error {
	return b.hub.Watch(ctx, b.name, prefix, func() ([]store.Record, error) { return b.List(ctx, prefix) }, nil, f, ready)
}

// chat is the chats of tables.
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
	err = c.read(ctx, func(r *rows) error {
		for _, l := range r.chats[table] {
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
	err := c.read(ctx, func(r *rows) error {
		for _, table := range sorted(r.chats) {
			for _, l := range r.chats[table] {
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

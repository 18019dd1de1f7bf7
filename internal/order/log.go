package order

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"theriac/internal/store"
)

// Keys of BucketLog. The head names the newest entry, so that a log whose end was cut off is detected.
const (
	entryKey = "entry"
	headKey  = "head"
)

// head is the newest entry that was written.
type head struct {
	N int `json:"n"`
}

// keyOf returns the key of entry n. Keys sort like the entries.
func keyOf(n int) string { return fmt.Sprintf("%s.%09d", entryKey, n) }

// numberOf returns the number of the entry with this key.
func numberOf(key string) (int, bool) {
	text, ok := strings.CutPrefix(key, entryKey+".")
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0
}

// refresh adds to the fold what any node has appended. It reads the whole log only the first time. It holds no lock
// while it reads, so no caller waits longer than their own context allows. What two calls have read counts once.
func (o *Order) refresh(ctx context.Context) error {
	if o.newest() == 0 {
		all, err := o.kv.log.List(ctx, "")
		if err != nil {
			return fmt.Errorf("order: log: %w", err)
		}
		if err := o.grow(0, func(f *Fold) error { return f.ReadAll(all) }); err != nil || o.newest() == 0 {
			return err
		}
	}
	for {
		n := o.newest()
		rec, err := o.kv.log.Get(ctx, keyOf(n+1))
		if errors.Is(err, store.ErrAbsent) {
			at, _, failed := get[head](ctx, o.kv.log, headKey)
			if failed != nil || at.N <= n {
				return failed
			}
			// The entry is missing although a later one was written, or was written just now.
			rec, err = o.kv.log.Get(ctx, keyOf(n+1))
		}
		absent := errors.Is(err, store.ErrAbsent)
		if err != nil && !absent {
			return fmt.Errorf("order: log: %w", err)
		}
		_ = o.grow(n, func(f *Fold) error {
			if absent {
				f.Missing(n + 1)
			} else {
				f.Read(n+1, rec.Data)
			}
			return nil
		})
	}
}

// newest returns the number of the newest entry in the fold.
func (o *Order) newest() int {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return o.fold.N
}

// grow calls add with the fold, unless the fold has grown since its newest entry was n.
func (o *Order) grow(n int, add func(f *Fold) error) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.fold.N != n {
		return nil
	}
	return add(o.fold)
}

// ReadAll adds all records of BucketLog to an empty fold.
func (f *Fold) ReadAll(all []store.Record) error {
	slices.SortFunc(all, func(a, b store.Record) int { return strings.Compare(a.Key, b.Key) })
	last := 0
	for _, rec := range all {
		if rec.Key == headKey {
			h, err := decode[head](rec.Data)
			if err != nil {
				return err
			}
			last = h.N
		} else if n, ok := numberOf(rec.Key); ok {
			f.Read(n, rec.Data)
		}
	}
	f.Missing(last)
	return nil
}

// append adds an entry to the log, on top of everything that any node has appended, together with other records. It
// calls fill with the fold that the entry will follow, again after each conflict. An entry whose key is in the log
// already is returned instead; an empty key stands for a new one.
func (o *Order) append(ctx context.Context, key string, fill func(f *Fold) (Entry, error), beside ...store.Change) (Entry, error) {
	if key == "" {
		random, err := o.newID(idLength)
		if err != nil {
			return Entry{}, err
		}
		key = random
	}
	for {
		if err := o.refresh(ctx); err != nil {
			return Entry{}, err
		}
		e, data, again, err := o.next(key, fill)
		if again || err != nil {
			return e, err
		}
		at, err := record(BucketLog, headKey, 0, head{N: e.N})
		if err != nil {
			return e, err
		}
		at.Any = true // the writer of entry n has read all entries before it
		changes := []store.Change{{Bucket: BucketLog, Key: keyOf(e.N), Data: data}, at}
		if e.Kind != KindBroken {
			changes = append(changes, beside...)
		}
		_, err = o.conf.Store.Do(ctx, changes...)
		if store.Retryable(ctx, err) {
			continue // if this call wrote it, the next attempt finds the key
		}
		if err != nil {
			return Entry{}, fmt.Errorf("order: log: %w", err)
		}
		if err := o.refresh(ctx); err != nil {
			return Entry{}, err
		}
		if e.Kind != KindBroken {
			return e, nil
		}
	}
}

// next returns the entry to append, sealed. After damage, that is first the entry that says so.
func (o *Order) next(key string, fill func(f *Fold) (Entry, error)) (e Entry, data []byte, again bool, err error) {
	o.mu.RLock()
	defer o.mu.RUnlock()
	f := o.fold
	if at, ok := f.keys[key]; ok {
		return f.entries[at], nil, true, nil
	}
	if f.renewed() {
		if e, err = fill(f); err != nil {
			return e, nil, false, err
		}
		e.Key = key
	} else {
		e = Entry{Kind: KindBroken, Broken: slices.Clone(f.Broken)}
	}
	e.N, e.At = f.N+1, o.now().UnixMilli()
	data, err = f.sealed(e)
	return e, data, false, err
}

// Log returns entries of the moderation log before the given one, newest first; 0 means the newest ones.
func (o *Order) Log(before, most int) []Entry {
	o.mu.RLock()
	defer o.mu.RUnlock()
	all := o.fold.entries
	end := len(all)
	if before > 0 {
		end, _ = slices.BinarySearchFunc(all, before, func(e Entry, n int) int { return e.N - n })
	}
	list := slices.Clone(all[max(0, end-most):end])
	slices.Reverse(list)
	return list
}

// Broken lists the entries of the log that are missing or do not fit the chain.
func (o *Order) Broken() []int {
	o.mu.RLock()
	defer o.mu.RUnlock()
	return slices.Clone(o.fold.Broken)
}

package lists

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"theriac/internal/store"
)

// Volumes are the records of tables that are over. A table's volume follows from the hash of
// its id: there is one volume at first, and one that is full is split into eight, by the next
// three bits. A volume that was split stays so, and says it.
type Volumes struct {
	kv   store.KV
	most int // records of a volume

	mu     sync.Mutex
	splits map[string]bool // the volumes that this node knows to be split
}

// NewVolumes are those of a bucket, of at most so many records each; 0 for the usual number.
func NewVolumes(kv store.KV, most int) *Volumes {
	if most == 0 {
		most = volumeRecords
	}
	return &Volumes{kv: kv, most: most, splits: map[string]bool{}}
}

// deepest is how often a volume can be split at most.
const deepest = 20

// digits are the steps from the first volume to that of a table, the same for ever.
func digits(table string) string {
	h := fnv.New64a()
	_, _ = h.Write([]byte(table))
	text := fmt.Sprintf("%022o", h.Sum64())
	return text[len(text)-deepest:]
}

// volumeKey is the key of the volume that some digits lead to.
func volumeKey(path string) string { return "v" + path }

// load reads a volume; an empty one where there is none.
func (v *Volumes) load(ctx context.Context, path string) (volume, uint64, error) {
	rec, err := v.kv.Get(ctx, volumeKey(path))
	if errors.Is(err, store.ErrAbsent) {
		return volume{}, 0, nil
	}
	if err != nil {
		return volume{}, 0, fmt.Errorf("lobby: volume: %w", err)
	}
	vol, err := decodeVolume(rec.Data)
	if vol.split {
		v.mu.Lock()
		v.splits[path] = true
		v.mu.Unlock()
	}
	return vol, rec.Version, err
}

// known is the path to a table's volume, as far as this node knows it.
func (v *Volumes) known(table string) string {
	all := digits(table)
	v.mu.Lock()
	defer v.mu.Unlock()
	n := 0
	for n < len(all) && v.splits[all[:n]] {
		n++
	}
	return all[:n]
}

// locate reads the volume that a table belongs to.
func (v *Volumes) locate(ctx context.Context, table string) (path string, vol volume, version uint64, err error) {
	all := digits(table)
	for n := len(v.known(table)); ; n++ {
		vol, version, err = v.load(ctx, all[:n])
		if err != nil || !vol.split {
			return all[:n], vol, version, err
		}
	}
}

// Get is the record of a table, with the version of its volume: a later one is higher, as all
// buckets count together. It is store.ErrAbsent where no volume has it.
func (v *Volumes) Get(ctx context.Context, table string) (store.Record, error) {
	_, vol, version, err := v.locate(ctx, table)
	if err != nil {
		return store.Record{}, err
	}
	e, there := vol.find(table)
	if !there {
		return store.Record{}, store.ErrAbsent
	}
	data, err := e.record()
	return store.Record{Key: table, Version: version, Data: data}, err
}

// Adding is a call of Add.
type Adding struct {
	// Still says whether an entry is still the newest version of its record. It is asked after
	// the volume was read: if it is then, whoever puts a newer one there changes the volume
	// first. Nil: it is.
	Still func(table string) (bool, error)
	// Failed is called with those that were not written and why; nil: they are not the newest.
	Failed func([]Entry, error)
}

// Add writes records into their volumes, in place of older ones of the same tables. Those that
// fail do not keep it from writing the others.
func (v *Volumes) Add(ctx context.Context, list []Entry, a Adding) {
	groups := map[string][]Entry{}
	for _, e := range list {
		path := v.known(e.Table)
		groups[path] = append(groups[path], e)
	}
	for _, path := range slices.Sorted(maps.Keys(groups)) {
		v.addTo(ctx, path, groups[path], a)
	}
}

// newest leaves out the entries that are not the newest of their records.
func (a Adding) newest(list []Entry) []Entry {
	if a.Still == nil {
		return list
	}
	var rest []Entry
	for _, e := range list {
		if yes, err := a.Still(e.Table); err != nil || !yes {
			a.Failed([]Entry{e}, err)
		} else {
			rest = append(rest, e)
		}
	}
	return rest
}

func (v *Volumes) addTo(ctx context.Context, path string, list []Entry, a Adding) {
	for len(list) > 0 {
		vol, version, err := v.load(ctx, path)
		if err != nil {
			a.Failed(list, err)
			return
		}
		if vol.split {
			below := map[string][]Entry{}
			for _, e := range list {
				next := digits(e.Table)[:len(path)+1]
				below[next] = append(below[next], e)
			}
			for _, next := range slices.Sorted(maps.Keys(below)) {
				v.addTo(ctx, next, below[next], a)
			}
			return
		}
		if list = a.newest(list); len(list) == 0 {
			return
		}
		next := vol.with(list)
		if next.full(v.most) && len(path) < deepest {
			err = v.split(ctx, path, vol, version)
		} else if _, err = v.kv.Put(ctx, volumeKey(path), version, next.encode()); err == nil {
			return
		}
		if err != nil && !Retryable(ctx, err) {
			a.Failed(list, fmt.Errorf("lobby: volume: %w", err))
			return
		}
	}
}

// split moves the records of a volume into those below it, and then says in it that they are
// there. Until that nobody looks below. It is store.ErrConflict where somebody has written the
// volume meanwhile.
func (v *Volumes) split(ctx context.Context, path string, vol volume, version uint64) error {
	parts := map[string]volume{}
	for _, e := range vol.entries {
		next := digits(e.Table)[:len(path)+1]
		parts[next] = volume{entries: append(parts[next].entries, e)}
	}
	for d := range 8 {
		next := path + strconv.Itoa(d)
		if err := v.replaceBelow(ctx, path, version, next, func(volume) volume { return parts[next] }); err != nil {
			return err
		}
	}
	_, err := v.kv.Put(ctx, volumeKey(path), version, volume{split: true}.encode())
	return err
}

// replaceBelow writes a volume below one that is not split: what a split that broke off has
// left there. It reads the lower one first: if the upper one is as it was afterwards, then
// nobody but such a split has written the lower one, or its version is another one.
func (v *Volumes) replaceBelow(ctx context.Context, path string, version uint64, next string, f func(volume) volume) error {
	for {
		old, at, err := v.load(ctx, next)
		if err != nil {
			return err
		}
		if _, now, err := v.load(ctx, path); err != nil {
			return err
		} else if now != version {
			return store.ErrConflict
		}
		part := f(old)
		if at == 0 && len(part.entries) == 0 {
			return nil
		}
		if _, err := v.kv.Put(ctx, volumeKey(next), at, part.encode()); !Retryable(ctx, err) {
			return err
		}
	}
}

// Remove removes a table's record from its volume if the bucket of tables has another one,
// which live reads. What is the same may be on its way from there to here.
func (v *Volumes) Remove(ctx context.Context, table string, live func() ([]byte, error)) error {
	for {
		path, vol, version, err := v.locate(ctx, table)
		if err != nil {
			return err
		}
		if e, there := vol.find(table); there {
			now, err := live()
			if errors.Is(err, store.ErrAbsent) {
				return nil
			}
			if err != nil {
				return err
			}
			if data, err := e.record(); err == nil && bytes.Equal(data, now) {
				return nil
			}
			version, err = v.kv.Put(ctx, volumeKey(path), version, vol.without(table).encode())
			if Retryable(ctx, err) {
				continue
			}
			if err != nil {
				return fmt.Errorf("lobby: volume: %w", err)
			}
		}
		if len(path) == deepest {
			return nil
		}
		// A split that broke off has left a copy below.
		below := digits(table)[:len(path)+1]
		left, _, err := v.load(ctx, below)
		if _, there := left.find(table); err == nil && there {
			err = v.replaceBelow(ctx, path, version, below, func(old volume) volume { return old.without(table) })
		}
		if !Retryable(ctx, err) {
			return err
		}
	}
}

// EachVolume calls f with the record of each table in the volumes of a bucket, one volume
// after the other. What cannot be read is in the error, and the rest is read.
func EachVolume(ctx context.Context, kv store.KV, f func(table string, data []byte) error) error {
	v := NewVolumes(kv, 0)
	var bad error
	var walk func(path string) error
	walk = func(path string) error {
		vol, _, err := v.load(ctx, path)
		if errors.Is(err, store.ErrDamaged) || errors.Is(err, store.ErrNewer) {
			bad = errors.Join(bad, err)
			return nil
		}
		if err != nil {
			return err
		}
		if vol.split {
			for d := range 8 {
				if err := walk(path + strconv.Itoa(d)); err != nil {
					return err
				}
			}
			return nil
		}
		for _, e := range vol.entries {
			data, err := e.record()
			if err != nil {
				bad = errors.Join(bad, err)
				continue
			}
			if err := f(e.Table, data); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.Join(walk(""), bad)
}

// ByVolume sorts tables such that those of one volume follow each other.
func ByVolume(tables []string) {
	slices.SortFunc(tables, func(a, b string) int { return strings.Compare(digits(a), digits(b)) })
}

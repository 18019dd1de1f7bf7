package simulate

import (
	"bytes"
	"context"
	"sort"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// disk is what the store holds, as most of its replicas agree. Nothing here fails: what
// goes wrong between it and a node is in client.go.
type disk struct {
	*memstore.Store
	past    map[string][]moment // of each table, the oldest first
	halfway map[string][]byte   // games that are archived, and whose logs are not cleared yet
}

// moment is what there was of a table from some time on.
type moment struct {
	from time.Duration
	memstore.View
	game []byte
}

// mostBehind is longer than a replica is ever behind.
const mostBehind = 5 * time.Second

func newDisk() *disk {
	return &disk{memstore.New(), map[string][]moment{}, map[string][]byte{}}
}

// seen is a table as it was at some time.
func (d *disk) seen(table string, t time.Duration) moment {
	list := d.past[table]
	if i := sort.Search(len(list), func(i int) bool { return list[i].from > t }); i > 0 {
		return list[i-1]
	}
	return moment{}
}

// changed notes what there is of a table now, and forgets what no replica has any more.
func (d *disk) changed(now time.Duration, table string) {
	m := moment{from: now, View: d.View(table), game: d.halfway[table]}
	if m.game == nil {
		m.game, _ = m.Game()
	}
	list := d.past[table]
	old := sort.Search(len(list), func(i int) bool { return list[i].from > now-mostBehind })
	d.past[table] = append(list[max(0, old-1):], m)
}

// keep puts a finished game into the archive, if there is no other one.
func (d *disk) keep(now time.Duration, table string, game []byte) error {
	if there := d.seen(table, now).game; there != nil {
		if !bytes.Equal(there, game) {
			return store.ErrConflict
		}
		return nil
	}
	d.halfway[table] = bytes.Clone(game)
	d.changed(now, table)
	return nil
}

// clear removes the log of a game that is in the archive, and what belongs to it.
func (d *disk) clear(now time.Duration, table string) error {
	game := d.halfway[table]
	if game == nil {
		return nil // it was cleared before
	}
	delete(d.halfway, table)
	err := d.Log().Archive(context.Background(), table, game)
	d.changed(now, table)
	return err
}

// has reports whether a bucket has a record.
func (d *disk) has(bucket, key string) bool {
	_, err := d.KV(bucket).Get(context.Background(), key)
	return err == nil
}

// list is the records of a bucket whose keys begin with some words.
func (d *disk) list(bucket, prefix string) []store.Record {
	list, err := d.KV(bucket).List(context.Background(), prefix)
	if err != nil {
		panic(err) // it never fails
	}
	return list
}

package simulate

import (
	"context"
	"sort"
	"time"

	"theriac/internal/store"
	"theriac/internal/store/memstore"
)

// disk is the store's state on which most replicas agree. It never fails: client.go injects faults into a
// node's connection to it.
type disk struct {
	*memstore.Store
	past    map[string][]tableAt     // earlier states of each table, oldest first
	records map[[2]string][]recordAt // the same of each record, by bucket and key
}

// recordAt is a record of a bucket that was written at a certain time.
type recordAt struct {
	from time.Duration
	store.Record
}

// tableAt is what the store had about a table from a certain time on.
type tableAt struct {
	from time.Duration
	memstore.View
}

// mostBehind is more than any replica ever lags.
const mostBehind = 5 * time.Second

func newDisk() *disk {
	return &disk{memstore.New(), map[string][]tableAt{}, map[[2]string][]recordAt{}}
}

// seen returns a table as it was at time t.
func (d *disk) seen(table string, t time.Duration) tableAt {
	list := d.past[table]
	if i := sort.Search(len(list), func(i int) bool { return list[i].from > t }); i > 0 {
		return list[i-1]
	}
	return tableAt{}
}

// changed records that a table's data has changed, and drops states that are too old for any replica to return.
func (d *disk) changed(now time.Duration, table string) {
	list := d.past[table]
	old := sort.Search(len(list), func(i int) bool { return list[i].from > now-mostBehind })
	d.past[table] = append(list[max(0, old-1):], tableAt{now, d.View(table)})
}

// wrote records that a record was written, and drops versions that are too old for any replica to return.
func (d *disk) wrote(now time.Duration, bucket, key string) {
	r, err := d.KV(bucket).Get(ever, key)
	if err != nil {
		panic(err) // cannot happen, because the disk never fails
	}
	at := [2]string{bucket, key}
	list := d.records[at]
	old := sort.Search(len(list), func(i int) bool { return list[i].from > now-mostBehind })
	d.records[at] = append(list[max(0, old-1):], recordAt{now, r})
}

// asOf replaces records by what they were at time t, and leaves out those that did not exist yet.
func (d *disk) asOf(bucket string, list []store.Record, t time.Duration) (was []store.Record) {
	for _, r := range list {
		past := d.records[[2]string{bucket, r.Key}]
		if i := sort.Search(len(past), func(i int) bool { return past[i].from > t }); i > 0 {
			was = append(was, past[i-1].Record)
		}
	}
	return was
}

// has reports whether a bucket has a record.
func (d *disk) has(bucket, key string) bool {
	_, err := d.KV(bucket).Get(context.Background(), key)
	return err == nil
}

// list returns the records of a bucket whose keys begin with the given prefix.
func (d *disk) list(bucket, prefix string) []store.Record {
	list, err := d.KV(bucket).List(context.Background(), prefix)
	if err != nil {
		panic(err) // cannot happen, because the disk never fails
	}
	return list
}

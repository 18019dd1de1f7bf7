package lists

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"theriac/internal/store"
)

// A person who fills the public list does not push anyone else's tables out. The longest idle tables of the host
// with the most tables leave the list first, and return with their next change. This guards against audit finding
// S13.
func TestListIsNotFilledByOne(t *testing.T) {
	type shown struct{ Table, Host string }
	l := NewLive(LiveConfig[shown]{Decode: func(data []byte) (row Row[shown], err error) {
		return row, json.Unmarshal(data, &row)
	}})
	l.most = 100
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	put := func(id, host string, at int, version uint64) {
		t.Helper()
		data, err := json.Marshal(Row[shown]{Table: id, Host: host, Updated: now.Add(time.Duration(at) * time.Second)})
		if err != nil {
			t.Fatal(err)
		}
		l.openChanged(store.Record{Key: id, Version: version, Data: data})
	}
	id := func(kind string, i int) string {
		letters := strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i", "9", "j")
		return letters.Replace(fmt.Sprintf("%s%0*d", kind, TableLength-len(kind), i))
	}
	// First ten tables are opened and then left idle. Later one person opens a thousand tables, and after that
	// thirty people open one each.
	for i := range 10 {
		put(id("quiet", i), fmt.Sprint("quiet", i), i, 1)
	}
	for i := range 1000 {
		put(id("hog", i), "hog", 100+i, 1)
	}
	for i := range 30 {
		put(id("late", i), fmt.Sprint("late", i), 2000+i, 1)
	}
	if n := len(l.open); n > 105 || n < 100 {
		t.Errorf("%d tables are listed", n)
	}
	for i := range 10 {
		if _, ok := l.open[id("quiet", i)]; !ok {
			t.Errorf("quiet table %d was pushed out", i)
		}
	}
	for i := range 30 {
		if _, ok := l.open[id("late", i)]; !ok {
			t.Errorf("who came late (%d) did not get in", i)
		}
	}
	if _, ok := l.open[id("hog", 0)]; ok {
		t.Error("the longest idle of the many is still there")
	}
	if _, ok := l.open[id("hog", 999)]; !ok {
		t.Error("the newest of the many left first")
	}
	put(id("hog", 0), "hog", 3000, 2) // a player takes a seat at a removed table
	if _, ok := l.open[id("hog", 0)]; !ok {
		t.Error("a table where something happens does not come back")
	}
	// If all hosts have the same number of tables, the longest idle tables leave.
	for i := range 200 {
		put(id("new", i), fmt.Sprint("new", i), 4000+i, 1)
	}
	if _, ok := l.open[id("new", 199)]; !ok || len(l.open) > 105 {
		t.Errorf("%d tables, the newest among them: %v", len(l.open), ok)
	}
	if _, ok := l.open[id("quiet", 0)]; ok {
		t.Error("the longest idle of all is still there")
	}
}

// BenchmarkPage measures a first page of the lists, with 2,000 open tables and 1,000 finished games.
func BenchmarkPage(b *testing.B) {
	type shown struct{ Table, Host, Title string }
	l := NewLive(LiveConfig[shown]{Decode: func(data []byte) (row Row[shown], err error) { return row, json.Unmarshal(data, &row) }})
	record := func(i int) store.Record {
		row := Row[shown]{Status: []string{"gathering", "playing"}[i%2], Created: time.Unix(int64(i*7919%100_000), 0)}
		row.Table = fmt.Sprintf("%0*d", TableLength, i)
		data, err := json.Marshal(row)
		if err != nil {
			b.Fatal(err)
		}
		return store.Record{Key: row.Table, Version: uint64(i + 1), Data: data}
	}
	for i := range 2000 {
		l.openChanged(record(i))
	}
	for i := range 1000 {
		l.finishedChanged(record(i))
	}
	for i, change := range []func(){func() {}, func() { l.shown, l.order = nil, nil }} {
		name := []string{"same", "changed"}[i]
		b.Run("open/"+name, func(b *testing.B) {
			for b.Loop() {
				change()
				l.Open(0, MaxPage)
			}
		})
		b.Run("finished/"+name, func(b *testing.B) {
			for b.Loop() {
				change()
				l.Finished(0, MaxPage)
			}
		})
	}
}

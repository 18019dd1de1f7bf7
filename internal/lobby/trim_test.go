package lobby

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"theriac/internal/store"
)

// S13: a person who fills the public list pushes nobody else out: the longest idle
// tables of whoever has the most leave it first, and come back when something
// happens.
func TestListIsNotFilledByOne(t *testing.T) {
	l := New(Config{KV: func(string) store.KV { return nil }, Now: time.Now})
	l.index.most = 100
	gone := map[string]bool{}
	l.Subscribe(func(c Change) { gone[c.Table] = c.Gone })
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	put := func(id, host string, at int, version uint64) {
		t.Helper()
		data, err := json.Marshal(Summary{Table: id, Host: host, Status: Gathering, Updated: now.Add(time.Duration(at) * time.Second), Version: version})
		if err != nil {
			t.Fatal(err)
		}
		l.openChanged(store.Record{Key: id, Version: version, Data: data})
	}
	id := func(kind string, i int) string {
		letters := strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i", "9", "j")
		return letters.Replace(fmt.Sprintf("%s%0*d", kind, TableLength-len(kind), i))
	}
	// Ten quiet tables are the oldest of all; then one person opens a thousand, and
	// then thirty others come.
	for i := range 10 {
		put(id("quiet", i), fmt.Sprint("quiet", i), i, 1)
	}
	for i := range 1000 {
		put(id("hog", i), "hog", 100+i, 1)
	}
	for i := range 30 {
		put(id("late", i), fmt.Sprint("late", i), 2000+i, 1)
	}
	if n := len(l.index.open); n > 105 || n < 100 {
		t.Errorf("%d tables are listed", n)
	}
	for i := range 10 {
		if _, ok := l.index.open[id("quiet", i)]; !ok {
			t.Errorf("quiet table %d was pushed out", i)
		}
	}
	for i := range 30 {
		if _, ok := l.index.open[id("late", i)]; !ok {
			t.Errorf("who came late (%d) did not get in", i)
		}
	}
	if _, ok := l.index.open[id("hog", 0)]; ok || !gone[id("hog", 0)] {
		t.Error("the longest idle of the many is still there, or those who follow were not told")
	}
	if _, ok := l.index.open[id("hog", 999)]; !ok {
		t.Error("the newest of the many left first")
	}
	put(id("hog", 0), "hog", 3000, 2) // somebody sits down
	if _, ok := l.index.open[id("hog", 0)]; !ok || gone[id("hog", 0)] {
		t.Error("a table where something happens does not come back")
	}
	// Where nobody has more than others, the longest idle tables leave.
	for i := range 200 {
		put(id("new", i), fmt.Sprint("new", i), 4000+i, 1)
	}
	if _, ok := l.index.open[id("new", 199)]; !ok || len(l.index.open) > 105 {
		t.Errorf("%d tables, the newest among them: %v", len(l.index.open), ok)
	}
	if _, ok := l.index.open[id("quiet", 0)]; ok {
		t.Error("the longest idle of all is still there")
	}
}

// S13: tables count by the address that made them, until they leave the list.
func TestOrigins(t *testing.T) {
	o := newOrigins()
	for i := range 3 {
		if !o.add(fmt.Sprint(i), "192.0.2.1", 3) {
			t.Fatal(i)
		}
	}
	if o.add("3", "192.0.2.1", 3) || !o.add("4", "192.0.2.2", 3) || !o.add("5", "", 3) {
		t.Error("counted wrongly")
	}
	o.drop("1")
	o.drop("1")
	if !o.add("6", "192.0.2.1", 3) || o.add("7", "192.0.2.1", 3) {
		t.Error("a table that left is still counted, or counted twice")
	}
	for _, id := range []string{"0", "2", "4", "6", "nothing"} {
		o.drop(id)
	}
	if len(o.count)+len(o.byTable) != 0 {
		t.Error("something stays in memory")
	}
}

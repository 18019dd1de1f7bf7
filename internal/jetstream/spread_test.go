package jetstream_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"testing"
	"time"

	"theriac/internal/jetstream"
	"theriac/internal/jetstream/jetstreamtest"
	"theriac/internal/store"
)

// spreadTables are as many as reach every shard.
func spreadTables() (list []string) {
	for i := range 40 {
		list = append(list, fmt.Sprint("spread", i))
	}
	return list
}

var spreadTime = time.Date(2030, 1, 1, 12, 0, 30, 0, time.UTC)

// talk lets people say something at each table, twice, and sets a reminder.
func talk(t *testing.T, s *jetstream.Store) {
	t.Helper()
	for i, table := range spreadTables() {
		for n := range 2 {
			must[uint64](t)(s.Chat().Post(t.Context(), table, fmt.Sprint("person", i%3), fmt.Appendf(nil, "%s %d", table, n)))
		}
		ok(t, s.Log().Remind(t.Context(), table, spreadTime.Add(-time.Duration(i)*time.Minute)))
	}
}

// checkTalk checks that all of it is there.
func checkTalk(t *testing.T, s *jetstream.Store) {
	t.Helper()
	ctx := t.Context()
	for _, table := range spreadTables() {
		lines := must[[]store.ChatLine](t)(s.Chat().Lines(ctx, table, 0, 10))
		if len(lines) != 2 || string(lines[0].Data) != table+" 0" || string(lines[1].Data) != table+" 1" || lines[0].At >= lines[1].At {
			t.Errorf("%s: %v", table, lines)
		}
	}
	n := 0
	ok(t, s.Chat().LinesBy(ctx, "person1", func(table string, l store.ChatLine) {
		if n++; !bytes.HasPrefix(l.Data, []byte(table+" ")) {
			t.Errorf("%q is said to be of %s", l.Data, table)
		}
	}))
	if n != 26 {
		t.Errorf("person1 said %d things", n)
	}
	var due []string
	for _, r := range must[[]store.Reminder](t)(s.Log().Due(ctx, spreadTime)) {
		due = append(due, r.Table)
	}
	want := spreadTables()
	if slices.Sort(want); !slices.Equal(due, want) {
		t.Errorf("due are %v", due)
	}
}

// Chat and reminders of a table are in its shard, and each shard has some.
func TestChatAndRemindersAreSpread(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{Shards: 4}, 1)
	s := n.Open(t, 0)
	talk(t, s)
	for _, table := range spreadTables() {
		must[uint64](t)(s.Log().Append(t.Context(), table, 0, "k", []byte("entry")))
	}
	for i := range 4 {
		tables := must[uint64](t)(s.Messages(t.Context(), fmt.Sprint("LOG-", i)))
		said := must[uint64](t)(s.Messages(t.Context(), fmt.Sprint("TALK-", i)))
		due := must[uint64](t)(s.Messages(t.Context(), fmt.Sprint("DUE-", i)))
		if tables == 0 || said != 2*tables || due != tables {
			t.Errorf("shard %d has %d tables, %d messages, %d reminders", i, tables, said, due)
		}
	}
	checkTalk(t, s)
	s.Close()
	n.Stop(t, 0)
	n.Restart(t, 0)
	checkTalk(t, n.Open(t, 0))
}

// A store stays as it was made. An older program, which wants a number there, opens none whose
// chat is spread; one with a single shard is as it always was.
func TestLayoutIsRecorded(t *testing.T) {
	for _, c := range []struct {
		nodes          *jetstreamtest.Nodes
		mark           string
		streams, never string
	}{
		{&jetstreamtest.Nodes{Shards: 1}, "1", "TALK", "TALK-0"},
		{&jetstreamtest.Nodes{}, "1", "DUE", "DUE-0"},
		{&jetstreamtest.Nodes{Layout: "3"}, "3", "TALK", "TALK-0"},
		{&jetstreamtest.Nodes{Shards: 3}, "3,talk,due", "TALK-2", "TALK"},
	} {
		n := jetstreamtest.Start(t, c.nodes, 1)
		for range 2 { // made, and opened again
			s := n.Open(t, 0)
			s.Close()
			_, streams, err := n.Server(0).EffectiveConfig()
			ok(t, err)
			if got := streams["LOG-0"].Metadata["theriac-shards"]; got != c.mark {
				t.Errorf("it is marked %q instead of %q", got, c.mark)
			}
			if _, there := streams[c.streams]; !there {
				t.Errorf("%s: no %s", c.mark, c.streams)
			}
			if _, there := streams[c.never]; there {
				t.Errorf("%s: has %s", c.mark, c.never)
			}
			n.Stop(t, 0)
			n.Restart(t, 0)
		}
		if _, err := strconv.Atoi(c.mark); (err == nil) != (c.never != "TALK") {
			t.Errorf("an older program opens a store marked %q: %t", c.mark, err == nil)
		}
	}
}

// A backup is the same whatever the store is like, and can be restored into any other.
func TestBackupBetweenLayouts(t *testing.T) {
	kinds := []*jetstreamtest.Nodes{{Shards: 4}, {Shards: 1}, {Layout: "2"}, {Shards: 3}}
	from := jetstreamtest.Start(t, kinds[0], 1).Open(t, 0)
	talk(t, from)
	for _, kind := range append(kinds[1:], &jetstreamtest.Nodes{Shards: 4}) {
		var b bytes.Buffer
		var parts []string
		ok(t, from.BackupBetween(t.Context(), &b, func(part string) { parts = append(parts, part) }))
		if !slices.Equal(parts[:3], []string{"SHELF", "TALK", "DUE"}) {
			t.Errorf("the backup has %v", parts)
		}
		// An older program restores it as well: it knows no other subjects.
		text := must[[]byte](t)(io.ReadAll(must[*gzip.Reader](t)(gzip.NewReader(bytes.NewReader(b.Bytes())))))
		for _, subject := range []string{"s.spread0.person0", fmt.Sprintf("d.%d.spread0", spreadTime.Unix()/60)} {
			if !bytes.Contains(text, []byte(`{"s":"`+subject+`"`)) {
				t.Errorf("the backup has no %s", subject)
			}
		}
		to := jetstreamtest.Start(t, kind, 1).Open(t, 0)
		if !must[bool](t)(to.Restore(t.Context(), &b)) {
			t.Error("not exact")
		}
		if kind == kinds[2] {
			checkTalk(t, to)
		}
		from = to
	}
	checkTalk(t, from)
}

// A layout that only a newer program knows is not opened, and nothing is made in it.
func TestNewerLayout(t *testing.T) {
	n := jetstreamtest.Start(t, &jetstreamtest.Nodes{Layout: "3,talk,due,shelf"}, 1)
	n.LayOut(t, 0)
	_, err := jetstream.Open(t.Context(), jetstream.Config{Server: n.Server(0)})
	is(t, err, store.ErrNewer)
	_, streams, err := n.Server(0).EffectiveConfig()
	if ok(t, err); len(streams) != 1 {
		t.Errorf("it has %d streams", len(streams))
	}
}

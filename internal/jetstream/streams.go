package jetstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

const (
	// shardsKey is where a stream records over how many the tables are spread, and
	// spreadMark what follows the number where chat and reminders are spread as well. A
	// program that does not know the mark finds no number, and opens no such store.
	shardsKey  = "theriac-shards"
	spreadMark = ",talk,due"
	// repeats is how long a stream remembers the keys of attempts.
	repeats = 2 * time.Minute
)

// streams lists the streams as they should be.
func (s *Store) streams() []natsjs.StreamConfig {
	var list []natsjs.StreamConfig
	plain := func(name, subject string) natsjs.StreamConfig {
		return natsjs.StreamConfig{
			Name: name, Subjects: []string{subject}, Replicas: s.repl,
			Storage: natsjs.FileStorage, AllowDirect: true, Duplicates: repeats,
			MaxMsgs: -1, MaxBytes: -1, MaxConsumers: -1, MaxMsgSize: -1, MaxMsgsPerSubject: -1,
			Metadata: map[string]string{shardsKey: s.layout()},
		}
	}
	for n := range s.shards {
		log := plain(logStream(n), logSubject(n, "*"))
		log.AllowRollup = true // for Confirm
		if !s.alone {
			log.RePublish = &natsjs.RePublish{Source: logSubject(n, "*"), Destination: "f.{{wildcard(1)}}.log"}
		}
		kept := plain(snapshotStream(n), snapshotSubject(n, "*"))
		kept.MaxMsgsPerSubject = 1
		s.allowAsync(&kept)
		list = append(list, log, kept)
	}
	archive := plain(archiveStream, archiveSubject("*"))
	packed := plain(packStream, packSubject("*"))
	lists := plain(listStream, listSubject("*"))
	lists.MaxMsgsPerSubject = 1
	buckets := plain(kvStream, "k.>")
	buckets.MaxMsgsPerSubject = 1
	buckets.AllowMsgTTL = true
	list = append(list, archive, packed, lists, buckets)
	for _, n := range s.spreadShards() {
		said := plain(talkStream(n), chatSubject(n, "*", "*"))
		said.MaxMsgsPerSubject = linesKept
		said.RePublish = &natsjs.RePublish{Source: chatSubject(n, "*", "*"), Destination: "f.{{wildcard(1)}}.talk.{{wildcard(2)}}"}
		due := plain(dueStream(n), dueSubjects(n, "*", "*"))
		due.MaxMsgsPerSubject = 1
		s.allowAsync(&due)
		list = append(list, said, due)
	}
	return list
}

// layout is how the tables are spread, as a stream records it.
func (s *Store) layout() string {
	if s.spread {
		return strconv.Itoa(s.shards) + spreadMark
	}
	return strconv.Itoa(s.shards)
}

// spreadShards are the shards of chat and reminders.
func (s *Store) spreadShards() []int {
	if !s.spread {
		return []int{unspread}
	}
	list := make([]int, s.shards)
	for n := range list {
		list[n] = n
	}
	return list
}

// spreadShard is the shard of a table's chat and reminders.
func (s *Store) spreadShard(table string) int {
	if !s.spread {
		return unspread
	}
	return shardOf(table, s.shards)
}

// linesKept is how many messages of one person at one table are kept: nobody can
// flood a table's chat.
const linesKept = 500

// allowAsync spares a stream the wait for the disk, where the server allows that. A lost
// snapshot can be made from the log again; a lost reminder of the last moments is set
// again by whoever opens the table.
func (s *Store) allowAsync(c *natsjs.StreamConfig) {
	if s.repl == 1 {
		c.PersistMode = natsjs.AsyncPersistMode
	}
}

// writtenLater says that a stream is one of those: several of its blocks can be on their
// way to the disk at once.
func writtenLater(stream string) bool {
	return stream == dueName || strings.HasPrefix(stream, dueName+"-") || strings.HasPrefix(stream, strings.TrimSuffix(snapshotStream(0), "0"))
}

// setUp creates the streams or checks the existing ones. A store stays as it was made: one that
// was made before chat and reminders were spread goes on with one stream of each. So does one
// with a single shard, where it is the same and older programs can open it.
func (s *Store) setUp(ctx context.Context, shards int) error {
	there, spread, err := s.shardsThere(ctx)
	switch {
	case err != nil:
		return err
	case there == 0:
		s.shards = max(shards, 1)
		s.spread = s.shards > 1
	case shards != 0 && shards != there:
		return fmt.Errorf("jetstream: this store was made with %d shards and cannot be opened with %d", there, shards)
	default:
		s.shards, s.spread = there, spread
	}
	for _, c := range s.streams() {
		if err := s.retry(ctx, c.Name, func(ctx context.Context) error { return s.ensure(ctx, c) }); err != nil {
			return fmt.Errorf("jetstream: stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// shardsThere is how many shards the store was created with, 0 if it is new, and whether
// chat and reminders are spread over them.
func (s *Store) shardsThere(ctx context.Context) (n int, spread bool, err error) {
	err = s.retry(ctx, logStream(0), func(ctx context.Context) error {
		st, err := s.js.Stream(ctx, logStream(0))
		if errors.Is(err, natsjs.ErrStreamNotFound) {
			n = 0
			return nil
		}
		if err != nil {
			return err
		}
		var number string
		number, spread = strings.CutSuffix(st.CachedInfo().Config.Metadata[shardsKey], spreadMark)
		if n, err = strconv.Atoi(number); err != nil && strings.Contains(number, ",") {
			return fmt.Errorf("%w: this store is laid out as %q", store.ErrNewer, number)
		}
		if err != nil || n < 1 {
			return fmt.Errorf("the stream %s is not one of this program", logStream(0))
		}
		return nil
	})
	return n, spread, err
}

// ensure creates a stream or brings it to the wanted configuration.
func (s *Store) ensure(ctx context.Context, want natsjs.StreamConfig) error {
	st, err := s.js.Stream(ctx, want.Name)
	if errors.Is(err, natsjs.ErrStreamNotFound) {
		_, err = s.js.CreateStream(ctx, want)
		return err
	}
	if err != nil {
		return err
	}
	have := st.CachedInfo().Config
	if have.Metadata[shardsKey] != want.Metadata[shardsKey] {
		return fmt.Errorf("made for %q shards instead of %q", have.Metadata[shardsKey], want.Metadata[shardsKey])
	}
	next := have
	next.RePublish, next.AllowDirect, next.Replicas = want.RePublish, want.AllowDirect, want.Replicas
	if have.AllowDirect == next.AllowDirect && have.Replicas == next.Replicas && same(have.RePublish, next.RePublish) {
		return nil
	}
	next.Metadata = maps.Clone(want.Metadata)
	_, err = s.js.UpdateStream(ctx, next)
	return err
}

func same(a, b *natsjs.RePublish) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// tellWaiting is after how long the log says what a store waits for.
const tellWaiting = 10 * time.Second

// retry tries until it works, the context ends, or an error comes that
// waiting does not heal.
func (s *Store) retry(ctx context.Context, stream string, f func(context.Context) error) error {
	told := time.Now()
	for pause := newPause(); ; {
		once, cancel := context.WithTimeout(ctx, s.once)
		err := f(once)
		cancel()
		if err == nil || !heals(err) {
			return err
		}
		if time.Since(told) > tellWaiting {
			told = time.Now()
			s.log.Warn("a stream of the store does not answer; where nodes form a cluster, most of them have to be there", "stream", stream, "err", err)
		}
		if !pause.wait(ctx) {
			return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
		}
	}
}

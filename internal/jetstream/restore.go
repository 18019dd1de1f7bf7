package jetstream

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// Restore fills an empty store from a backup. It reads the backup to its end and
// compares it with its manifest before it writes the first message. The number of
// shards may differ from that of the original store. If it fails on the way, throw
// the store away and begin anew.
//
// exact says that the buckets are those of one moment, with nothing missing: a log
// that they do not know began after it.
func (s *Store) Restore(ctx context.Context, r io.Reader) (exact bool, err error) {
	if err := s.empty(ctx); err != nil {
		return false, err
	}
	spool, err := os.CreateTemp("", "theriac-restore-*")
	if err != nil {
		return false, err
	}
	defer func() { _ = spool.Close(); _ = os.Remove(spool.Name()) }()
	if _, err := io.Copy(spool, r); err != nil {
		return false, fmt.Errorf("restore: %w", err)
	}
	all, err := verify(spool)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	w := s.startWriters(ctx, cancel)
	_, err = walk(spool, func(stream string, text []byte) error {
		m, err := s.decodeLine(stream, text)
		if err != nil {
			return err
		}
		return w.send(ctx, m)
	})
	w.close()
	if s.alone {
		s.server.written.forget()
	}
	if err := errors.Join(err, context.Cause(ctx)); err != nil {
		return false, err
	}
	if err := s.mendLists(ctx); err != nil {
		return false, err
	}
	return all.Form >= 2 && all.Streams[kvStream].Unreadable == 0, s.clearArchived(ctx)
}

// Games calls f with each table that has a log or is in the archive or a pack.
func (s *Store) Games(ctx context.Context, f func(table string)) error {
	if err := s.Log().Tables(ctx, func(table string) bool { f(table); return true }); err != nil {
		return err
	}
	err := s.subjects(ctx, archiveStream, archiveSubject("*"), func(subject string, _ uint64) bool {
		f(lastWord(subject))
		return true
	})
	if err != nil {
		return err
	}
	return s.packedTables(ctx, func(tables []string) error {
		for _, t := range tables {
			f(t)
		}
		return nil
	})
}

// Discard removes a game with all that belongs to it. It is for a store that is being
// restored: a running server discards nothing.
func (s *Store) Discard(ctx context.Context, table string) error {
	if err := word(table); err != nil {
		return err
	}
	shard := shardOf(table, s.shards)
	return errors.Join(
		s.purge(ctx, logStream(shard), logSubject(shard, table), 0),
		s.purge(ctx, snapshotStream(shard), snapshotSubject(shard, table), 0),
		s.clearReminders(ctx, table),
		s.purge(ctx, archiveStream, archiveSubject(table), 0),
		s.unpackTable(ctx, table),
	)
}

// clearArchived removes what is left of the logs of archived games. A backup of a
// running server copies the logs first: a game that ended meanwhile is in it twice,
// the first time perhaps without its end.
func (s *Store) clearArchived(ctx context.Context) error {
	running := map[string]bool{}
	if err := s.Log().Tables(ctx, func(t string) bool { running[t] = true; return true }); err != nil {
		return err
	}
	var tables []string
	err := s.subjects(ctx, archiveStream, archiveSubject("*"), func(subject string, _ uint64) bool {
		tables = append(tables, lastWord(subject))
		return true
	})
	if err != nil {
		return err
	}
	clearAll := func(tables []string) error {
		for _, t := range tables {
			if !running[t] {
				continue
			}
			shard := shardOf(t, s.shards)
			if err := s.purge(ctx, logStream(shard), logSubject(shard, t), 0); err != nil {
				return err
			}
		}
		return nil
	}
	if err := clearAll(tables); err != nil {
		return err
	}
	return s.packedTables(ctx, clearAll)
}

// empty checks that the store is empty, so that nothing is mixed.
func (s *Store) empty(ctx context.Context) error {
	for _, stream := range s.backupStreams() {
		n := uint64(0)
		err := s.subjects(ctx, stream, ">", func(subject string, k uint64) bool {
			if subject != probe && lastWord(subject) != confirmWord {
				n += k
			}
			return true
		})
		if err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("jetstream: restore needs an empty store, and %s has %d messages", stream, n)
		}
	}
	return nil
}

// verify reads a backup to its end and compares it with its manifest.
func verify(r io.ReadSeeker) (*manifest, error) {
	sums, counts := map[string]hash.Hash{}, map[string]int{}
	all, err := walk(r, func(stream string, text []byte) error {
		if sums[stream] == nil {
			sums[stream] = sha256.New()
		}
		sums[stream].Write(text)
		counts[stream]++
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return errBackup("has a line of %s that cannot be read: %w", stream, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if all == nil {
		return nil, errBackup("has no manifest: it was cut off")
	}
	switch {
	case all.Form > backupForm:
		return nil, fmt.Errorf("%w: the backup has the form %d, and this program knows up to %d", store.ErrNewer, all.Form, backupForm)
	case all.Form < 1:
		return nil, errBackup("has the unknown form %d", all.Form)
	}
	for stream, p := range all.Streams {
		if !inBackup(stream) {
			return nil, fmt.Errorf("%w: the backup has a stream %q, which this program does not know", store.ErrNewer, stream)
		}
		sum := sums[stream]
		if sum == nil {
			sum = sha256.New()
		}
		if counts[stream] != p.Messages || hex.EncodeToString(sum.Sum(nil)) != p.SHA256 {
			return nil, errBackup("is damaged: the checksum of %s does not match", stream)
		}
		delete(counts, stream)
	}
	for stream := range counts {
		return nil, errBackup("is damaged: its manifest does not list %s", stream)
	}
	return all, nil
}

// inBackup says whether a stream of that name can be in a backup.
func inBackup(stream string) bool {
	switch stream {
	case kvStream, talkName, dueName, archiveStream, packStream:
		return true
	}
	return strings.HasPrefix(stream, logPrefix)
}

// walk calls f with each line of a backup, newline included, and returns its
// manifest, nil if there is none.
func walk(r io.ReadSeeker, f func(stream string, text []byte) error) (*manifest, error) {
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	zip, err := gzip.NewReader(bufio.NewReader(r))
	if err != nil {
		return nil, errBackup("cannot be opened: %w", err)
	}
	files := tar.NewReader(zip)
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, errBackup("is damaged: %w", err)
		}
		if h.Name == manifestFile {
			var all manifest
			if err := json.NewDecoder(files).Decode(&all); err != nil {
				return nil, errBackup("has a manifest that cannot be read: %w", err)
			}
			// To the very end, where the compression has its checksum.
			if _, err := io.Copy(io.Discard, zip); err != nil {
				return nil, errBackup("is damaged: %w", err)
			}
			return &all, nil
		}
		stream, _, _ := strings.Cut(h.Name, "/")
		for lines := bufio.NewReader(files); ; {
			text, err := lines.ReadBytes('\n')
			if errors.Is(err, io.EOF) && len(text) == 0 {
				break
			}
			if err != nil {
				return nil, errBackup("is damaged: %w", err)
			}
			if err := f(stream, text); err != nil {
				return nil, err
			}
		}
	}
}

// decodeLine makes the message of a line, in the shard that its table has here.
func (s *Store) decodeLine(stream string, text []byte) (*nats.Msg, error) {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, err
	}
	if err := words(l.Subject); err != nil {
		return nil, errBackup("has a bad subject: %w", err)
	}
	m := &nats.Msg{Subject: l.Subject, Header: l.Header, Data: l.Data}
	if m.Header == nil {
		m.Header = nats.Header{}
	}
	switch {
	case strings.HasPrefix(stream, logPrefix):
		table := lastWord(l.Subject)
		m.Subject = logSubject(shardOf(table, s.shards), table)
	case stream == talkName:
		table, person := lastWords(l.Subject)
		m.Subject = chatSubject(s.spreadShard(table), table, person)
	case stream == dueName:
		slot, table := lastWords(l.Subject)
		m.Subject = dueSubjects(s.spreadShard(table), slot, table)
	case stream == archiveStream:
		m.Header.Set(natsjs.ExpectedLastSubjSeqHeader, "0")
	}
	return m, nil
}

// writers write messages concurrently, those of one subject in order.
type writers struct {
	to []chan *nats.Msg
	wg sync.WaitGroup
}

func (s *Store) startWriters(ctx context.Context, fail context.CancelCauseFunc) *writers {
	w := &writers{to: make([]chan *nats.Msg, 64)}
	for i := range w.to {
		w.to[i] = make(chan *nats.Msg, 16)
		w.wg.Go(func() {
			before := map[string]uint64{} // the place of the newest entry of each log, record and pack
			for m := range w.to[i] {
				if strings.HasPrefix(m.Subject, "t.") || strings.HasPrefix(m.Subject, "k.") || strings.HasPrefix(m.Subject, "p.") {
					m.Header.Set(natsjs.ExpectedLastSubjSeqHeader, strconv.FormatUint(before[m.Subject], 10))
				}
				at, err := s.rewrite(ctx, m)
				if err != nil {
					fail(fmt.Errorf("restore of %s: %w", m.Subject, err))
				}
				before[m.Subject] = at
			}
		})
	}
	return w
}

// rewrite writes one message of a backup. A repeat that was refused because the first
// attempt was written is no error: the store was empty.
func (s *Store) rewrite(ctx context.Context, m *nats.Msg) (uint64, error) {
	if ctx.Err() != nil {
		return 0, nil
	}
	at, unsure, err := s.publish(ctx, s.conn(m.Subject), m)
	if errors.Is(err, errWrongLast) && unsure {
		var there message
		there, err = s.last(ctx, s.streamOf(m.Subject), m.Subject, true)
		at = there.seq
	}
	return at, err
}

// streamOf is the stream of a subject that a backup can have.
func (s *Store) streamOf(subject string) string {
	switch subject[0] {
	case 't':
		return logStream(shardOf(lastWord(subject), s.shards))
	case 'a':
		return archiveStream
	case 'p':
		return packStream
	case 'k':
		return kvStream
	case 's':
		table, _ := lastWords(subject)
		return talkStream(s.spreadShard(table))
	}
	return dueStream(s.spreadShard(lastWord(subject)))
}

func (w *writers) send(ctx context.Context, m *nats.Msg) error {
	select {
	case w.to[shardOf(m.Subject, len(w.to))] <- m:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (w *writers) close() {
	for _, c := range w.to {
		close(c)
	}
	w.wg.Wait()
}

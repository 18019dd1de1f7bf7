package jetstream

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// SaveSnapshot stores the table's moves so far beside the log.
func (l tableLog) SaveSnapshot(ctx context.Context, table string, data []byte) error {
	shard, _, err := l.place(table)
	if err != nil {
		return err
	}
	_, _, err = l.publish(ctx, l.conn(table), &nats.Msg{Subject: snapshotSubject(shard, table), Data: data})
	return err
}

// Snapshot reads what SaveSnapshot stored. It is a cache: an unreadable snapshot is
// as good as an absent one.
func (l tableLog) Snapshot(ctx context.Context, table string) ([]byte, error) {
	shard, _, err := l.place(table)
	if err != nil {
		return nil, err
	}
	m, err := l.last(ctx, snapshotStream(shard), snapshotSubject(shard, table), false)
	if errors.Is(err, errNothing) {
		return nil, store.ErrAbsent
	}
	return m.data, err
}

// Archive stores a finished game and then clears the rest of the table. It can be
// called again after any failure; another game under the same name is a conflict.
func (l tableLog) Archive(ctx context.Context, table string, data []byte) error {
	shard, _, err := l.place(table)
	if err != nil {
		return err
	}
	packed, err := pack(data)
	if err != nil {
		return err
	}
	// The log is deleted once the archive is written: make sure that it can be read
	// back.
	if again, err := unpack(packed); err != nil || !bytes.Equal(again, data) {
		return fmt.Errorf("jetstream: the game %s cannot be packed: %w", table, err)
	}
	switch there, err := l.packed(ctx, table); {
	case err == nil && !bytes.Equal(there, packed):
		return store.ErrConflict
	case err == nil: // and what a crash has left of the rest goes
		return l.clear(ctx, shard, table)
	case errors.Is(err, store.ErrUnavailable):
		return err
	}
	m := &nats.Msg{Subject: archiveSubject(table), Data: packed, Header: nats.Header{
		natsjs.ExpectedLastSubjSeqHeader: {"0"},
	}}
	_, _, err = l.publish(ctx, l.conn(table), m)
	if errors.Is(err, errWrongLast) {
		err = l.sameArchive(ctx, table, data)
	}
	if err != nil {
		return err
	}
	return l.clear(ctx, shard, table)
}

// clear removes what an archived game needs no more.
func (l tableLog) clear(ctx context.Context, shard int, table string) error {
	return errors.Join(
		l.purge(ctx, logStream(shard), logSubject(shard, table), 0),
		l.purge(ctx, snapshotStream(shard), snapshotSubject(shard, table), 0),
		l.clearReminders(ctx, table),
	)
}

// sameArchive compares the game with the one that is there already.
func (l tableLog) sameArchive(ctx context.Context, table string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	for pause := newPause(); ; {
		there, err := l.newest(ctx, archiveStream, archiveSubject(table), true)
		switch {
		case err == nil:
			if kept, err := unpack(there.data); err != nil || bytes.Equal(kept, data) {
				return err
			}
			return store.ErrConflict
		case !errors.Is(err, store.ErrAbsent):
			return err
		}
		// Refused although nothing is there: another call is about to write it.
		if !pause.wait(ctx) {
			return fmt.Errorf("%w: %w", store.ErrUncertain, ctx.Err())
		}
	}
}

// Archived is the finished game, from its pack or from the archive.
func (l tableLog) Archived(ctx context.Context, table string) ([]byte, error) {
	if err := word(table); err != nil {
		return nil, err
	}
	data, err := l.archived(ctx, table)
	if err != nil {
		return nil, err
	}
	return unpack(data)
}

func (l tableLog) archived(ctx context.Context, table string) ([]byte, error) {
	data, bad := l.packed(ctx, table)
	away := errors.Is(bad, store.ErrAway)
	if bad == nil || errors.Is(bad, store.ErrUnavailable) && !away {
		return data, bad
	}
	m, err := l.newest(ctx, archiveStream, archiveSubject(table), false)
	if !errors.Is(err, store.ErrAbsent) {
		return m.data, err
	}
	if away {
		return nil, bad
	}
	// It is in neither, or was packed meanwhile, here or by another node.
	if err := l.readLists(ctx); errors.Is(err, store.ErrUnavailable) {
		return nil, err
	}
	return l.packed(ctx, table)
}

// InArchive asks the packs that can be reached, and the archive. The packer clears what is
// left of a log before it takes a game from there, but a kill can bring some of it back.
func (l tableLog) InArchive(ctx context.Context, table string) (bool, error) {
	if err := word(table); err != nil {
		return false, err
	}
	switch _, err := l.packed(ctx, table); {
	case err == nil:
		return true, nil
	case errors.Is(err, store.ErrUnavailable) && !errors.Is(err, store.ErrAway):
		return false, err
	}
	_, err := l.last(ctx, archiveStream, archiveSubject(table), true)
	if errors.Is(err, errNothing) {
		return false, nil
	}
	return err == nil, err
}

// pack compresses an archived game, which is stored for ever. The streams' own
// compression would do the same, but a server of v2.15.2 that was killed can fail to
// go on with a compressed block, and then takes no more writes.
func pack(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w := packers.Get().(*flate.Writer)
	defer packers.Put(w)
	w.Reset(&out)
	_, err := w.Write(data)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("jetstream: pack: %w", err)
	}
	return out.Bytes(), nil
}

// packers are used again: the tables of one are 800 kB.
var packers = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestCompression)
	if err != nil {
		panic(err) // the level is one of flate's own
	}
	return w
}}

func unpack(data []byte) ([]byte, error) {
	out, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), maxUnpacked+1))
	if err == nil && len(out) > maxUnpacked {
		err = errors.New("too large")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: unpack: %w", store.ErrDamaged, err)
	}
	return out, nil
}

// maxUnpacked bounds what a packed game can be; the longest are some hundred kB.
const maxUnpacked = 64 << 20

// Tables calls f with each table that has a log.
func (l tableLog) Tables(ctx context.Context, f func(table string) bool) error {
	for n, goOn := 0, true; n < l.shards && goOn; n++ {
		err := l.subjects(ctx, logStream(n), logSubject(n, "*"), func(subject string, _ uint64) bool {
			if table := lastWord(subject); table != confirmWord {
				goOn = f(table)
			}
			return goOn
		})
		if err != nil {
			return err
		}
	}
	return nil
}

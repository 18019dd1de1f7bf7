package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// Keep puts the table's moves so far beside the log.
func (l tableLog) Keep(ctx context.Context, table string, data []byte) error {
	shard, _, err := l.place(table)
	if err != nil {
		return err
	}
	_, _, err = l.publish(ctx, l.conn(table), &nats.Msg{Subject: keptSubject(shard, table), Data: data})
	return err
}

// Kept reads what Keep put. What cannot be read is as good as absent: it is a
// cache.
func (l tableLog) Kept(ctx context.Context, table string) ([]byte, error) {
	shard, _, err := l.place(table)
	if err != nil {
		return nil, err
	}
	m, err := l.last(ctx, keptStream(shard), keptSubject(shard, table), false)
	if errors.Is(err, errNothing) {
		return nil, store.ErrAbsent
	}
	return m.data, err
}

// Archive keeps a finished game and then clears the rest of the table. It can be
// called again after any failure; another game under the same name is a
// conflict.
func (l tableLog) Archive(ctx context.Context, table string, data []byte) error {
	shard, subject, err := l.place(table)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: archiveSubject(table), Data: data, Header: nats.Header{
		natsjs.ExpectedLastSubjSeqHeader: {"0"},
	}}
	_, _, err = l.publish(ctx, l.conn(table), m)
	if errors.Is(err, errWrongLast) {
		err = l.sameArchive(ctx, table, data)
	}
	if err != nil {
		return err
	}
	return errors.Join(
		l.purge(ctx, logStream(shard), subject, 0),
		l.purge(ctx, keptStream(shard), keptSubject(shard, table), 0),
		l.purge(ctx, dueStream, "d.*."+table, 0),
	)
}

// sameArchive compares the game with the one that is there already.
func (l tableLog) sameArchive(ctx context.Context, table string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	for pause := newPause(); ; {
		there, err := l.newest(ctx, archiveStream, archiveSubject(table), true)
		switch {
		case err == nil && bytes.Equal(there.data, data):
			return nil
		case err == nil:
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

// Archived is the finished game.
func (l tableLog) Archived(ctx context.Context, table string) ([]byte, error) {
	if err := word(table); err != nil {
		return nil, err
	}
	m, err := l.newest(ctx, archiveStream, archiveSubject(table), false)
	return m.data, err
}

// Tables calls f with each table that has a log.
func (l tableLog) Tables(ctx context.Context, f func(table string) bool) error {
	for n, goOn := 0, true; n < l.shards && goOn; n++ {
		err := l.subjects(ctx, logStream(n), logSubject(n, "*"), func(subject string, _ uint64) bool {
			goOn = f(lastWord(subject))
			return goOn
		})
		if err != nil {
			return err
		}
	}
	return nil
}

package jetstream

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// kv is one bucket of the key-value store.
type kv struct {
	*Store
	name string
}

// volumeSubjects is where the bucket lies whose records hold many others: those of tables that
// are over. They have checksums of their own.
const volumeSubjects = "k.volumes."

// Where a record was deleted, an empty message takes its place for a day, so
// that watchers see it. Then the server removes that too.
const (
	goneHeader = "Theriac-Gone"
	goneFor    = 24 * time.Hour
)

func gone(m message) bool { return m.header.Get(goneHeader) != "" }

func (b kv) subject(key string) (string, error) {
	if err := word(b.name); err != nil {
		return "", err
	}
	if err := words(key); err != nil {
		return "", err
	}
	return "k." + b.name + "." + key, nil
}

// Get reads a record from the stream's leader, unless it is known. Its data must not be
// changed.
func (b kv) Get(ctx context.Context, key string) (store.Record, error) {
	subject, err := b.subject(key)
	if err != nil {
		return store.Record{}, err
	}
	if b.alone {
		if r, ok := b.server.written.get(subject); ok {
			return r.record(key)
		}
	}
	m, err := b.newest(ctx, kvStream, subject, true)
	if err == nil && gone(m) {
		err = store.ErrAbsent
	}
	if err != nil {
		return store.Record{}, err
	}
	return store.Record{Key: key, Version: m.seq, Data: m.data}, nil
}

// Put writes a record if its version is still the newest. Data must not be
// empty: a record without any is a deleted one.
func (b kv) Put(ctx context.Context, key string, version uint64, data []byte) (uint64, error) {
	return b.putFor(ctx, key, version, data, 0)
}

// PutFor writes a new record that the server removes after its life: whole seconds,
// rounded up.
func (b kv) PutFor(ctx context.Context, key string, data []byte, life time.Duration) (uint64, error) {
	return b.putFor(ctx, key, 0, data, max(life, time.Second))
}

func (b kv) putFor(ctx context.Context, key string, version uint64, data []byte, life time.Duration) (uint64, error) {
	subject, err := b.subject(key)
	if err != nil {
		return 0, err
	}
	if len(data) == 0 {
		return 0, fmt.Errorf("jetstream: record %s without data", key)
	}
	at, err := b.putNoted(ctx, subject, version, data, life)
	if version != 0 || !errors.Is(err, store.ErrConflict) {
		return at, err
	}
	// A key that was deleted is new again.
	m, err := b.last(ctx, kvStream, subject, true)
	if err != nil || !gone(m) {
		return 0, store.ErrConflict
	}
	return b.putNoted(ctx, subject, m.seq, data, life)
}

// putNoted is put, and on a server that is alone a note of the record for Get. One that
// the server removes by itself is left out, and so are large ones.
func (b kv) putNoted(ctx context.Context, subject string, after uint64, data []byte, life time.Duration) (uint64, error) {
	if !b.alone {
		return b.put(ctx, subject, after, data, life)
	}
	w := b.server.written
	moment := w.begin(subject)
	defer w.end(subject)
	at, err := b.put(ctx, subject, after, data, life)
	switch {
	case err == nil:
		if life > 0 || len(data) > maxWrittenData {
			w.note(subject, lastWrite{seq: at, ask: true}, moment)
		} else {
			w.note(subject, lastWrite{seq: at, data: bytes.Clone(data)}, moment)
		}
	case errors.Is(err, store.ErrConflict):
		w.conflict(subject, after)
	default:
		w.doubt(subject)
	}
	return at, err
}

// put writes behind a place. If an attempt got no answer and the next one was
// refused, the record itself shows whether the first was written.
func (b kv) put(ctx context.Context, subject string, after uint64, data []byte, life time.Duration) (uint64, error) {
	id := newID()
	m := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{
		natsjs.MsgIDHeader:               {id},
		natsjs.ExpectedLastSubjSeqHeader: {strconv.FormatUint(after, 10)},
	}}
	if life > 0 {
		m.Header.Set(natsjs.MsgTTLHeader, strconv.Itoa(int((life+time.Second-1)/time.Second))+"s")
	}
	at, unsure, err := b.publish(ctx, b.conn(subject), m)
	if !errors.Is(err, errWrongLast) {
		return at, err
	}
	if !unsure {
		return 0, store.ErrConflict
	}
	there, err := b.last(ctx, kvStream, subject, true)
	switch {
	case err == nil && there.header.Get(natsjs.MsgIDHeader) == id:
		return there.seq, nil
	case err == nil && there.seq == after, err != nil:
		return 0, fmt.Errorf("%w: refused after an attempt without answer", store.ErrUncertain)
	}
	// Somebody wrote since, perhaps over what this call wrote: either way the
	// caller must read again.
	return 0, store.ErrConflict
}

// Delete removes a record.
func (b kv) Delete(ctx context.Context, key string) error {
	subject, err := b.subject(key)
	if err != nil {
		return err
	}
	switch m, err := b.last(ctx, kvStream, subject, true); {
	case errors.Is(err, errNothing):
		// Absent, or unreadable: then it goes as well.
		if n, err := b.count(ctx, kvStream, subject); err != nil || n == 0 {
			return err
		}
	case err != nil:
		return err
	case gone(m):
		return nil
	}
	m := &nats.Msg{Subject: subject, Header: nats.Header{
		goneHeader: {"1"}, natsjs.MsgTTLHeader: {b.goneFor.String()},
	}}
	if !b.alone {
		_, _, err = b.publish(ctx, b.conn(subject), m)
		return err
	}
	w := b.server.written
	moment := w.begin(subject)
	defer w.end(subject)
	at, _, err := b.publish(ctx, b.conn(subject), m)
	if err != nil {
		w.doubt(subject)
		return err
	}
	w.note(subject, lastWrite{seq: at}, moment)
	return nil
}

// DeleteAt removes a record as Delete does, if a version is still the newest.
func (b kv) DeleteAt(ctx context.Context, key string, version uint64) error {
	subject, err := b.subject(key)
	if err != nil {
		return err
	}
	m := &nats.Msg{Subject: subject, Header: nats.Header{
		goneHeader: {"1"}, natsjs.MsgTTLHeader: {b.goneFor.String()}, natsjs.ExpectedLastSubjSeqHeader: {strconv.FormatUint(version, 10)},
	}}
	w, moment := (*written)(nil), 0
	if b.alone {
		w = b.server.written
		moment = w.begin(subject)
		defer w.end(subject)
	}
	at, unsure, err := b.publish(ctx, b.conn(subject), m)
	switch {
	case w == nil:
	case err == nil:
		w.note(subject, lastWrite{seq: at}, moment)
	case errors.Is(err, errWrongLast) && !unsure:
		w.conflict(subject, version)
	default:
		w.doubt(subject)
	}
	if !errors.Is(err, errWrongLast) {
		return err
	}
	if unsure { // the first attempt may have removed it
		if there, err := b.last(ctx, kvStream, subject, true); err == nil && gone(there) {
			return nil
		}
	}
	return store.ErrConflict
}

// filters are the subjects of the keys that begin with the words of a prefix.
func (b kv) filters(prefix string) ([]string, error) {
	if prefix == "" {
		return []string{"k." + b.name + ".>"}, word(b.name)
	}
	subject, err := b.subject(prefix)
	return []string{subject, subject + ".>"}, err
}

// record reads a message of the bucket; without data if it was deleted.
func (b kv) record(m message) store.Record {
	r := store.Record{Key: strings.TrimPrefix(m.subject, "k."+b.name+"."), Version: m.seq}
	if !gone(m) {
		r.Data = m.data
	}
	return r
}

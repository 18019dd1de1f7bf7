package jetstream

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nats-io/nats.go"
	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/store"
)

// tableLog is the tables' logs.
type tableLog struct{ *Store }

// place is the shard and the subject of a table's log.
func (l tableLog) place(table string) (shard int, subject string, err error) {
	if err := word(table); err != nil {
		return 0, "", err
	}
	shard = shardOf(table, l.shards)
	return shard, logSubject(shard, table), nil
}

// Append adds an entry behind the one at after. Where it is unknown whether an
// earlier attempt was written, the entry behind after decides: only one can be the
// next one, and it carries the key of its attempt.
func (l tableLog) Append(ctx context.Context, table string, after uint64, key string, data []byte) (uint64, error) {
	shard, subject, err := l.place(table)
	if err != nil {
		return 0, err
	}
	id, err := attempt(table, key)
	if err != nil {
		return 0, err
	}
	m := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{
		natsjs.MsgIDHeader:               {id},
		natsjs.ExpectedLastSubjSeqHeader: {strconv.FormatUint(after, 10)},
	}}
	// Almost always the first attempt is the last: it bounds itself.
	at, unsure, err := l.publish(ctx, l.conn(table), m)
	if !errors.Is(err, errWrongLast) {
		return at, err
	}
	ctx, cancel := context.WithTimeout(ctx, l.wait)
	defer cancel()
	for pause := newPause(); ; {
		at, err = l.ownEntry(ctx, logStream(shard), subject, after, id)
		if short := (*shortError)(nil); errors.As(err, &short) {
			if err := l.skipTo(ctx, shard, table, after); err != nil {
				return 0, err
			}
			m.Header.Set(natsjs.ExpectedLastSubjSeqHeader, strconv.FormatUint(short.end, 10))
		} else if !errors.Is(err, errUndecided) {
			return at, err
		} else if !pause.wait(ctx) {
			// Somebody's entry is accepted and not visible yet: it could be ours.
			if unsure {
				return 0, fmt.Errorf("%w: %w", store.ErrUncertain, ctx.Err())
			}
			return 0, store.ErrConflict
		}
		var doubt bool
		at, doubt, err = l.publish(ctx, l.conn(table), m)
		unsure = unsure || doubt
		if !errors.Is(err, errWrongLast) {
			return at, err
		}
	}
}

// errUndecided says that a write is refused although nothing newer is visible.
var errUndecided = errors.New("another write is on its way")

// shortError says that the log ends before an entry that the writer knows from a
// snapshot: a lone node lost it with a damaged block. The writer goes on behind what is
// left; who reads starts at the snapshot, as the writer did.
type shortError struct{ end uint64 }

func (e *shortError) Error() string { return fmt.Sprintf("the log ends at %d already", e.end) }

// lostBetween says that a lone node found damage in a stream behind one place and up to
// another.
func (l tableLog) lostBetween(stream string, from, to uint64) bool {
	return l.alone && slices.ContainsFunc(l.server.found(), func(d finding) bool {
		return strings.HasPrefix(d.Where, stream+",") && from < d.Place && d.Place <= to
	})
}

// skipTo makes sure that the next entry lies behind a place. Where the end of a block was
// lost, the server would give the same places again, and who starts at a snapshot
// would overlook the entries there.
func (l tableLog) skipTo(ctx context.Context, shard int, table string, place uint64) error {
	for {
		at, _, err := l.publish(ctx, l.conn(table), &nats.Msg{Subject: logSubject(shard, confirmWord), Header: nats.Header{
			natsjs.MsgRollup: {natsjs.MsgRollupSubject},
		}})
		if err != nil || at >= place {
			return err
		}
	}
}

// ownEntry says whether the entry behind after is the attempt's own: then its place,
// otherwise a conflict.
func (l tableLog) ownEntry(ctx context.Context, stream, subject string, after uint64, id string) (uint64, error) {
	m, err := l.next(ctx, stream, subject, after+1)
	switch {
	case err == nil && m.header.Get(natsjs.MsgIDHeader) == id:
		return m.seq, nil
	case err == nil:
		return 0, store.ErrConflict
	case !errors.Is(err, errNothing):
		return 0, fmt.Errorf("%w: %w", store.ErrUncertain, err)
	}
	last, err := l.newest(ctx, stream, subject, true)
	switch {
	case err == nil && last.seq == after:
		return 0, errUndecided
	case err == nil && last.seq < after, errors.Is(err, store.ErrAbsent) && after > 0:
		if l.lostBetween(stream, last.seq, after) {
			// The log of a game in the archive is cleared, and stays so.
			if _, err := l.Archived(ctx, lastWord(subject)); errors.Is(err, store.ErrAbsent) {
				return 0, &shortError{last.seq}
			}
		}
		return 0, store.ErrConflict
	case err == nil, errors.Is(err, store.ErrAbsent):
		return 0, errUndecided
	case errors.Is(err, store.ErrDamaged):
		return 0, err
	}
	return 0, fmt.Errorf("%w: %w", store.ErrUncertain, err)
}

// Last is the newest entry.
func (l tableLog) Last(ctx context.Context, table string, fresh bool) (store.Item, error) {
	shard, subject, err := l.place(table)
	if err != nil {
		return store.Item{}, err
	}
	m, err := l.newest(ctx, logStream(shard), subject, fresh)
	if err == nil || errors.Is(err, store.ErrAbsent) {
		if lost := l.lostBehind(ctx, logStream(shard), subject, m.seq); lost != nil {
			err = lost
		}
	}
	if err != nil {
		return store.Item{}, err
	}
	return store.Item{At: m.seq, Data: m.data}, nil
}

// Confirm writes a message of its own that succeeds only if the table's last entry is
// at that place. Most of the replicas have to agree, so a leader that was cut off
// cannot. The stream keeps only the newest of these messages.
func (l tableLog) Confirm(ctx context.Context, table string, at uint64) error {
	shard, subject, err := l.place(table)
	if err != nil {
		return err
	}
	_, unsure, err := l.publish(ctx, l.conn(table), &nats.Msg{Subject: logSubject(shard, confirmWord), Header: nats.Header{
		natsjs.ExpectedLastSubjSeqHeader:     {strconv.FormatUint(at, 10)},
		natsjs.ExpectedLastSubjSeqSubjHeader: {subject},
		natsjs.MsgRollup:                     {natsjs.MsgRollupSubject},
	}})
	switch {
	case errors.Is(err, errWrongLast):
		return store.ErrConflict
	case err != nil && unsure:
		return fmt.Errorf("%w: %w", store.ErrUnavailable, err)
	}
	return err
}

// confirmWord stands where a table's id does, and is no id.
const confirmWord = "_"

// rereads is how often a tail with a hole is read again: replicas answer in turn, and
// a sound one fills it.
const rereads = 6

// After is the entries behind the one at after. An entry that cannot be read is
// an error, not a gap.
func (l tableLog) After(ctx context.Context, table string, after uint64) ([]store.Item, error) {
	shard, subject, err := l.place(table)
	if err != nil {
		return nil, err
	}
	stream := logStream(shard)
	items, err := l.after(ctx, stream, subject, after)
	if err == nil {
		err = l.lostBehind(ctx, stream, subject, endOf(items, after))
	}
	return items, err
}

// lostBehind says that an entry behind a place was there once and was lost from the
// end of a log, where no later entry proves it. Once somebody has appended behind it,
// or archived the game, that is past.
func (l tableLog) lostBehind(ctx context.Context, stream, subject string, end uint64) error {
	if !l.alone { // other replicas have it
		return nil
	}
	for _, d := range l.server.found() {
		if d.Subject == subject && d.Place > end {
			if _, err := l.Archived(ctx, lastWord(subject)); err == nil {
				return nil
			}
			return l.reportDamage(stream+" "+subject, fmt.Sprintf("an entry behind %d was lost", end))
		}
	}
	return nil
}

func (l tableLog) after(ctx context.Context, stream, subject string, after uint64) ([]store.Item, error) {
	if items, whole, err := l.backwards(ctx, stream, subject, after); whole || err != nil {
		return items, err
	}
	for try := 1; ; try++ {
		items, hole, err := l.tail(ctx, stream, subject, after)
		if err != nil || !hole {
			return items, err
		}
		if try == rereads || l.repl == 1 && try == 2 {
			return nil, l.reportDamage(stream+" "+subject, fmt.Sprintf("an entry behind %d cannot be read", after))
		}
	}
}

// sparse is how many entries of other tables must lie between two of a table for it
// to be cheaper to fetch each by its place than to let the server scan what lies
// between.
const sparse = 64

// fewItems is how many are fetched one by one in any case: to send several, the
// server counts what is left, which takes longer than some fetches.
const fewItems = 24

// backwards reads from the newest entry back to a place. Each entry carries the place
// of the one before it, which its writer expected. It gives up where many lie close
// together, and where one is not found.
func (l tableLog) backwards(ctx context.Context, stream, subject string, after uint64) (items []store.Item, whole bool, err error) {
	m, err := l.last(ctx, stream, subject, false)
	last := m.seq
	for err == nil && m.seq > after {
		items = append(items, store.Item{At: m.seq, Data: m.data})
		before, bad := strconv.ParseUint(m.header.Get(natsjs.ExpectedLastSubjSeqHeader), 10, 64)
		if bad != nil || before >= m.seq || len(items) > fewItems && last-before < sparse*uint64(len(items)) {
			return nil, false, nil
		}
		if before <= after {
			break
		}
		if m, err = l.at(ctx, stream, before); err == nil && m.subject != subject {
			return nil, false, nil
		}
	}
	if errors.Is(err, errNothing) {
		return nil, false, nil
	}
	slices.Reverse(items)
	return items, err == nil, err
}

// tail reads behind a place until nothing is left. A hole is an entry that the
// replica counted and did not send.
func (l tableLog) tail(ctx context.Context, stream, subject string, after uint64) (items []store.Item, hole bool, err error) {
	for from := after + 1; ; {
		list, more, err := l.batch(ctx, stream, subject, from)
		if err != nil {
			return nil, false, err
		}
		if len(list) == 0 {
			break
		}
		for _, m := range list {
			// What the writer took for the last entry must have been read, too.
			before, bad := strconv.ParseUint(m.header.Get(natsjs.ExpectedLastSubjSeqHeader), 10, 64)
			if read := endOf(items, after); bad == nil && before > read {
				return nil, true, nil
			}
			items = append(items, store.Item{At: m.seq, Data: m.data})
		}
		if more == 0 {
			return items, false, nil
		}
		from = list[len(list)-1].seq + 1
	}
	// Nothing more was sent. That is the end if the last one is no further.
	end := endOf(items, after)
	last, err := l.newest(ctx, stream, subject, false)
	switch {
	case errors.Is(err, store.ErrAbsent):
		return items, false, nil
	case err != nil:
		return nil, false, err
	}
	// With items, the replica counted more than it sent.
	return items, last.seq > end || len(items) > 0, nil
}

// endOf is the place of the last item; after if there is none.
func endOf(items []store.Item, after uint64) uint64 {
	if len(items) == 0 {
		return after
	}
	return items[len(items)-1].At
}

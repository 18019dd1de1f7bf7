package jetstream

import (
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	natsjs "github.com/nats-io/nats.go/jetstream"

	"theriac/internal/state"
)

// Rows calls f with what a backup holds: a state.Record, Line, Remind, Entry or Game, in
// that order, for another kind of store. Of several records with one key the last counts;
// one without data was deleted. Places and versions are not those that a store will have.
//
// exact says that the buckets are those of one moment, as Store.Restore does.
func Rows(r io.ReadSeeker, now time.Time, f func(row any) error) (exact bool, err error) {
	all, err := verify(r)
	if err != nil {
		return false, err
	}
	_, err = walk(r, func(stream string, text []byte) error {
		var l line
		if err := json.Unmarshal(text, &l); err != nil {
			return err
		}
		if err := words(l.Subject); err != nil {
			return errBackup("has a bad subject: %w", err)
		}
		list, err := rowsOf(stream, l, now)
		for _, row := range list {
			err = errors.Join(err, f(row))
		}
		return err
	})
	return err == nil && all.Form >= 2 && all.Streams[kvStream].Unreadable == 0, err
}

func rowsOf(stream string, l line, now time.Time) ([]any, error) {
	before, last := lastWords(l.Subject)
	switch {
	case strings.HasPrefix(stream, logPrefix):
		return []any{state.Entry{Table: last, Key: strings.TrimPrefix(l.Header.Get(natsjs.MsgIDHeader), last+"/"), Data: l.Data}}, nil
	case stream == kvStream:
		bucket, key, _ := strings.Cut(strings.TrimPrefix(l.Subject, "k."), ".")
		rec := state.Record{Bucket: bucket, Key: key, Data: l.Data}
		if l.Header.Get(goneHeader) != "" {
			rec.Data = nil
		} else if life, err := time.ParseDuration(l.Header.Get(natsjs.MsgTTLHeader)); err == nil {
			rec.Ends = now.Add(life).UnixMilli()
		}
		return []any{rec}, nil
	case stream == talkName:
		return []any{state.Line{Table: before, Person: last, Data: l.Data}}, nil
	case stream == dueName:
		at, err := strconv.ParseInt(string(l.Data), 10, 64)
		return []any{state.Remind{Table: last, At: at}}, err
	case stream == archiveStream:
		data, err := unpack(l.Data)
		return []any{state.Game{Table: last, Data: data}}, err
	}
	return packedRows(l)
}

// packedRows returns the games of a pack. A pack in a bucket cannot be carried over.
func packedRows(l line) (list []any, err error) {
	note, err := decodeNote(l.Data)
	if note != nil || err != nil {
		return nil, errors.Join(err, errBackup("only notes where %s lies: make one with --archive", l.Subject))
	}
	p, err := decodePack(l.Data)
	if err != nil {
		return nil, err
	}
	games, err := p.games()
	for _, g := range games {
		data, bad := unpack(g.data)
		err = errors.Join(err, bad)
		list = append(list, state.Game{Table: g.table, Data: data})
	}
	return list, err
}
